// SPDX-License-Identifier: LGPL-2.1-or-later
// The frames that work on one needs: it, some before it, some after it. It holds them, and says
// when a frame is due.
#pragma once

#include <gst/gst.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace fftcore::gst {

/// A frame that is due, and its neighbours in the order of time, as many as there are of those that
/// are wanted; all held by the FrameWindow until its next call.
struct DueFrame {
  std::vector<GstBuffer*> frames;
  std::size_t index = 0;  ///< of the frame itself
  GstBuffer* frame() const { return frames[index]; }
};

class FrameWindow {
 public:
  /// Takes a frame, and drops those that are done, but for the last `before`.
  void add(GstBuffer* frame, int before);
  /// No frame is to come that has to do with those that are held.
  void end() { has_ended_ = true; }
  /// All are dropped.
  void clear();

  /// The frame that came last, or null where none is held.
  GstBuffer* last() const { return frames_.empty() ? nullptr : frames_.back().get(); }
  /// Whether a frame would be due, had `to_come` more been added.
  bool is_due(int after, int to_come = 0) const;
  /// The frame that take() gives, or null where there is none.
  GstBuffer* first_to_come() const;
  /// The first frame that is due, which is done then. Needs is_due(). Once the last one is done
  /// that had ended, all begins anew.
  DueFrame take(int before, int after);

 private:
  struct Unref {
    void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
  };
  std::deque<std::unique_ptr<GstBuffer, Unref>> frames_;
  std::size_t done_ = 0;  // of frames_: the first ones, which only help now
  bool has_ended_ = false;
};

}  // namespace fftcore::gst
