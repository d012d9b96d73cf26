// SPDX-License-Identifier: LGPL-2.1-or-later
#include "compile_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fftcore::compile_error_test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What the error says; its type is `Kind`.
template <class Kind = CompileError>
std::string compile_failure(std::string_view kernel, std::string_view compiler,
                            std::string_view log, std::string_view source) {
  try {
    throw_compile_failure(kernel, compiler, log, source);
  } catch (const Kind& error) {
    return error.what();
  }
}

constexpr const char* kSource = "first line\nsecond line\nthird line\n";

TEST(CompileFailure, ShowsTheLinesThatALogNames) {
  EXPECT_EQ(compile_failure("rows", "NVRTC 13.0",
                            "rows.cu(2): error: identifier \"x\" is undefined\n", kSource),
            "NVRTC 13.0 does not compile kernel rows:\nrows.cu(2): error: identifier \"x\" is "
            "undefined\n    source line 2: second line");
  EXPECT_THAT(compile_failure("rows", "clang", "/tmp/a.cl:3:7: error: expected ';'", kSource),
              HasSubstr("source line 3: third line"));
  EXPECT_THAT(compile_failure("rows", "clang", "<kernel>:1:7: error: expected ';'", kSource),
              HasSubstr("source line 1: first line"));
}

TEST(CompileFailure, ALineIsShownOnceInARow) {
  const std::string text =
      compile_failure("rows", "clang", "a.cl:3:1: error: a\na.cl:3:9: error: b\n", kSource);
  EXPECT_EQ(text.find("third line"), text.rfind("third line"));
}

TEST(CompileFailure, LinesThatThereAreNot) {
  const std::string text = compile_failure(
      "rows", "clang", "a.cl:0:1: error\na.cl:4:1: error\na.cl:999999:1: error\n", kSource);
  EXPECT_THAT(text, Not(HasSubstr("source line")));
  EXPECT_THAT(text, HasSubstr("a.cl:999999:1: error"));
}

TEST(CompileFailure, TheUsersCodeHasItsOwnLines) {
  constexpr const char* kWithCode =
      "first line\n#line 1 \"code\"\nuser one\nuser two\n#line 6 \"rows\"\nsixth line\n";
  EXPECT_EQ(compile_failure<InvalidArgument>(
                "rows", "NVRTC 13.0", "code(2): error: identifier \"x\" is undefined\n", kWithCode),
            "NVRTC 13.0 does not compile the code that formulas call:\ncode(2): error: identifier "
            "\"x\" is undefined\n    code line 2: user two");
  EXPECT_THAT(compile_failure<InvalidArgument>(
                  "rows", "clang", "CL_BUILD_PROGRAM_FAILURE\ncode:1:3: error: a", kWithCode),
              HasSubstr("code line 1: user one"));
  EXPECT_THAT(compile_failure("rows", "clang", "rows:6:1: error: a\ncode:1:1: note: b", kWithCode),
              HasSubstr("source line 6: sixth line"));
}

}  // namespace
}  // namespace fftcore::compile_error_test
