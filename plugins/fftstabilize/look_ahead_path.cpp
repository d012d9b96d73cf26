// SPDX-License-Identifier: LGPL-2.1-or-later
#include "look_ahead_path.h"

#include <algorithm>
#include <cmath>

namespace fftcore::gst::stabilize {
namespace {

MotionMap after(const MotionMap& next, const MotionMap& map) {
  MotionMap result = composed(next, map);
  for (double& number : result.numbers) number /= result.numbers[8];
  return result;
}

}  // namespace

/// The sums over a part's neighbours, and from these the weights of the line's value at 0.
class LookAheadPath::Line {
 public:
  Line(const std::vector<Neighbour>& neighbours, int smoothing) : smoothing_(smoothing) {
    for (const Neighbour& one : neighbours) {
      const double w = closeness(one.later), at = one.later;
      s0_ += w;
      s1_ += w * at;
      s2_ += w * at * at;
    }
  }

  double weight(int later) const {
    const double all = s0_ * s2_ - s1_ * s1_;
    if (!(all > 0)) return later == 0 ? 1 : 0;  // there are no neighbours
    return closeness(later) * (s2_ - s1_ * later) / all;
  }

 private:
  double closeness(int later) const {
    if (std::abs(later) > smoothing_ || smoothing_ == 0) return 0;
    const double part = static_cast<double>(later) / smoothing_;
    return std::exp(-part * part);
  }

  int smoothing_;
  double s0_ = 0, s1_ = 0, s2_ = 0;
};

void LookAheadPath::reset() {
  frames_.clear();
  taken_ = 0;
  held_ = {};
}

void LookAheadPath::add(const std::optional<MotionMap>& motion) {
  Frame frame{{}, frames_.empty()};
  if (motion && !frame.begins) {
    const MotionMap units = in_units(*motion, columns_, rows_);
    if (is_sound(units)) frame.motion = units;
  }
  frames_.push_back(frame);
}

void LookAheadPath::begin() {
  frames_.push_back({{}, true});
}

/// The mean of the nearest known ones on both sides where it is not known itself.
MotionMap LookAheadPath::motion_to(std::size_t frame) const {
  if (frames_[frame].motion) return *frames_[frame].motion;
  MotionMap sum;
  int known = 0;
  const auto look = [&](std::size_t at) {
    if (frames_[at].begins) return true;
    if (!frames_[at].motion) return false;
    add_parts(sum, *frames_[at].motion, {});
    ++known;
    return true;
  };
  for (std::size_t i = frame; i-- > 0;)
    if (look(i)) break;
  for (std::size_t i = frame + 1; i < frames_.size(); ++i)
    if (look(i)) break;
  return known == 2 ? toward_identity(sum, {0.5, 0.5, 0.5}) : sum;
}

void LookAheadPath::follow_held() {
  if (frames_[taken_].begins) {
    held_ = {};
    return;
  }
  held_ = after(held_, inverted(motion_to(taken_)));
  if (!is_sound(held_)) held_ = {};
}

MotionMap LookAheadPath::take(const Smoothing& smoothing, double max_shift) {
  follow_held();
  const int most = std::max({smoothing.shift, smoothing.turn, smoothing.zoom});
  neighbours_.assign({{0, {}}});
  MotionMap map;
  for (std::size_t i = taken_ + 1; i < frames_.size() && !frames_[i].begins; ++i) {
    map = after(motion_to(i), map);
    const int later = static_cast<int>(i - taken_);
    if (later > most || !is_sound(map)) break;
    neighbours_.push_back({later, map});
  }
  map = {};
  for (std::size_t i = taken_; i > 0 && !frames_[i].begins; --i) {
    map = after(inverted(motion_to(i)), map);
    const int later = static_cast<int>(i - 1) - static_cast<int>(taken_);
    if (-later > most || !is_sound(map)) break;
    neighbours_.push_back({later, map});
  }
  const Line shift(neighbours_, smoothing.shift), turn(neighbours_, smoothing.turn),
      zoom(neighbours_, smoothing.zoom);
  MotionMap shown;
  add_parts(shown, held_,
            factors_of(smoothing, [](int frames) { return frames == 0 ? 1.0 : 0.0; }));
  for (const auto& [later, to] : neighbours_)
    add_parts(shown, to, {shift.weight(later), turn.weight(later), zoom.weight(later)});

  ++taken_;
  while (taken_ > static_cast<std::size_t>(most) + 1) {
    frames_.pop_front();
    --taken_;
  }
  return in_pixels(limited(shown, max_shift, columns_, rows_), columns_, rows_);
}

}  // namespace fftcore::gst::stabilize
