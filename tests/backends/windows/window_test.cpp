// SPDX-License-Identifier: LGPL-2.1-or-later
// Each correlation of windows of the list against the definition in double.
#include "window_check.h"
#include "window_list.h"

namespace window_test {

using namespace fftcore;
using namespace windows_test;

namespace {

class WindowList : public windows_test::OnThisBackend<testing::TestWithParam<std::string>> {};

std::vector<std::string> list() {
  if (const char* one = std::getenv("FFTCORE_TEST_WINDOWS")) return {one};
  return problems::windows();
}

}  // namespace

TEST_P(WindowList, IsRight) {
  const auto ready = compile(GetParam());
  if (!ready) return;
  expect_right(*ready, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Windows, WindowList, testing::ValuesIn(list()));

}  // namespace window_test
