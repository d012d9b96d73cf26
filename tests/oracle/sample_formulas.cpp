// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sample_formulas.h"

#include "channel_bits.h"

namespace oracle {
namespace {

std::complex<double> sample_of(const Samples& samples, std::size_t at) {
  return {samples.values[at], samples.imaginary.empty() ? 0 : samples.imaginary[at]};
}

}  // namespace

Samples operated(const Samples& samples, const FormulaCase& formula, std::uint32_t copied,
                 bool to_complex, const std::array<double, 8>& parameters, const Samples* second) {
  Samples result = samples;
  if (to_complex) result.imaginary.resize(result.values.size());
  for (std::int64_t f = 0; f < samples.frames; ++f)
    for (std::int64_t c = 0; c < samples.channels; ++c) {
      if (names(copied, c)) continue;
      for (std::int64_t z = 0; z < samples.slices; ++z)
        for (std::int64_t y = 0; y < samples.rows; ++y)
          for (std::int64_t x = 0; x < samples.columns; ++x) {
            const std::size_t at = samples.index(f, c, z, y, x);
            FormulaValues place{static_cast<double>(x), static_cast<double>(y),
                                static_cast<double>(z), static_cast<double>(c),
                                static_cast<double>(f), parameters};
            if (second != nullptr) place.w = sample_of(*second, at);
            const std::complex<double> value = formula.function(sample_of(samples, at), place);
            result.values[at] = value.real();
            if (to_complex) result.imaginary[at] = value.imag();
          }
    }
  return result;
}

}  // namespace oracle
