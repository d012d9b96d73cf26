// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "builder.h"
#include "compile_error.h"
#include "device_run.h"

namespace fftcore::test::broken_kernel_test {
namespace {

TEST(DeviceCompiler, AFailureShowsLogAndSourceLine) {
  if (device() == nullptr) GTEST_SKIP() << reason();
  Builder b("broken");
  b.buffer("output", ast::Storage::f32, ast::Access::write);
  b.launch({32, 1, 1}, {1, 1, 1});
  b.store_global("output", ast::integer(3), {ast::Variable{ast::Type::real, "nobody_declared_it"}});
  try {
    device()->load(std::move(b).finish());
    FAIL() << "it compiled";
  } catch (const CompileError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("does not compile kernel broken"));
    EXPECT_THAT(error.what(), testing::ContainsRegex("error: .*nobody_declared_it"));
    EXPECT_THAT(error.what(), testing::HasSubstr("output[3] = nobody_declared_it;"));
    EXPECT_THAT(error.what(), testing::HasSubstr("source line"));
  }
}

}  // namespace
}  // namespace fftcore::test::broken_kernel_test
