// SPDX-License-Identifier: LGPL-2.1-or-later
#include "user_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace fftcore {

std::string with_user_code(std::string source, const ast::Kernel& kernel, const Dialect& dialect) {
  source += fmt::format(
      "typedef {} real;\ntypedef {} real2;\n#define make_real2(x, y) {}\n#define FUNCTION {}\n"
      "#line 1 \"code\"\n{}{}",
      dialect.type(kernel.real, ast::Type::real), dialect.type(kernel.real, ast::Type::real_x2),
      dialect.pair(kernel.real, "x", "y"), dialect.function(), kernel.code,
      kernel.code.ends_with('\n') ? "" : "\n");
  const auto lines = std::ranges::count(source, '\n');
  return source + fmt::format("#line {} \"{}\"\n", lines + 2, kernel.name);
}

}  // namespace fftcore
