// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_access.h"

#include <algorithm>

namespace fftcore {
namespace {

/// Calls visit(row, lane) for `rows` x `lanes`, along the lines where their points are close
/// together, else across.
template <class Visit>
void for_each_value(std::int64_t rows, std::int64_t lanes, std::int64_t stride, Visit visit) {
  if (stride == 1) {
    for (std::int64_t lane = 0; lane < lanes; ++lane)
      for (std::int64_t row = 0; row < rows; ++row) visit(row, lane);
  } else {
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t lane = 0; lane < lanes; ++lane) visit(row, lane);
  }
}

void clear_lanes(Complex* to, std::int64_t rows, std::int64_t first, std::int64_t lanes) {
  if (first < lanes)
    for (std::int64_t row = 0; row < rows; ++row)
      std::fill(to + row * lanes + first, to + (row + 1) * lanes, Complex{});
}

/// Value `i` of a real line in rows of `lanes`: two to a complex value where the length is even.
class RealRows {
 public:
  RealRows(std::int64_t points, std::int64_t lanes) : packed_(points % 2 == 0), lanes_(lanes) {}
  std::int64_t operator()(std::int64_t i, std::int64_t lane) const {
    return packed_ ? (i / 2 * lanes_ + lane) * 2 + i % 2 : (i * lanes_ + lane) * 2;
  }

 private:
  bool packed_;
  std::int64_t lanes_;
};

}  // namespace

LineBlock line_block(const LinePass& pass, std::int64_t block) {
  LineBlock lines;
  const std::int64_t first = block * pass.lanes;
  lines.count = std::min(pass.lanes, pass.lines - first);
  for (std::int64_t lane = 0; lane < lines.count; ++lane) {
    std::int64_t index = first + lane, from = pass.from.offset, to = pass.to.offset;
    for (const LineAxis& axis : pass.axes) {
      from += index % axis.extent * axis.from_stride;
      to += index % axis.extent * axis.to_stride;
      index /= axis.extent;
    }
    lines.from[static_cast<std::size_t>(lane)] = from;
    lines.to[static_cast<std::size_t>(lane)] = to;
  }
  return lines;
}

void gather_complex(const Complex* data, const LinePass& pass, const LineBlock& block,
                    std::int64_t rows, Complex* to) {
  const std::int64_t lanes = pass.lanes, stride = pass.from.stride;
  for_each_value(pass.from.count, block.count, stride, [&](std::int64_t row, std::int64_t lane) {
    to[row * lanes + lane] = data[block.from[static_cast<std::size_t>(lane)] + row * stride];
  });
  clear_lanes(to, pass.from.count, block.count, lanes);
  std::fill(to + pass.from.count * lanes, to + rows * lanes, Complex{});
}

void gather_real(const float* data, const LinePass& pass, const LineBlock& block, std::int64_t rows,
                 Complex* to) {
  const std::int64_t lanes = pass.lanes, stride = pass.from.stride;
  std::fill_n(to, rows * lanes, Complex{});
  float* const values = reinterpret_cast<float*>(to);
  const RealRows at(pass.points, lanes);
  for_each_value(pass.from.count, block.count, stride, [&](std::int64_t i, std::int64_t lane) {
    values[at(i, lane)] = data[block.from[static_cast<std::size_t>(lane)] + i * stride];
  });
}

void scatter_complex(const Complex* from, const LinePass& pass, const LineBlock& block,
                     Complex* data) {
  const std::int64_t lanes = pass.lanes, stride = pass.to.stride;
  for_each_value(pass.to.count, block.count, stride, [&](std::int64_t row, std::int64_t lane) {
    data[block.to[static_cast<std::size_t>(lane)] + row * stride] =
        from[row * lanes + lane] * pass.scale;
  });
}

void scatter_real(const Complex* from, const LinePass& pass, const LineBlock& block, float* data) {
  const std::int64_t lanes = pass.lanes, stride = pass.to.stride;
  const float* const values = reinterpret_cast<const float*>(from);
  const RealRows at(pass.points, lanes);
  for_each_value(pass.to.count, block.count, stride, [&](std::int64_t i, std::int64_t lane) {
    data[block.to[static_cast<std::size_t>(lane)] + i * stride] = values[at(i, lane)] * pass.scale;
  });
}

}  // namespace fftcore
