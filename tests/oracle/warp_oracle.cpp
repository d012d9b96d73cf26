// SPDX-License-Identifier: LGPL-2.1-or-later
#include "warp_oracle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace oracle {

using fftcore::Interpolation, fftcore::Warp, fftcore::WarpMap;

namespace {

using Number = long double;

struct Point {
  Number x = 0, y = 0;
};

/// Where a pixel has its value from, in samples of the input, and how far off the library may be.
struct Place {
  Point at, error;
};

Place place_of(const Warp& warp, const WarpMap& map, Number column, Number row) {
  const Number x = warp.scale_x * column + warp.origin_x, y = warp.scale_y * row + warp.origin_y;
  const Number size_x = std::abs(warp.scale_x * column) + std::abs(warp.origin_x),
               size_y = std::abs(warp.scale_y * row) + std::abs(warp.origin_y);
  struct Sum {
    Number value, size;
  };
  const auto sum = [&](std::size_t i) -> Sum {
    const Number a = map.at(3 * i), b = map.at(3 * i + 1), c = map.at(3 * i + 2);
    return {a * x + b * y + c, std::abs(a) * size_x + std::abs(b) * size_y + std::abs(c)};
  };
  const Sum across = sum(0), down = sum(1), divisor = warp.is_projective ? sum(2) : Sum{1, 1};
  const bool is_in_double = is_double(warp.input.type) || is_double(warp.output.type);
  const Number u = std::ldexp(Number(1), is_in_double ? -53 : -24);
  const auto error = [&](const Sum& one, Number origin, Number scale) {
    return 8 * u *
           (one.size + (std::abs(origin) + std::abs(one.value / divisor.value)) * divisor.size) /
           (std::abs(divisor.value) * scale);
  };
  return {{(across.value / divisor.value - warp.origin_x) / warp.scale_x,
           (down.value / divisor.value - warp.origin_y) / warp.scale_y},
          {error(across, warp.origin_x, warp.scale_x), error(down, warp.origin_y, warp.scale_y)}};
}

/// Exact at whole numbers.
Number sinc(Number x) {
  if (x == std::floor(x)) return x == 0 ? 1 : 0;
  const Number angle = std::numbers::pi_v<Number> * x;
  return std::sin(angle) / angle;
}

Number weight(Interpolation interpolation, Number d) {
  d = std::abs(d);
  switch (interpolation) {
    case Interpolation::nearest: return 1;
    case Interpolation::bilinear: return std::max(1 - d, Number(0));
    case Interpolation::bicubic:
      if (d < 1) return Number(1.5) * d * d * d - Number(2.5) * d * d + 1;
      return d < 2 ? Number(-0.5) * d * d * d + Number(2.5) * d * d - 4 * d + 2 : 0;
    case Interpolation::lanczos: return d < 3 ? sinc(d) * sinc(d / 3) : 0;
  }
  return 0;
}

/// Samples along an axis, from `first` on, and their weights.
struct Neighbours {
  std::int64_t first = 0;
  std::vector<Number> weights;
};

Neighbours neighbours_of(Interpolation interpolation, Number place) {
  if (interpolation == Interpolation::nearest)
    return {static_cast<std::int64_t>(std::floor(place + Number(0.5))), {1}};
  Neighbours all;
  const int reach = interpolation == Interpolation::bilinear  ? 1
                    : interpolation == Interpolation::bicubic ? 2
                                                              : 3;
  all.first = static_cast<std::int64_t>(std::floor(place)) + 1 - reach;
  Number sum = 0;
  for (int k = 0; k < 2 * reach; ++k) {
    all.weights.push_back(weight(interpolation, place - static_cast<Number>(all.first + k)));
    sum += all.weights.back();
  }
  for (Number& one : all.weights) one /= sum;
  return all;
}

struct Value {
  Number value = 0;
  Number size = 0;  // of all samples that it is made of
};

Value value_at(const Warp& warp, const Samples& input, std::int64_t channel, const Point& place) {
  const Number farthest = 4194304;
  if (!(std::abs(place.x) <= farthest) || !(std::abs(place.y) <= farthest))
    return {warp.fill, std::abs(warp.fill)};
  const Neighbours across = neighbours_of(warp.interpolation, place.x),
                   down = neighbours_of(warp.interpolation, place.y);
  Value value;
  for (std::size_t i = 0; i < down.weights.size(); ++i)
    for (std::size_t j = 0; j < across.weights.size(); ++j) {
      const std::int64_t y = walk_edge(down.first + static_cast<std::int64_t>(i), input.rows,
                                       warp.edge),
                         x = walk_edge(across.first + static_cast<std::int64_t>(j), input.columns,
                                       warp.edge);
      const Number sample = y < 0 || x < 0 ? warp.fill : input.at(channel, y, x);
      value.value += down.weights[i] * across.weights[j] * sample;
      value.size += std::abs(sample);
    }
  return value;
}

/// Whether the sample that is nearest to the place is one of the image.
bool is_over(const Samples& image, const Point& place) {
  const auto along = [](Number at, std::int64_t extent) {
    return at >= Number(-0.5) && at < static_cast<Number>(extent) - Number(0.5);
  };
  return along(place.x, image.columns) && along(place.y, image.rows);
}

}  // namespace

Warped warped(const Warp& warp, const Samples& input, const WarpMap& map, const Samples& before) {
  Warped result{samples_of(warp.output), samples_of(warp.output)};
  const bool is_in_double = is_double(warp.input.type) || is_double(warp.output.type);
  const Number u = std::ldexp(Number(1), is_in_double ? -53 : -24);
  for (std::int64_t c = 0; c < result.exact.channels; ++c)
    for (std::int64_t y = 0; y < result.exact.rows; ++y)
      for (std::int64_t x = 0; x < result.exact.columns; ++x) {
        const auto [at, error] =
            place_of(warp, map, static_cast<Number>(x), static_cast<Number>(y));
        const auto result_at = [&](const Point& place) -> Value {
          if (warp.keeps_outside && !is_over(input, place)) return {before.at(c, y, x), 0};
          return value_at(warp, input, c, place);
        };
        const Value value = result_at(at);
        Number most = 0;
        for (const int across : {-1, 0, 1})
          for (const int down : {-1, 0, 1})
            most = std::max(most, std::abs(result_at({at.x + static_cast<Number>(across) * error.x,
                                                      at.y + static_cast<Number>(down) * error.y})
                                               .value -
                                           value.value));
        const Number rounding = warp.interpolation == Interpolation::nearest ? 0 : 8 * u;
        result.exact.at(c, y, x) = static_cast<double>(value.value);
        result.doubt.at(c, y, x) = static_cast<double>(Number(1.25) * most + rounding * value.size);
      }
  return result;
}

}  // namespace oracle
