// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms whose values have formulas, against the definition of what the formulas mean.
#pragma once

#include <array>
#include <cmath>
#include <random>
#include <span>
#include <string>

#include "transform_formula_list.h"
#include "transform_run.h"

namespace transforms::formulas {

inline constexpr std::array<double, 8> kParameters = {1.25, -0.5};

/// Values of one side, operated on. Zeros of padding, and what is not wanted, stay as they are.
inline Values operated(const fftcore::Transform& transform, const Values& values,
                       const FormulaCase& formula, bool input) {
  if (!formula.function) return values;
  const auto extents = input ? oracle::input_extents(transform) : oracle::output_extents(transform);
  const auto places = offsets(transform, input);
  Values result = values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (places[i] < 0) continue;
    FormulaValues at;
    at.p = kParameters;
    auto rest = static_cast<std::int64_t>(i);
    double* const numbers[] = {&at.x, &at.y, &at.z};
    double* const frequencies[] = {&at.fx, &at.fy, &at.fz};
    const auto put = [&](std::size_t axis, std::int64_t number) {
      const auto points = static_cast<double>(transform.axes[axis].extent);
      *numbers[axis] = static_cast<double>(number);
      *frequencies[axis] = *numbers[axis] / points;
      if (*frequencies[axis] > 0.5) *frequencies[axis] -= 1;
    };
    bool is_first = true;
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
      is_first = is_first && rest % extents[axis] == 0;
      put(axis, rest % extents[axis]);
      rest /= extents[axis];
    }
    at.n = static_cast<double>(rest);
    const C v(values[i]);
    if (transform.packed && !is_real(transform, input) && is_first) {
      const double bin_0 = formula.function(v.real(), at).real();
      put(0, transform.axes[0].extent / 2);
      result[i] = Wide(bin_0, formula.function(v.imag(), at).real());
    } else {
      result[i] = Wide(formula.function(v, at));
    }
  }
  return result;
}

inline void expect_right(const FormulaTransform& work) {
  const auto& [text, load, store] = work;
  fftcore::Transform transform = fftcore::parse_transform(text);
  transform.load = load.text;
  transform.store = store.text;
  validate(transform);
  const std::string whole = to_string(transform);
  EXPECT_EQ(fftcore::parse_transform(whole), transform) << whole;
  std::mt19937 random(3);
  const Values values = random_values(transform, random);
  const Values got =
      run(transform, values, 2,
          std::span(kParameters).first(static_cast<std::size_t>(parameters_needed(transform))));
  const Values loaded = operated(transform, values, load, true),
               exact = reference(transform, loaded),
               want = operated(transform, exact, store, false);
  const auto places = offsets(transform, false);
  Values difference = want;
  for (std::size_t i = 0; i < want.size(); ++i)
    difference[i] = places[i] < 0 ? Wide() : got[i] - want[i];
  const double error = norm(difference);
  // A load errs by some units of what it gives, which a transform magnifies as its own errors; so
  // does a store. Of real signals norm_of_all() is what the transform is given.
  const double size = std::max(norm(exact), norm_of_all(transform, loaded));
  const double bound = oracle::transform_bound(transform);
  EXPECT_LE(error, bound * (3 * store.slope * size + 8 * norm(want))) << whole;
  EXPECT_FALSE(std::isnan(error)) << whole;
}

}  // namespace transforms::formulas
