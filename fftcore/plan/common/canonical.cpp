// SPDX-License-Identifier: LGPL-2.1-or-later
#include "canonical.h"

#include <algorithm>

#include "arithmetic.h"

namespace fftcore {
namespace {

std::int64_t origin_of_axis(Operation operation, Region region, std::int64_t taps) {
  const std::int64_t anchor = taps / 2;
  switch (region) {
    case Region::same: return operation == Operation::convolve ? anchor - (taps - 1) : -anchor;
    case Region::valid: return 0;
    case Region::full: return -(taps - 1);
  }
  return 0;
}

std::int64_t floor_mod(std::int64_t value, std::int64_t period) {
  const std::int64_t remainder = value % period;
  return remainder < 0 ? remainder + period : remainder;
}

}  // namespace

Origin origin_of(const Convolution& convolution) {
  return {origin_of_axis(convolution.operation, convolution.region, convolution.taps.rows),
          origin_of_axis(convolution.operation, convolution.region, convolution.taps.columns),
          origin_of_axis(convolution.operation, convolution.region, convolution.taps.slices)};
}

bool is_reversed(const Convolution& convolution) {
  return convolution.operation == Operation::correlate_image;
}

template <class Real>
std::vector<Real> correlation_taps(const Convolution& convolution, const Taps& taps) {
  const auto parts = static_cast<std::size_t>(parts_of(convolution)), count = taps.values.size();
  const bool is_turned = convolution.operation == Operation::convolve;
  std::vector<Real> turned(parts * count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = is_turned ? count - 1 - i : i;
    turned[parts * i] = static_cast<Real>(taps.values[from]);
    if (parts == 2 && !taps.imaginary.empty())
      turned[2 * i + 1] =
          static_cast<Real>(is_turned ? -taps.imaginary[from] : taps.imaginary[from]);
  }
  return turned;
}
template std::vector<float> correlation_taps(const Convolution&, const Taps&);
template std::vector<double> correlation_taps(const Convolution&, const Taps&);

EdgeRun edge_run(std::int64_t position, std::int64_t most, std::int64_t extent, EdgeMode edge) {
  const auto run = [&](std::int64_t source, std::int64_t step, std::int64_t count) {
    return EdgeRun{source, step, std::min(count, most)};
  };
  if (position >= 0 && position < extent) return run(position, 1, extent - position);
  const std::int64_t outside = position < 0 ? -position : most;  // positions before the image
  switch (edge) {
    case EdgeMode::constant: return run(-1, 0, outside);
    case EdgeMode::replicate: return run(position < 0 ? 0 : extent - 1, 0, outside);
    case EdgeMode::wrap: {
      const std::int64_t folded = floor_mod(position, extent);
      return run(folded, 1, extent - folded);
    }
    case EdgeMode::reflect: {  // period 2 N: 0 1 .. N-1 N-1 .. 1 0
      const std::int64_t folded = floor_mod(position, 2 * extent);
      if (folded < extent) return run(folded, 1, extent - folded);
      return run(2 * extent - 1 - folded, -1, 2 * extent - folded);
    }
    case EdgeMode::reflect_101: {  // period 2 N - 2: 0 1 .. N-1 N-2 .. 1
      if (extent == 1) return run(0, 0, most);
      const std::int64_t folded = floor_mod(position, 2 * extent - 2);
      if (folded < extent) return run(folded, 1, extent - folded);
      return run(2 * extent - 2 - folded, -1, 2 * extent - 2 - folded);
    }
  }
  return run(-1, 0, outside);
}

std::int64_t edge_index(std::int64_t position, std::int64_t extent, EdgeMode edge) {
  return edge_run(position, 1, extent, edge).source;
}

}  // namespace fftcore
