// SPDX-License-Identifier: LGPL-2.1-or-later
// fftstabilize between two pads of the test's own, and what it says of a frame.
#pragma once

#include <optional>

#include "fftcore/motion.h"
#include "filter_harness.h"

namespace fftcore::test {

/// What motion may be off by, in pixels.
inline constexpr double kShiftError = 0.06;

struct Said {
  double dx = 0;
  double dy = 0;
  double correction_x = 0;
  double correction_y = 0;
  double confidence = 0;
  bool is_known = false;
  bool is_turning = false;
  MotionMap motion, correction;
  // Of messages only.
  GstClockTime timestamp = GST_CLOCK_TIME_NONE;
  GstClockTime stream_time = GST_CLOCK_TIME_NONE;
  GstClockTime running_time = GST_CLOCK_TIME_NONE;
  GstClockTime duration = GST_CLOCK_TIME_NONE;
};

/// Of the frame's only meta of that name, if it has one.
std::optional<Said> meta_of(GstBuffer* buffer);

class StabilizeHarness : public FilterHarness {
 public:
  StabilizeHarness(GstVideoFormat format, Size size, const Properties& properties)
      : FilterHarness(format, size, properties, "fftstabilize") {}

  std::optional<Said> push_and_read_meta(const Picture& picture);

  /// The last message; those before it are dropped. Fails the test where there is none.
  Said message();
  /// How many there are, which are dropped.
  int messages();

 private:
  int pushed_ = 0;
};

}  // namespace fftcore::test
