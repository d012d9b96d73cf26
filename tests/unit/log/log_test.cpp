// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fftcore/log.h"
#include "log_line.h"

namespace log_test {

using namespace fftcore;

TEST(Log, GoesToTheSink) {
  std::string seen;
  set_log_sink([&](std::string_view topic, std::string_view text) {
    seen += std::string(topic) + "|" + std::string(text) + ";";
  });
  log_line("plan", "{} and {}", 1, "two");
  set_log_sink({});
  log_line("plan", "not seen");
  EXPECT_EQ(seen, "plan|1 and two;");
}

TEST(Log, EnvironmentNamesTopics) {
  setenv("FFTCORE_LOG", "plan,cpu", 1);
  EXPECT_TRUE(log_enabled("plan"));
  EXPECT_TRUE(log_enabled("cpu"));
  EXPECT_FALSE(log_enabled("backend"));
  EXPECT_FALSE(log_enabled("pla"));
  setenv("FFTCORE_LOG", "all", 1);
  EXPECT_TRUE(log_enabled("backend"));
  unsetenv("FFTCORE_LOG");
  EXPECT_FALSE(log_enabled("plan"));
}

TEST(Log, WritesOneLineToStandardError) {
  setenv("FFTCORE_LOG", "plan", 1);
  testing::internal::CaptureStderr();
  log_line("plan", "x = {}", 3);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "fftcore[plan]: x = 3\n");
  unsetenv("FFTCORE_LOG");
}

}  // namespace log_test
