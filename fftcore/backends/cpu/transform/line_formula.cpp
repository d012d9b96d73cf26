// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_formula.h"

#include <algorithm>

#include "line_access.h"
#include "transform_formulas.h"

namespace fftcore {

template <class Real>
LineFormula<Real>::LineFormula(const Transform& transform, const LinePass& pass, bool is_load)
    : pass_(pass),
      axes_(transform.axes.size()),
      scale_(is_load ? Real(1) : static_cast<Real>(pass.scale)),
      is_load_(is_load) {
  const SampleFormula formula = is_load ? load_formula(transform) : store_formula(transform);
  if (!formula.exists()) return;
  program_.emplace(formula);
  for (std::size_t axis = 0; axis < axes_; ++axis) points_[axis] = transform.axes[axis].extent;
}

template <class Real>
SampleRun LineFormula<Real>::line(std::int64_t index) const {
  SampleRun run;
  run.points = points_;
  run.step[pass_.axis] = 1;
  std::int64_t transforms = 1;  // of the batch, so far
  for (std::size_t i = 0; i < pass_.axes.size(); ++i) {
    const PointSpan& numbers = pass_.axes[i].numbers;
    const std::int64_t number = numbers.point(index % numbers.count);
    index /= numbers.count;
    // The Transform's other axes come first, then its batches.
    if (i + 1 < axes_) {
      run.first[i < pass_.axis ? i : i + 1] = number;
    } else {
      run.frame += transforms * number;
      transforms *= numbers.count;
    }
  }
  return run;
}

template <class Real>
template <class Number, class At>
void LineFormula<Real>::operate(SampleRun run, std::int64_t first, std::int64_t end,
                                const Parameters& parameters, At at) const {
  constexpr std::int64_t kValues = 256;  // at a time, on the stack
  std::array<Number, kValues> some;
  for (std::int64_t begin = first; begin < end; begin += kValues) {
    const std::int64_t count = std::min(kValues, end - begin);
    for (std::int64_t i = 0; i < count; ++i)
      some[static_cast<std::size_t>(i)] = at(begin + i) * scale_;
    run.first[pass_.axis] = begin;
    (*program_)(run, parameters, count, some.data());
    for (std::int64_t i = 0; i < count; ++i) at(begin + i) = some[static_cast<std::size_t>(i)];
  }
}

template <class Real>
void LineFormula<Real>::operator()(std::int64_t block, const Parameters& parameters,
                                   std::complex<Real>* rows) const {
  const LineSide& side = is_load_ ? pass_.from : pass_.to;
  const std::int64_t lanes = pass_.lanes, first = block * lanes,
                     count = std::min(lanes, pass_.lines - first);
  Real* const values = reinterpret_cast<Real*>(rows);
  const RealRows real(pass_);
  for (std::int64_t lane = 0; lane < count; ++lane) {
    const SampleRun run = line(first + lane);
    const auto some = [&](std::int64_t begin, std::int64_t end) {
      if (side.is_real)
        operate<Real>(run, begin, end, parameters,
                      [&](std::int64_t i) -> Real& { return values[real(i, lane)]; });
      else
        operate<std::complex<Real>>(
            run, begin, end, parameters,
            [&](std::int64_t i) -> std::complex<Real>& { return rows[i * lanes + lane]; });
    };
    for_each_range(side.span, some);
    if (side.is_packed && side.span.contains(PointSpan(0, 1, side.span.around)))
      some(pass_.points / 2, pass_.points / 2 + 1);
  }
}

template class LineFormula<float>;
template class LineFormula<double>;

}  // namespace fftcore
