// SPDX-License-Identifier: LGPL-2.1-or-later
// The tree as text for people and golden tests: one statement a line, expressions with operators in
// prefix form.
#pragma once

#include <string>

#include "ast.h"

namespace fftcore::ast {

std::string to_string(Type type);
std::string to_string(const Expr& expr);
std::string to_string(const Kernel& kernel);

/// Shortest decimal number that reads back as the same f32 or f64 (with a point or an exponent).
std::string real_text(double value, Real real = Real::f32);

}  // namespace fftcore::ast
