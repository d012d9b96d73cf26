// SPDX-License-Identifier: LGPL-2.1-or-later
#include "compile_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fftcore {
namespace {

using testing::HasSubstr;
using testing::Not;

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

}  // namespace
}  // namespace fftcore
