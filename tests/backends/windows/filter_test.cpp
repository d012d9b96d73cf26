// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters of windows of the list against the definition in double.
#include "filter_check.h"
#include "filter_list.h"

namespace filter_test {

using namespace fftcore;
using namespace filters_test;

namespace {

class FilterList : public OnThisBackend<testing::TestWithParam<std::string>> {};

std::vector<std::string> list() {
  if (const char* one = std::getenv("FFTCORE_TEST_FILTERS")) return {one};
  return problems::filters();
}

}  // namespace

TEST_P(FilterList, IsRight) {
  const auto ready = compile(GetParam());
  if (!ready) return;
  expect_right(*ready, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Filters, FilterList, testing::ValuesIn(list()));

}  // namespace filter_test
