// SPDX-License-Identifier: LGPL-2.1-or-later
#include "dialect.h"

#include <fmt/format.h>

namespace fftcore {

std::string number_in(std::string_view word, ast::Storage storage) {
  const ElementTraits traits = traits_of(storage);
  if (traits.shift != 0) return fmt::format("({} >> {})", word, traits.shift);
  if (traits.has_ignored_bits()) return fmt::format("({} & {})", word, traits.white());
  return std::string(word);
}

}  // namespace fftcore
