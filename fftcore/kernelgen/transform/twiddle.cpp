// SPDX-License-Identifier: LGPL-2.1-or-later
#include "twiddle.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>

#include "unit_root.h"

namespace fftcore {
namespace {

using Exact = std::complex<long double>;

template <class T>
using Powers = std::vector<std::complex<T>>;

TwiddlePlan plan_with(int radix, int before, std::vector<int> loaded) {
  TwiddlePlan plan{
      radix, before, std::move(loaded), std::vector<int>(static_cast<std::size_t>(radix), 0),
      {},    0};
  for (int k = 2; k < radix; ++k) {
    if (std::find(plan.loaded.begin(), plan.loaded.end(), k) != plan.loaded.end()) continue;
    const auto power_of_two = static_cast<int>(std::bit_floor(static_cast<unsigned>(k)));
    plan.middle[static_cast<std::size_t>(k)] = k == power_of_two ? k / 2 : power_of_two;
  }
  for (int distance = 4; distance >= 0; --distance)
    for (int k = 1; k < radix; ++k)
      if (std::min(k % 8, 8 - k % 8) == distance) plan.order.push_back(k);
  return plan;
}

/// w^k as devices compute it.
template <class T>
std::complex<T> next_power(const Powers<T>& power, int k, int middle) {
  const auto at = [&](int exponent) { return power[static_cast<std::size_t>(exponent)]; };
  const std::complex<T> twice = at(middle) + at(middle), last = at(2 * middle - k);
  const T cosine = at(k - middle).real();
  return {std::fma(cosine, twice.real(), -last.real()),
          std::fma(cosine, twice.imag(), -last.imag())};
}

/// w^k for every q and every k of 0 .. radix - 1, k the inner one.
std::vector<Exact> exact_powers(int radix, int before) {
  std::vector<Exact> powers;
  for (int q = 0; q < before; ++q)
    for (int k = 0; k < radix; ++k) {
      const std::complex<long double> root =
          unit_root(static_cast<std::int64_t>(q) * k, static_cast<std::int64_t>(before) * radix);
      powers.emplace_back(root.real(), root.imag());
    }
  return powers;
}

/// What a device will compute, against the exact values.
template <class T>
double measured_error(const TwiddlePlan& plan, const std::vector<Exact>& exact) {
  long double sum = 0;
  Powers<T> power(static_cast<std::size_t>(plan.radix), {T{1}, T{0}});
  for (auto of_q = exact.begin(); of_q != exact.end(); of_q += plan.radix)
    for (int k = 1; k < plan.radix; ++k) {
      const int middle = plan.middle[static_cast<std::size_t>(k)];
      auto& w = power[static_cast<std::size_t>(k)];
      w = middle == 0 ? std::complex<T>(of_q[k]) : next_power(power, k, middle);
      sum += std::norm(Exact(w) - of_q[k]);
    }
  const auto mean = static_cast<double>(std::sqrt(sum / static_cast<long double>(exact.size())));
  return std::ldexp(mean, std::numeric_limits<T>::digits);
}

std::vector<int> powers_of_two(int below) {
  std::vector<int> all;
  for (int k = 1; k < below; k *= 2) all.push_back(k);
  return all;
}

}  // namespace

TwiddlePlan plan_twiddles(int radix, int before, double most, Real real) {
  const std::vector<int> powers = powers_of_two(radix);
  std::vector<std::vector<int>> choices;
  // Half precision leaves nothing for a recurrence to lose.
  if (real != Real::f16x2)
    for (std::size_t count = 1; count <= powers.size(); ++count)
      choices.emplace_back(powers.begin(), powers.begin() + static_cast<std::ptrdiff_t>(count));
  choices.emplace_back(static_cast<std::size_t>(std::max(1, radix - 1)));
  std::iota(choices.back().begin(), choices.back().end(), 1);
  const std::vector<Exact> exact = exact_powers(radix, before);
  TwiddlePlan plan;
  for (const std::vector<int>& loaded : choices) {
    plan = plan_with(radix, before, loaded);
    plan.error = real == Real::f64 ? measured_error<double>(plan, exact)
                                   : measured_error<float>(plan, exact);
    if (plan.error <= most) break;
  }
  return plan;
}

Table twiddle_table(const TwiddlePlan& plan) {
  Table table;
  for (const int k : plan.loaded)
    for (int q = 0; q < plan.before; ++q) {
      const std::complex<long double> root = unit_root(
          static_cast<std::int64_t>(q) * k, static_cast<std::int64_t>(plan.before) * plan.radix);
      table.push_back(static_cast<double>(root.real()));
      table.push_back(static_cast<double>(root.imag()));
    }
  return table;
}

}  // namespace fftcore
