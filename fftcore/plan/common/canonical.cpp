// SPDX-License-Identifier: LGPL-2.1-or-later
#include "canonical.h"

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

}  // namespace fftcore
