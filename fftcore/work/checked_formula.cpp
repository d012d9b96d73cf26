// SPDX-License-Identifier: LGPL-2.1-or-later
#include "checked_formula.h"

#include <fmt/format.h>

#include <algorithm>

#include "fftcore/error.h"

namespace fftcore {

Formula parsed_of(const SampleFormula& formula, std::string_view field) {
  try {
    return parsed(formula);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("{}: {}", field, error.what()));
  }
}

void check_formula(const SampleFormula& formula, std::string_view field, bool may_be_complex,
                   std::string_view samples) {
  if (!formula.exists() || !parsed_of(formula, field).is_complex || may_be_complex) return;
  constexpr std::size_t kExcerpt = 80;
  throw InvalidArgument(fmt::format(
      "{}: formula '{}{}' is complex, and {}; abs(), re() or im() make it real", field,
      formula.text.substr(0, kExcerpt), formula.text.size() > kExcerpt ? "..." : "", samples));
}

void check_code(std::string_view code, bool has_formulas) {
  if (code.empty()) return;
  if (!has_formulas)
    throw InvalidArgument("code is what formulas call, and there is no formula here");
  if (code.size() > kMaxCodeLength)
    throw InvalidArgument(
        fmt::format("code of {} characters; at most {} are allowed", code.size(), kMaxCodeLength));
  if (code.find('\0') != std::string_view::npos)
    throw InvalidArgument("code has a character 0; it is text");
}

std::int64_t parameters_of_both(const SampleFormula& load, const SampleFormula& store) {
  std::int64_t needed = 0;
  if (load.exists()) needed = parameters_of(parsed_of(load, "load"));
  if (store.exists()) needed = std::max(needed, parameters_of(parsed_of(store, "store")));
  return needed;
}

}  // namespace fftcore
