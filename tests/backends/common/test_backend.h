// SPDX-License-Identifier: LGPL-2.1-or-later
// The backend that this run of the tests is about: FFTCORE_TEST_BACKEND, cpu where that is not set.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fftcore/backend.h"

namespace problems {

inline std::string backend_name() {
  const char* variable = std::getenv("FFTCORE_TEST_BACKEND");
  return variable != nullptr ? variable : "cpu";
}

inline bool on_cpu() {
  return backend_name() == "cpu";
}

inline fftcore::Backend& backend() {
  return fftcore::select_backend(backend_name());
}

/// Why that backend cannot be tested here, or nothing.
inline std::string missing() {
  for (const fftcore::Backend* candidate : fftcore::backends())
    if (candidate->name() == backend_name()) return candidate->unavailable_reason();
  return backend_name() + " is not built in";
}

/// A test by rule: skipped where the machine lacks the backend, or the backend the rule.
class ByRule : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (const std::string reason = missing(); !reason.empty()) GTEST_SKIP() << reason;
    const std::string rule = GetParam();
    if (!on_cpu() &&
        (rule == "five-pass" || rule == "partitions" || rule == "direct" || rule == "separable"))
      GTEST_SKIP() << GetParam() << " is a plan for CPUs, or few_taps_test has it";
    setenv("FFTCORE_PLAN", GetParam(), 1);
  }
  void TearDown() override { unsetenv("FFTCORE_PLAN"); }
};

}  // namespace problems
