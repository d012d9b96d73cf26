// SPDX-License-Identifier: LGPL-2.1-or-later
// fftcorrelate between two pads of the test's own, and what it says of frames.
#pragma once

#include "filter_harness.h"

namespace fftcore::test {

struct Place {
  double x = 0;
  double y = 0;
  int width = 0;
  int height = 0;
  double score = 0;
  double confidence = 0;
};

/// How far a place that is found may be from where a part of a picture lies, in pixels. Pictures
/// are noise, whose scores beside the peak bend the parabola through them; smooth ones are found
/// to 0.02.
inline constexpr double kPlaceError = 0.05;

/// A message of the element.
struct Finding {
  GstClockTime timestamp = GST_CLOCK_TIME_NONE;
  GstClockTime stream_time = GST_CLOCK_TIME_NONE;
  GstClockTime running_time = GST_CLOCK_TIME_NONE;
  GstClockTime duration = GST_CLOCK_TIME_NONE;
  Place best;
  std::vector<Place> peaks;
};

struct Region {
  std::string type;
  int id = -1;
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  Place parameters;
};

/// Those that the element attached.
std::vector<Region> regions_of(GstBuffer* buffer);

struct Part {
  int x;
  int y;
  int width;
  int height;
};

/// As a property's text.
std::string text_of(const Part& part);

/// What `from` shows in `part` appears in `to` at (x, y), mixed with what is there: all of it, or a
/// share. First plane only.
void plant(Picture& to, const Picture& from, const Part& part, int x, int y, double share = 1);

class CorrelateHarness : public FilterHarness {
 public:
  CorrelateHarness(GstVideoFormat format, Size size, const Properties& properties)
      : FilterHarness(format, size, properties, "fftcorrelate") {}

  /// All messages since the last call, in order.
  std::vector<Finding> findings();
  std::vector<Report> warnings();
  std::vector<Report> errors();
  /// Of this frame alone; fails the test where there is more than one message.
  std::vector<Place> places_in(const Picture& picture);

 private:
  void sort_messages();

  std::vector<Finding> findings_;
  std::vector<Report> warnings_;
  std::vector<Report> errors_;
};

/// An element's pad `template`, and who sends pictures to it.
class TemplateSender {
 public:
  explicit TemplateSender(GstElement* element);
  ~TemplateSender();
  TemplateSender(const TemplateSender&) = delete;
  TemplateSender& operator=(const TemplateSender&) = delete;

  /// Sends caps where they are new. May wait for the element.
  GstFlowReturn push(const Picture& picture);
  bool push_event(GstEvent* event);

 private:
  Owned<GstElement> element_;
  GstPad* source_;
  GstPad* sink_;
  std::string caps_;
};

}  // namespace fftcore::test
