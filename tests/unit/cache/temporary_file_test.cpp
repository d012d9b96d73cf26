// SPDX-License-Identifier: LGPL-2.1-or-later
// Writers beside others that look for abandoned files: no write is lost.
#include "temporary_file.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace fftcore::temporary_file_test {
namespace {

namespace fs = std::filesystem;

TEST(ReplaceFile, LosesNothingToOthersThatLookForAbandonedFiles) {
  std::string name = (fs::temp_directory_path() / "fftcore-replaced-XXXXXX").string();
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  std::vector<pid_t> others;
  for (int other = 0; other < 3; ++other) {
    others.push_back(fork());
    ASSERT_GE(others.back(), 0);
    if (others.back() == 0)
      for (;;) remove_abandoned_files(name);
  }
  int lost = 0;
  for (int write = 0; write < 1000; ++write)
    lost += replace_file(fs::path(name) / "entry", {"content"}) ? 0 : 1;
  EXPECT_EQ(lost, 0);
  for (const pid_t other : others) {
    kill(other, SIGKILL);
    waitpid(other, nullptr, 0);
  }
  fs::remove_all(name);
}

}  // namespace
}  // namespace fftcore::temporary_file_test
