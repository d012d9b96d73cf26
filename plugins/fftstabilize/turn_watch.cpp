// SPDX-License-Identifier: LGPL-2.1-or-later
#include "turn_watch.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace fftcore::gst::stabilize {
namespace {

// A quarter's least side: smaller ones have little to measure shifts by.
constexpr int kLeastSide = 48;

// Confidence of a quarter's shift that counts.
constexpr double kLeastConfidence = 0.3;

// Looks that have to see a turn, of the last ones.
constexpr int kLeastSeen = 2;

double median(std::array<double, 4> values) {
  std::ranges::sort(values);
  return (values[1] + values[2]) / 2;
}

template <class Part>
double median_of(const std::array<Vector, 4>& shifts, Part part) {
  return median({part(shifts[0]), part(shifts[1]), part(shifts[2]), part(shifts[3])});
}

}  // namespace

double turn_of(const std::array<Vector, 4>& shifts, double columns, double rows) {
  const Vector whole{median_of(shifts, [](Vector shift) { return shift.x; }),
                     median_of(shifts, [](Vector shift) { return shift.y; })};
  const double length = std::hypot(columns, rows);
  std::array<double, 4> along{};  // of what a turn moves a quarter's middle along
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    const double x = (i % 2 == 0 ? -columns : columns) / length,
                 y = (i < 2 ? -rows : rows) / length;
    const Vector own = shifts[i] - whole;
    along[i] = x * own.y - y * own.x;
  }
  return median(along);
}

TurnWatch::TurnWatch(std::shared_ptr<Engine> engine, const LumaSignal& signal)
    : engine_(std::move(engine)), signal_(signal) {
  const Extent extent = signal.planes.front().layout.extent();
  const int columns = static_cast<int>(extent.columns / 2),
            rows = static_cast<int>(extent.rows / 2);
  if (std::min(columns, rows) < kLeastSide) return;
  for (std::size_t i = 0; i < quarters_.size(); ++i) {
    quarters_[i] = {i % 2 == 0 ? 0 : columns, i < 2 ? 0 : rows, columns, rows};
    PhaseCorrelation correlation = phase_correlation(part_of(signal, quarters_[i]));
    correlation.weights = signal.weights;
    correlations_[i] = engine_->compile(correlation);
  }
}

void TurnWatch::begin(const MappedFrame& frame) {
  turns_ = {};
  refer_to(frame);
}

void TurnWatch::refer_to(const MappedFrame& frame) {
  frames_ = 0;
  if (correlations_.front() == nullptr) return;
  for (std::size_t i = 0; i < quarters_.size(); ++i) {
    correlations_[i]->set_reference(engine_->queue(),
                                    view_.part(*engine_, signal_, frame, quarters_[i]));
    engine_->queue().wait();  // the view may be a copy, which the next one takes the place of
  }
}

bool TurnWatch::measure(const MappedFrame& frame) {
  bool are_known = true;
  for (std::size_t i = 0; i < quarters_.size(); ++i) {
    PhaseExecutable& correlation = *correlations_[i];
    correlation.run(engine_->queue(), view_.part(*engine_, signal_, frame, quarters_[i]));
    const std::span<const Peak> peaks = correlation.peaks();
    are_known = are_known && !peaks.empty() && peaks.front().confidence >= kLeastConfidence;
    if (!peaks.empty()) shifts_[i] = {peaks.front().x, peaks.front().y};
  }
  return are_known;
}

void TurnWatch::judge(double turn) {
  std::shift_right(turns_.begin(), turns_.end(), 1);
  turns_.front() = turn;
  const double all = std::accumulate(turns_.begin(), turns_.end(), 0.0);
  const bool has_turned = std::abs(turn) >= kLeast || std::abs(all) >= 2 * kLeast;
  std::shift_right(has_seen_.begin(), has_seen_.end(), 1);
  has_seen_.front() = has_turned;
  calm_looks_ = has_turned ? 0 : calm_looks_ + 1;
  is_turning_ =
      is_turning_ ? calm_looks_ < kCalm : std::ranges::count(has_seen_, true) >= kLeastSeen;
}

void TurnWatch::look(const MappedFrame& frame) {
  if (correlations_.front() == nullptr) return;
  ++frames_;
  if (frames_ == kSpan && measure(frame))
    judge(turn_of(shifts_, quarters_[0].width, quarters_[0].height));
  if (frames_ == kPeriod) refer_to(frame);
}

}  // namespace fftcore::gst::stabilize
