// SPDX-License-Identifier: LGPL-2.1-or-later
// The last step of the generator: from syntax tree to source text.
#pragma once

#include <string>

#include "ast.h"
#include "dialect.h"

namespace fftcore {

/// The kernel as source. The same kernel gives the same text, to the letter.
std::string emit_kernel(const ast::Kernel& kernel, const Dialect& dialect);

}  // namespace fftcore
