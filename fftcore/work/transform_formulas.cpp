// SPDX-License-Identifier: LGPL-2.1-or-later
#include "transform_formulas.h"

#include <fmt/format.h>

#include "checked_formula.h"
#include "fftcore/error.h"
#include "transform_sides.h"

namespace fftcore {

SampleFormula load_formula(const Transform& transform) {
  const bool is_spectrum =
      transform.kind == TransformKind::c2r ||
      (transform.kind == TransformKind::c2c && transform.direction == Direction::inverse);
  return {transform.load, input_reals(transform) == 2,
          is_spectrum ? SampleSide::spectrum : SampleSide::signal, transform.code};
}

SampleFormula store_formula(const Transform& transform) {
  const bool is_spectrum =
      transform.kind == TransformKind::r2c ||
      (transform.kind == TransformKind::c2c && transform.direction == Direction::forward);
  return {transform.store, output_reals(transform) == 2,
          is_spectrum ? SampleSide::spectrum : SampleSide::signal, transform.code};
}

void check_formulas(const Transform& transform) {
  check_code(transform.code, has_formulas(transform));
  if (!has_formulas(transform)) return;
  constexpr std::size_t kMostAxes = 3;
  if (transform.axes.size() > kMostAxes)
    throw InvalidArgument(
        fmt::format("load or store has a formula, and the transform {} axes; 1 to {} are allowed",
                    transform.axes.size(), kMostAxes));
  const auto real_side = [&](std::string_view side) {
    return fmt::format("the {} of {} is real", side, to_string(transform.kind));
  };
  check_formula(load_formula(transform), "load", input_reals(transform) == 2, real_side("input"));
  check_formula(store_formula(transform), "store", output_reals(transform) == 2,
                real_side("output"));
}

std::int64_t parameters_needed(const Transform& transform) {
  return parameters_of_both(load_formula(transform), store_formula(transform));
}

}  // namespace fftcore
