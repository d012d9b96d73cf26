// SPDX-License-Identifier: LGPL-2.1-or-later
#include "warp_places.h"

#include <array>

#include "edge_index.h"
#include "interpolation_weights.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

constexpr const char* kMap = "second";

/// What a number of a place is: `column` times the pixel's column, `row` times its row, and more.
struct Terms {
  Expr column, row, more;

  Expr at(const Expr& x, const Expr& y) const { return fma(column, x, fma(row, y, more)); }
};

class MapReader {
 public:
  MapReader(Builder& b, const WarpSpec& spec) : b_(b), spec_(spec) {
    b_.buffer(kMap, Storage::f32, ast::Access::constant);
    stride_ = b_.scalar(std::string(kMap) + "_row_stride", ast::Type::i32);
  }

  /// W by the pixel's numbers.
  Terms divisor() { return named(of_pixels(2)); }

  /// X or Y, less W times the origin, over the scale: what, divided by W, is the input's column or
  /// row. The identity stays exact: nothing is divided that was multiplied before.
  Terms position(int axis, const std::optional<Terms>& divisor) {
    const double scale = axis == 0 ? spec_.scale_x : spec_.scale_y,
                 origin = axis == 0 ? spec_.origin_x : spec_.origin_y;
    const std::array<Expr, 3> m = numbers(axis);
    Terms terms{m[0] * real(spec_.scale_x / scale), m[1] * real(spec_.scale_y / scale), more_of(m)};
    if (divisor && origin != 0) {
      terms.column = fma(divisor->column, real(-origin / scale), terms.column);
      terms.row = fma(divisor->row, real(-origin / scale), terms.row);
      terms.more = fma(divisor->more, real(-origin), terms.more);
    } else if (origin != 0) {
      terms.more = terms.more - real(origin);
    }
    terms.more = terms.more / real(scale);
    return named(terms);
  }

 private:
  std::array<Expr, 3> numbers(int line) {
    const auto number = [&](int i) {
      return b_.let("m", ast::LoadGlobal{kMap, *stride_ * line + i, 1});
    };
    const Expr first = number(0);
    const Expr second = number(1);
    return {first, second, number(2)};
  }
  Expr more_of(const std::array<Expr, 3>& m) const {
    return fma(m[0], real(spec_.origin_x), fma(m[1], real(spec_.origin_y), m[2]));
  }
  Terms of_pixels(int line) {
    const std::array<Expr, 3> m = numbers(line);
    return {m[0] * real(spec_.scale_x), m[1] * real(spec_.scale_y), more_of(m)};
  }
  Terms named(const Terms& terms) {
    const Expr column = b_.let("a", terms.column);
    const Expr row = b_.let("b", terms.row);
    return {column, row, b_.let("c", terms.more)};
  }

  Builder& b_;
  const WarpSpec& spec_;
  std::optional<Expr> stride_;
};

/// Indices of `count` neighbours from `first` on, which is one of the range.
std::vector<Expr> indices_of(Builder& b, const Expr& first, Range range, int count,
                             std::int64_t extent, EdgeMode edge) {
  std::vector<Expr> indices;
  const auto add = [&](const Expr& index) { indices.push_back(b.let("i", index)); };
  if (edge == EdgeMode::constant || edge == EdgeMode::replicate || extent == 1) {
    for (int k = 0; k < count; ++k)
      add(edge_index(first + k, {range.least + k, range.most + k}, extent, edge));
    return indices;
  }
  // One division for all of them: the first one goes to the first period.
  const std::int64_t period = edge == EdgeMode::wrap      ? extent
                              : edge == EdgeMode::reflect ? 2 * extent
                                                          : 2 * extent - 2;
  const Expr begin = b.let("begin", edge_index(first, range, period, EdgeMode::wrap));
  for (int k = 0; k < count; ++k) {
    const Expr position =
        b.let("i", edge_index(begin + k, {k, period - 1 + k}, period, EdgeMode::wrap));
    add(edge == EdgeMode::wrap ? position : edge_index(position, {0, period - 1}, extent, edge));
  }
  return indices;
}

}  // namespace

WarpPlace warp_place(Builder& b, const WarpSpec& spec, const Expr& row, const Expr& column) {
  const Expr x = b.let("x", ast::Cast{ast::Type::real, column});
  const Expr y = b.let("y", ast::Cast{ast::Type::real, row});
  MapReader map(b, spec);
  std::optional<Terms> divisor;
  if (spec.is_projective) divisor = map.divisor();
  Expr across = map.position(0, divisor).at(x, y);
  Expr down = map.position(1, divisor).at(x, y);
  if (divisor) {
    const Expr w = b.let("w", divisor->at(x, y));
    across = across / w;
    down = down / w;
  }
  across = b.let("x", across);
  down = b.let("y", down);
  // Not so of what is no number.
  const auto is_near = [](const Expr& place) {
    return both(less_equal(real(-static_cast<double>(kMaxWarpPlace)), place),
                less_equal(place, real(static_cast<double>(kMaxWarpPlace))));
  };
  const Expr is_somewhere = b.let("is_somewhere", both(is_near(across), is_near(down)));
  const Expr safe_x = b.let("x", select(is_somewhere, across, real(0)));
  const Expr safe_y = b.let("y", select(is_somewhere, down, real(0)));
  return {is_somewhere, safe_x, safe_y};
}

WarpSamples warp_samples(Builder& b, const WarpSpec& spec, const Expr& place, int extent) {
  const bool is_nearest = spec.interpolation == Interpolation::nearest;
  const int count = samples_of(spec.interpolation), lead = lead_of(spec.interpolation);
  const Expr floor =
      b.let("floor", ast::Call{ast::Builtin::floor, {is_nearest ? place + real(0.5) : place}});
  const Expr first = b.let("first", Expr(ast::Cast{ast::Type::i32, floor}) - lead);
  const Range range{-kMaxWarpPlace - lead, kMaxWarpPlace + 1 - lead};
  WarpSamples samples;
  if (is_nearest)
    samples.weights = {real(1)};
  else
    samples.weights = interpolation_weights(b, spec.interpolation, b.let("part", place - floor));
  samples.indices = indices_of(b, first, range, count, extent, spec.edge);
  if (spec.edge == EdgeMode::constant)
    for (int k = 0; k < count; ++k)
      samples.inside.push_back(
          b.let("inside", is_inside(first + k, {range.least + k, range.most + k}, extent)));
  return samples;
}

}  // namespace fftcore
