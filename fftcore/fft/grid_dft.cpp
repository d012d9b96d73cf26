// SPDX-License-Identifier: LGPL-2.1-or-later
#include "grid_dft.h"

#include <algorithm>
#include <memory>

#include "aligned_array.h"
#include "any_length.h"
#include "stockham_engine.h"

namespace fftcore {
namespace {

using Values = std::vector<std::complex<double>>;

/// Lines that are transformed together: a row of them is four cache lines, and all of them stay in
/// the cache.
constexpr std::size_t kLanes = 16;

/// One axis: lines of n values, which lie `stride` apart.
class GridAxis {
 public:
  GridAxis(std::size_t n, std::size_t stride, Direction direction)
      : n_(n), stride_(stride), direction_(direction), lengths_(stockham_engine()->f64()) {}

  void transform(Values& values) {
    if (n_ == 1) return;
    const std::size_t lines = values.size() / n_;
    for (std::size_t first = 0; first < lines; first += kLanes)
      transform(values, first, std::min(kLanes, lines - first));
  }

 private:
  /// Where line number `line` begins.
  std::size_t begin_of(std::size_t line) const {
    return line / stride_ * stride_ * n_ + line % stride_;
  }

  void transform(Values& values, std::size_t first, std::size_t lanes) {
    if (lanes != lanes_) plan(lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane)
      for (std::size_t i = 0, at = begin_of(first + lane); i < n_; ++i, at += stride_)
        from_.data()[i * lanes + lane] = values[at];
    if (direction_ == Direction::forward)
      lines_->forward(from_.data(), to_.data());
    else
      lines_->inverse(from_.data(), to_.data());
    for (std::size_t lane = 0; lane < lanes; ++lane)
      for (std::size_t i = 0, at = begin_of(first + lane); i < n_; ++i, at += stride_)
        values[at] = to_.data()[i * lanes + lane];
  }

  void plan(std::size_t lanes) {
    const auto points = static_cast<std::int64_t>(n_),
               side_by_side = static_cast<std::int64_t>(lanes);
    lines_ = lengths_.complex(points, side_by_side);
    from_ = AlignedArray<std::complex<double>>(points * side_by_side);
    to_ = AlignedArray<std::complex<double>>(points * side_by_side);
    lanes_ = lanes;
  }

  std::size_t n_, stride_;
  Direction direction_;
  LengthsOf<double> lengths_;
  std::size_t lanes_ = 0;
  std::unique_ptr<ComplexTransformOf<double>> lines_;
  AlignedArray<std::complex<double>> from_, to_;
};

}  // namespace

void grid_dft(Values& values, Extent extent, Direction direction) {
  const auto columns = static_cast<std::size_t>(extent.columns);
  const auto rows = static_cast<std::size_t>(extent.rows);
  const auto slices = static_cast<std::size_t>(extent.slices);
  GridAxis(columns, 1, direction).transform(values);
  GridAxis(rows, columns, direction).transform(values);
  GridAxis(slices, columns * rows, direction).transform(values);
}

}  // namespace fftcore
