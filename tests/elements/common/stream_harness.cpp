// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stream_harness.h"

#include <gtest/gtest.h>

namespace fftcore::test {

void StreamHarness::give(const Picture& picture, int index, bool is_discontinuity) {
  GstBuffer* const buffer = buffer_of(picture, index);
  if (is_discontinuity) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
  EXPECT_EQ(gst_harness_push(get(), buffer), GST_FLOW_OK);
}

std::vector<StreamedFrame> StreamHarness::take() {
  std::vector<StreamedFrame> frames;
  while (const Owned<GstBuffer> buffer{gst_harness_try_pull(get())})
    frames.push_back({read(format_, size_, buffer.get()), GST_BUFFER_PTS(buffer.get()),
                      GST_BUFFER_DURATION(buffer.get())});
  return frames;
}

void StreamHarness::event(GstEvent* event) {
  EXPECT_TRUE(gst_harness_push_event(get(), event));
}

void StreamHarness::change_caps(GstVideoFormat format, Size size) {
  set_caps(format, size);
  format_ = format;
  size_ = size;
}

GstEvent* new_segment() {
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  return gst_event_new_segment(&segment);
}

void expect_random_frames(const std::vector<StreamedFrame>& got, int first, int end,
                          GstVideoFormat format, Size size) {
  constexpr GstClockTime kFrame = 40 * GST_MSECOND;
  ASSERT_EQ(static_cast<int>(got.size()), end - first);
  for (int i = first; i < end; ++i) {
    const StreamedFrame& frame = got[static_cast<std::size_t>(i - first)];
    const Picture want = random_picture(format, size, static_cast<unsigned>(i + 1));
    EXPECT_EQ(largest_difference(frame.picture, want), 0) << "frame " << i;
    EXPECT_EQ(frame.pts, static_cast<GstClockTime>(i) * kFrame);
    EXPECT_EQ(frame.duration, kFrame);
  }
}

}  // namespace fftcore::test
