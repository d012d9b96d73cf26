// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tuning.h"

#include <fmt/format.h>

#include <string_view>

#include "environment.h"
#include "fftcore/error.h"

namespace fftcore {

Tuning tuning() {
  const char* variable = plain_variable("FFTCORE_TUNE");
  if (variable == nullptr) return Tuning::as_usual;
  const std::string_view text = variable;
  if (text == "0") return Tuning::none;
  if (text == "1") return Tuning::everything;
  throw InvalidArgument(fmt::format("FFTCORE_TUNE={}; 0 and 1 are allowed", text));
}

}  // namespace fftcore
