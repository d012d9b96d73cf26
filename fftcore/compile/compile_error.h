// SPDX-License-Identifier: LGPL-2.1-or-later
// The errors that compilers of kernels end with, and how they quote their log.
#pragma once

#include <string>
#include <string_view>

#include "fftcore/error.h"

namespace fftcore {

/// Error where a compiler would not take a kernel. The message holds its log, and the source lines
/// that the log names.
class CompileError : public Error {
 public:
  using Error::Error;
};

/// Error where a kernel is to be compiled and no compiler that would do is there. The message says
/// why.
class NoCompiler : public Error {
 public:
  using Error::Error;
};

/// Throws for a compiler's log: InvalidArgument where the first line of the source that it names is
/// one of the user's code (of a `#line 1 "code"`), else CompileError. Each line that the log names,
/// as `FILE:LINE:` or `FILE(LINE)`, is quoted behind it.
[[noreturn]] void throw_compile_failure(std::string_view kernel, std::string_view compiler,
                                        std::string_view log, std::string_view source);

}  // namespace fftcore
