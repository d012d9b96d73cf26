// SPDX-License-Identifier: LGPL-2.1-or-later
// An element for video in a stream between two pads of the test's own: frames may come out later
// than they go in.
#pragma once

#include <vector>

#include "filter_harness.h"

namespace fftcore::test {

/// A frame that came out.
struct StreamedFrame {
  Picture picture;
  GstClockTime pts = GST_CLOCK_TIME_NONE;
  GstClockTime duration = GST_CLOCK_TIME_NONE;
};

class StreamHarness : public FilterHarness {
 public:
  StreamHarness(GstVideoFormat format, Size size, const Properties& properties, const char* element)
      : FilterHarness(format, size, properties, element), format_(format), size_(size) {}

  /// Pushes the picture as frame number `index`.
  void give(const Picture& picture, int index, bool is_discontinuity = false);
  /// What has come out since the last call.
  std::vector<StreamedFrame> take();
  void event(GstEvent* event);
  void change_caps(GstVideoFormat format, Size size);

 private:
  GstVideoFormat format_;
  Size size_;
};

/// A segment of time from 0 on.
GstEvent* new_segment();

/// Frames [first, end) of random_picture(format, size, number + 1), as they went in, at their
/// times.
void expect_random_frames(const std::vector<StreamedFrame>& got, int first, int end,
                          GstVideoFormat format, Size size);

}  // namespace fftcore::test
