// SPDX-License-Identifier: LGPL-2.1-or-later
// Writers that are killed at any moment: what is read is whole, and what they leave behind goes at
// the next start.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "cache_entry.h"
#include "cache_folder.h"

namespace fftcore::killed_writers_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKey = "the key";

/// Long enough that writing takes most of a writer's time.
std::string content(int number) {
  return std::string(200'000 + static_cast<std::size_t>(number), static_cast<char>('a' + number));
}

bool is_whole(const std::string& text) {
  const int number = text.empty() ? -1 : text.front() - 'a';
  return number >= 0 && number < 26 && text == content(number);
}

/// Replaces the entry until it is killed.
[[noreturn]] void write_for_ever(const fs::path& file) {
  for (int number = 0;; number = (number + 1) % 26)
    if (!write_cache_entry(file, kKey, content(number))) _exit(1);
}

int left_behind(const fs::path& folder) {
  int count = 0;
  for (const auto& item : fs::directory_iterator(folder))
    count += item.path().filename() == "entry" ? 0 : 1;
  return count;
}

TEST(KilledWriters, LeaveWholeEntriesAndNothingAfterTheNextStart) {
  std::string name = (fs::temp_directory_path() / "fftcore-killed-XXXXXX").string();
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  const fs::path folder = name;
  const fs::path file = folder / "entry";
  ASSERT_TRUE(write_cache_entry(file, kKey, content(0)));

  constexpr int kWriters = 200;
  std::mt19937 random(1);
  int abandoned = 0;
  for (int writer = 0; writer < kWriters; ++writer) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) write_for_ever(file);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 5000));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it could not write";

    const std::optional<std::string> read = read_cache_entry(file, kKey);
    ASSERT_TRUE(read && is_whole(*read)) << "after writer " << writer;
    abandoned += left_behind(folder);
    ASSERT_EQ(open_cache_folder(folder).refusal, "");
    ASSERT_EQ(left_behind(folder), 0) << "after writer " << writer;
  }
  EXPECT_GT(abandoned, 0) << "none was killed while it wrote";
  fs::remove_all(folder);
}

}  // namespace
}  // namespace fftcore::killed_writers_test
