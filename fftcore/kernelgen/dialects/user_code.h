// SPDX-License-Identifier: LGPL-2.1-or-later
// Functions that users write for formulas to call, in a kernel's source.
#pragma once

#include <string>

#include "dialect.h"

namespace fftcore {

/// `source`, and behind it the kernel's code between words that it may use (sample_formula.h).
/// Compilers say `code` and its own lines of what they find in it, and go on with the source's
/// lines behind it.
std::string with_user_code(std::string source, const ast::Kernel& kernel, const Dialect& dialect);

}  // namespace fftcore
