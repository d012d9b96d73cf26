// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sample_formulas.h"

#include <fmt/format.h>

#include <algorithm>

#include "arithmetic.h"
#include "fftcore/error.h"

namespace fftcore {
namespace {

/// parsed(), whose error names the field.
Formula parsed_of(const SampleFormula& formula, std::string_view field) {
  try {
    return parsed(formula);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("{}: {}", field, error.what()));
  }
}

}  // namespace

SampleFormula load_formula(const Convolution& convolution) {
  return {convolution.load, traits_of(convolution.input.element).is_complex()};
}

SampleFormula store_formula(const Convolution& convolution) {
  return {convolution.store, is_complex(convolution)};
}

void check_formula(const SampleFormula& formula, std::string_view field, bool may_be_complex,
                   std::string_view samples) {
  if (!formula.exists() || !parsed_of(formula, field).is_complex || may_be_complex) return;
  constexpr std::size_t kExcerpt = 80;
  throw InvalidArgument(fmt::format(
      "{}: formula '{}{}' is complex, and {}; abs(), re() or im() make it real", field,
      formula.text.substr(0, kExcerpt), formula.text.size() > kExcerpt ? "..." : "", samples));
}

void check_formulas(const Convolution& convolution) {
  const std::string samples = fmt::format("the output is {} (complex ones are c32 and c64)",
                                          to_string(convolution.output.element));
  check_formula(load_formula(convolution), "load", is_complex(convolution), samples);
  check_formula(store_formula(convolution), "store", is_complex(convolution), samples);
}

std::int64_t parameters_needed(const Convolution& convolution) {
  std::int64_t needed = 0;
  const auto add = [&](const SampleFormula& formula, std::string_view field) {
    if (formula.exists()) needed = std::max(needed, parameters_of(parsed_of(formula, field)));
  };
  add(load_formula(convolution), "load");
  add(store_formula(convolution), "store");
  return needed;
}

}  // namespace fftcore
