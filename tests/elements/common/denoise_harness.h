// SPDX-License-Identifier: LGPL-2.1-or-later
// fftdenoise between two pads of the test's own.
#pragma once

#include <span>
#include <vector>

#include "fftcore/backend.h"
#include "stream_harness.h"

namespace fftcore::test {

using Denoised = StreamedFrame;

class DenoiseHarness : public StreamHarness {
 public:
  DenoiseHarness(GstVideoFormat format, Size size, const Properties& properties)
      : StreamHarness(format, size, properties, "fftdenoise") {}
};

/// What the library makes of brightness, or of grey, by itself: of frames[before].
std::vector<int> denoised_by_library(const Denoise& denoise, std::span<const Picture> frames);

}  // namespace fftcore::test
