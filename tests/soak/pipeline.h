// SPDX-License-Identifier: LGPL-2.1-or-later
// One pipeline of a soak: a source, a filter whose properties change, a sink that counts frames.
#pragma once

#include <gst/gst.h>

#include <atomic>
#include <cstddef>
#include <string>

namespace fftcore::soak {

/// Why a pipeline of this line does not begin, such as a backend that is not here; empty where it
/// does.
std::string trouble_of_start(const std::string& line);

class Pipeline {
 public:
  /// A line for gst-launch-1.0 with an fftfilter or fftdenoise named f and a fakesink named s,
  /// which plays from now on. Ends the program where it is none. With a capsfilter named c more
  /// than properties changes. `number` says with which step it begins, so that no two do the same.
  /// `plan_changes`: settings that take another plan change too, not only values.
  Pipeline(const std::string& line, std::size_t number, bool plan_changes);
  ~Pipeline();
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  /// New properties, another size, a seek to the start, or through NULL: one after the other, round
  /// and round. Prints what was wrong, and returns false.
  bool step();
  /// Steps of a round.
  std::size_t steps() const;
  long frames() const { return frames_; }

  /// Whether frames came since the last call, and no error, warning or end of stream. Prints what
  /// is wrong.
  bool is_well();

 private:
  bool is_quiet();
  void change(std::size_t which);
  void renegotiate();

  std::size_t settings_ = 0;  // how many of all settings are used
  GstElement* pipeline_ = nullptr;
  GstElement* filter_ = nullptr;
  GstElement* caps_ = nullptr;  // none: properties alone change
  GstBus* bus_ = nullptr;
  std::atomic<long> frames_ = 0;
  long frames_before_ = 0;
  std::size_t next_ = 0;  // step
};

}  // namespace fftcore::soak
