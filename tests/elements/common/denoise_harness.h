// SPDX-License-Identifier: LGPL-2.1-or-later
// fftdenoise between two pads of the test's own, and what comes out of a stream.
#pragma once

#include <span>
#include <vector>

#include "fftcore/backend.h"
#include "filter_harness.h"

namespace fftcore::test {

/// A frame that came out.
struct Denoised {
  Picture picture;
  GstClockTime pts = GST_CLOCK_TIME_NONE;
  GstClockTime duration = GST_CLOCK_TIME_NONE;
};

class DenoiseHarness : public FilterHarness {
 public:
  DenoiseHarness(GstVideoFormat format, Size size, const Properties& properties)
      : FilterHarness(format, size, properties, "fftdenoise"), format_(format), size_(size) {}

  /// Pushes the picture as frame number `index`.
  void give(const Picture& picture, int index, bool is_discontinuity = false);
  /// What has come out since the last call.
  std::vector<Denoised> take();
  void event(GstEvent* event);
  void change_caps(GstVideoFormat format, Size size);

 private:
  GstVideoFormat format_;
  Size size_;
};

/// What the library makes of brightness, or of grey, by itself: of frames[before].
std::vector<int> denoised_by_library(const Denoise& denoise, std::span<const Picture> frames);

}  // namespace fftcore::test
