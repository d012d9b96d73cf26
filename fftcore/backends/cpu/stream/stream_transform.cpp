// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stream_transform.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stream_loops.h"

namespace fftcore {
namespace {

/// Least points of a row, where there are columns.
constexpr std::int64_t kLeastRow = 256;

std::int64_t rows_of(std::int64_t points, std::int64_t most_at_once) {
  std::int64_t rows = 1;
  if (points > most_at_once)
    while (points / rows > kLeastRow && points / rows > 8 * rows) rows *= 2;
  return rows;
}

template <class Real>
std::complex<Real> root(std::int64_t part, std::int64_t whole) {
  const double angle =
      -2 * std::numbers::pi * static_cast<double>(part % whole) / static_cast<double>(whole);
  return {static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle))};
}

}  // namespace

template <class Real>
StreamTransform<Real>::StreamTransform(std::int64_t points, const EngineOf<Real>& engine,
                                       std::int64_t most_at_once)
    : rows_(rows_of(points, most_at_once)),
      columns_(points / rows_),
      lanes_(rows_ > 32 ? 16 : 32),
      column_steps_(rows_ > 1 ? columns_ / lanes_ : 0),
      row_steps_(rows_),
      along_row_(engine.complex(columns_, 1)),
      weights_(points) {
  for (std::int64_t n = 0; n < points; ++n) weights_[n] = root<Real>(n, 4 * points);
  std::int64_t values = columns_;
  if (rows_ > 1) {
    along_columns_ = engine.complex(rows_, lanes_);
    twiddles_ = AlignedArray<Complex>(points);
    for (std::int64_t r = 0; r < rows_; ++r)
      for (std::int64_t c = 0; c < columns_; ++c)
        twiddles_[r * columns_ + c] = root<Real>(r * c, points);
    work_ = AlignedArray<Complex>(points);
    values = std::max(values, rows_ * lanes_);
  }
  from_ = AlignedArray<Complex>(values);
  to_ = AlignedArray<Complex>(values);
}

template <class Real>
void StreamTransform<Real>::forward(std::int64_t number, const Real* older, const Real* newer,
                                    std::int64_t step, Real* spectrum) {
  if (number < column_steps_) {
    const std::int64_t first = number * lanes_;
    for (std::int64_t r = 0; r < rows_; ++r) {
      const std::int64_t at = r * columns_ + first;
      load_weighted(older + at, newer + at, &weights_[at], lanes_, &from_[r * lanes_]);
    }
    along_columns_->forward(from_.data(), to_.data());
    for (std::int64_t r = 0; r < rows_; ++r) {
      const std::int64_t at = r * columns_ + first;
      turn(&to_[r * lanes_], &twiddles_[at], lanes_, false, &work_[at]);
    }
    return;
  }
  const std::int64_t row = number - column_steps_;
  Complex* from = from_.data();
  if (rows_ > 1)
    from = &work_[row * columns_];
  else
    load_weighted(older, newer, weights_.data(), columns_, from);
  along_row_->forward(from, to_.data());
  to_groups(to_.data(), columns_, step, spectrum + row * columns_ / kGroup<Real> * step);
}

template <class Real>
void StreamTransform<Real>::inverse(std::int64_t number, const Real* spectrum, Real* newer) {
  if (number < row_steps_) {
    const std::int64_t at = number * columns_;
    from_groups(spectrum + 2 * at, columns_, from_.data());
    along_row_->inverse(from_.data(), to_.data());
    if (rows_ > 1)
      turn(to_.data(), &twiddles_[at], columns_, true, &work_[at]);
    else
      store_weighted(to_.data(), weights_.data(), columns_, newer);
    return;
  }
  const std::int64_t first = (number - row_steps_) * lanes_;
  for (std::int64_t r = 0; r < rows_; ++r)
    std::copy_n(&work_[r * columns_ + first], lanes_, &from_[r * lanes_]);
  along_columns_->inverse(from_.data(), to_.data());
  for (std::int64_t r = 0; r < rows_; ++r) {
    const std::int64_t at = r * columns_ + first;
    store_weighted(&to_[r * lanes_], &weights_[at], lanes_, newer + at);
  }
}

template class StreamTransform<float>;
template class StreamTransform<double>;

}  // namespace fftcore
