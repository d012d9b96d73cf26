// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_window.h"

#include <algorithm>

namespace fftcore::gst {

void FrameWindow::add(GstBuffer* frame, int before) {
  // What take() gave is done with by now.
  while (done_ > static_cast<std::size_t>(before)) {
    frames_.pop_front();
    --done_;
  }
  if (has_ended_) clear();
  frames_.emplace_back(frame);
}

void FrameWindow::clear() {
  frames_.clear();
  done_ = 0;
  has_ended_ = false;
}

bool FrameWindow::is_due(int after, int to_come) const {
  const std::size_t waits_for = has_ended_ ? 0 : static_cast<std::size_t>(after);
  return done_ + waits_for < frames_.size() + static_cast<std::size_t>(to_come);
}

GstBuffer* FrameWindow::first_to_come() const {
  return done_ < frames_.size() ? frames_[done_].get() : nullptr;
}

DueFrame FrameWindow::take(int before, int after) {
  const std::size_t first = done_ - std::min(done_, static_cast<std::size_t>(before));
  const std::size_t end = std::min(frames_.size(), done_ + static_cast<std::size_t>(after) + 1);
  DueFrame due;
  due.index = done_ - first;
  for (std::size_t i = first; i < end; ++i) due.frames.push_back(frames_[i].get());
  ++done_;
  return due;
}

}  // namespace fftcore::gst
