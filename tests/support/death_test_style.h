// SPDX-License-Identifier: LGPL-2.1-or-later
// How death tests of code with threads are run.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

namespace fftcore::test {

/// Death tests begin anew in a process of their own, since a fork has one thread alone, and what it
/// has loaded already. False under an emulator (Meson names it then), which cannot start them.
inline bool start_death_tests_anew() {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  return std::getenv("MESON_EXE_WRAPPER") == nullptr;
}

}  // namespace fftcore::test
