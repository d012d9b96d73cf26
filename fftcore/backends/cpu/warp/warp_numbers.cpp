// SPDX-License-Identifier: LGPL-2.1-or-later
#include "warp_numbers.h"

#include <array>

#include "image_access.h"

namespace fftcore {
namespace {

/// A row of the map, of what x and y are by numbers of pixels. `scale` divides it, by columns and
/// by rows, but for `more`: so the identity stays exact.
WarpTerms terms_of(const Warp& warp, const std::array<double, 3>& map, double scale) {
  return {map[0] * (warp.scale_x / scale), map[1] * (warp.scale_y / scale),
          map[0] * warp.origin_x + map[1] * warp.origin_y + map[2]};
}

/// X or Y, less W times the origin, over the scale.
WarpTerms position_of(const Warp& warp, const std::array<double, 3>& map, const WarpTerms& w,
                      double scale, double origin) {
  const WarpTerms terms = terms_of(warp, map, scale);
  return {terms.column - w.column * (origin / scale), terms.row - w.row * (origin / scale),
          (terms.more - w.more * origin) / scale};
}

}  // namespace

WarpNumbers warp_numbers(const Warp& warp, const ConstBuffer& map) {
  const Layout layout = Layout::interleaved(SampleType::f32, {3, 3});
  const auto row = [&](std::int64_t i) {
    const auto* const numbers = static_cast<const float*>(row_of(map, layout, i));
    return std::array<double, 3>{numbers[0], numbers[1], numbers[2]};
  };
  WarpNumbers numbers;
  if (warp.is_projective) numbers.w = terms_of(warp, row(2), 1);
  numbers.x = position_of(warp, row(0), numbers.w, warp.scale_x, warp.origin_x);
  numbers.y = position_of(warp, row(1), numbers.w, warp.scale_y, warp.origin_y);
  return numbers;
}

}  // namespace fftcore
