// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sample_formulas.h"

#include <fmt/format.h>

#include "arithmetic.h"
#include "checked_formula.h"

namespace fftcore {

SampleFormula load_formula(const Convolution& convolution) {
  return {convolution.load, traits_of(convolution.input.element).is_complex()};
}

SampleFormula store_formula(const Convolution& convolution) {
  return {convolution.store, is_complex(convolution)};
}

void check_formulas(const Convolution& convolution) {
  const std::string samples = fmt::format("the output is {} (complex ones are c32 and c64)",
                                          to_string(convolution.output.element));
  check_formula(load_formula(convolution), "load", is_complex(convolution), samples);
  check_formula(store_formula(convolution), "store", is_complex(convolution), samples);
}

std::int64_t parameters_needed(const Convolution& convolution) {
  return parameters_of_both(load_formula(convolution), store_formula(convolution));
}

}  // namespace fftcore
