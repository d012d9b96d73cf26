// SPDX-License-Identifier: LGPL-2.1-or-later
#include "taps_spectrum.h"

#include <cmath>
#include <type_traits>
#include <vector>

#include "arithmetic.h"
#include "band_taps.h"
#include "canonical.h"
#include "kept_taps.h"
#include "matrix_taps.h"
#include "real_band_taps.h"
#include "setting_checks.h"
#include "spectral_taps.h"
#include "taps_scale.h"

namespace fftcore {

TapsSpectrum transform_taps(GpuProgram& program, const Convolution& problem,
                            std::span<const Taps> taps, float gain) {
  check_taps(problem, taps);
  const LaunchPlan& plan = program.plan();
  if (plan.kept_taps && plan.kept_taps->body == DirectBody::matrices) {
    const MatrixTaps made = matrix_taps(*plan.kept_taps, problem, taps.front());
    return {&program, program.keep_taps(made.words), made.scale};
  }
  if (plan.kept_taps && plan.kept_taps->body == DirectBody::transforms) {
    const SpectralTaps made = spectral_taps(*plan.kept_taps, problem, taps.front());
    return {&program, program.keep_taps(made.words), made.scale};
  }
  if (plan.kept_taps && (plan.kept_taps->body == DirectBody::bands ||
                         plan.kept_taps->body == DirectBody::real_bands)) {
    const auto made = plan.kept_taps->body == DirectBody::bands
                          ? band_taps(*plan.kept_taps, problem, taps.front())
                          : real_band_taps(*plan.kept_taps, problem, taps.front());
    if (made && std::abs(gain) <= made->most_gain)
      return {&program, program.keep_taps(made->words), made->scale, 1, made->most_gain};
    TapsSpectrum other = transform_taps(*program.otherwise(), problem, taps, gain);
    if (made) other.most_gain = made->most_gain;
    return other;
  }
  if (plan.kept_taps)
    if (const auto numbers = kept_numbers(*plan.kept_taps, problem, taps.front()))
      return {&program, program.keep_taps(*numbers)};
  if (GpuProgram* const other = program.otherwise())
    return transform_taps(*other, problem, taps, gain);
  const float scale = taps_scale(problem, taps);
  const auto transformed = [&]<class Real>(std::vector<Real> values) {
    for (const Taps& one : taps) {
      std::vector<Real> turned = correlation_taps<Real>(problem, one);
      if constexpr (std::is_same_v<Real, float>)
        if (plan.even_odd) turned = even_odd_taps(*plan.even_odd, turned);
      for (const Real tap : turned) values.push_back(tap * scale);
    }
    return program.transform_taps(std::as_bytes(std::span(values)), problem.taps.columns);
  };
  auto spectrum =
      is_double(problem) ? transformed(std::vector<double>()) : transformed(std::vector<float>());
  return {&program, std::move(spectrum), scale,
          plan.has_product_gain ? product_gain(problem, taps, scale) : 1};
}

}  // namespace fftcore
