// SPDX-License-Identifier: LGPL-2.1-or-later
#include "twiddle.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "butterfly.h"

namespace fftcore {
namespace {

std::complex<float> product(std::complex<float> a, std::complex<float> b) {
  return {std::fma(a.real(), b.real(), -(a.imag() * b.imag())), std::fma(a.real(), b.imag(), a.imag() * b.real())};
}

TwiddlePlan plan_with(int radix, int before, int step) {
  TwiddlePlan plan{radix, before, {1}, std::vector<int>(static_cast<std::size_t>(radix), 0), 0};
  for (int k = step; k < radix; k += step)
    if (k > 1 && (step == 1 || k == step)) plan.loaded.push_back(k);
  for (int k = 2; k < radix; ++k) {
    if (std::find(plan.loaded.begin(), plan.loaded.end(), k) != plan.loaded.end()) continue;
    // Powers of the large step and of 1 apart, each halved again and again.
    plan.split[static_cast<std::size_t>(k)] = k > step && k % step != 0 ? k / step * step : k > step ? (k / step + 1) / 2 * step : (k + 1) / 2;
  }
  return plan;
}

/// What a device will compute, against the exact values.
double measured_error(const TwiddlePlan& plan) {
  double sum = 0;
  std::vector<std::complex<float>> power(static_cast<std::size_t>(plan.radix), {1.0F, 0.0F});
  for (int q = 0; q < plan.before; ++q)
    for (int k = 1; k < plan.radix; ++k) {
      const UnitRoot exact = unit_root(static_cast<std::int64_t>(q) * k, static_cast<std::int64_t>(plan.before) * plan.radix);
      const auto split = static_cast<std::size_t>(plan.split[static_cast<std::size_t>(k)]);
      auto& w = power[static_cast<std::size_t>(k)];
      w = split == 0 ? std::complex<float>(static_cast<float>(exact.re), static_cast<float>(exact.im))
                     : product(power[split], power[static_cast<std::size_t>(k) - split]);
      sum += std::norm(std::complex<double>(w) - std::complex<double>(exact.re, exact.im));
    }
  return std::sqrt(sum / (plan.before * plan.radix)) * 0x1p24;
}

}  // namespace

TwiddlePlan plan_twiddles(int radix, int before, double most) {
  TwiddlePlan plan;
  const int root = static_cast<int>(std::lround(std::sqrt(radix)));
  for (const int step : {radix, root, 1}) {
    plan = plan_with(radix, before, step);
    plan.error = measured_error(plan);
    if (plan.error <= most) break;
  }
  return plan;
}

std::vector<float> twiddle_table(const TwiddlePlan& plan) {
  std::vector<float> table;
  for (const int k : plan.loaded)
    for (int q = 0; q < plan.before; ++q) {
      const UnitRoot root = unit_root(static_cast<std::int64_t>(q) * k, static_cast<std::int64_t>(plan.before) * plan.radix);
      table.push_back(static_cast<float>(root.re));
      table.push_back(static_cast<float>(root.im));
    }
  return table;
}

}  // namespace fftcore
