// SPDX-License-Identifier: LGPL-2.1-or-later
// The error that compilers of kernels end with, and how it quotes their log.
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

/// Message for a compiler's log: each `:LINE:` or `(LINE)` in it is followed by that line of the
/// source.
std::string compile_failure(std::string_view kernel, std::string_view compiler,
                            std::string_view log, std::string_view source);

}  // namespace fftcore
