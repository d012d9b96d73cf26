// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_harness.h"

#include <gtest/gtest.h>

namespace fftcore::test {

void DenoiseHarness::give(const Picture& picture, int index, bool is_discontinuity) {
  GstBuffer* const buffer = buffer_of(picture, index);
  if (is_discontinuity) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
  EXPECT_EQ(gst_harness_push(get(), buffer), GST_FLOW_OK);
}

std::vector<Denoised> DenoiseHarness::take() {
  std::vector<Denoised> frames;
  while (const Owned<GstBuffer> buffer{gst_harness_try_pull(get())})
    frames.push_back({read(format_, size_, buffer.get()), GST_BUFFER_PTS(buffer.get()),
                      GST_BUFFER_DURATION(buffer.get())});
  return frames;
}

void DenoiseHarness::event(GstEvent* event) {
  EXPECT_TRUE(gst_harness_push_event(get(), event));
}

void DenoiseHarness::change_caps(GstVideoFormat format, Size size) {
  set_caps(format, size);
  format_ = format;
  size_ = size;
}

std::vector<int> denoised_by_library(const Denoise& denoise, std::span<const Picture> frames) {
  Backend& backend = select_backend("cpu");
  const auto queue = backend.create_queue({.threads = 1});
  const auto executable = backend.compile(denoise, *queue);
  std::vector<std::vector<std::uint8_t>> bytes;
  std::vector<ConstBuffer> buffers;
  for (const Picture& frame : frames)
    bytes.emplace_back(frame.planes[0].samples.begin(), frame.planes[0].samples.end());
  for (const auto& one : bytes) buffers.push_back({one.data()});
  std::vector<std::uint8_t> output(bytes.front().size());
  executable->run(*queue, buffers, {output.data()});
  return {output.begin(), output.end()};
}

}  // namespace fftcore::test
