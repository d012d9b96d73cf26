// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_harness.h"

namespace fftcore::test {

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
