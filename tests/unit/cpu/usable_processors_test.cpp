// SPDX-License-Identifier: LGPL-2.1-or-later
#include "usable_processors.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "cpu_backend.h"

namespace usable_processors_test {

using namespace fftcore;

namespace {

struct File {
  std::string path, text;
};

/// In a thread of its own that may run on `processors` of the machine's, or on all (0).
int counted(const std::string& root, int processors = 0) {
  int result = 0;
  std::thread([&] {
    cpu_set_t set;
    ASSERT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    for (int i = 0, kept = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &set) && processors != 0 && ++kept > processors) CPU_CLR(i, &set);
    ASSERT_EQ(sched_setaffinity(0, sizeof set, &set), 0);
    result = usable_processors(root);
  }).join();
  return result;
}

/// With these files in place of /proc and /sys.
int counted(const std::vector<File>& files) {
  std::string folder = testing::TempDir() + "processors.XXXXXX";
  EXPECT_NE(mkdtemp(folder.data()), nullptr);
  for (const File& file : files) {
    const std::filesystem::path path = folder + "/" + file.path;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << file.text;
  }
  const int result = counted(folder);
  std::filesystem::remove_all(folder);
  return result;
}

const std::string kGroups = "proc/self/cgroup", kTop = "sys/fs/cgroup/";

}  // namespace

TEST(UsableProcessors, AreThoseThatTheThreadMayRunOn) {
  EXPECT_EQ(counted("/no/such/folder", 1), 1);
  const int all = counted("/no/such/folder");
  EXPECT_GE(all, 1);
  EXPECT_LE(all, static_cast<int>(std::thread::hardware_concurrency()));
}

TEST(UsableProcessors, AreNoMoreThanTheGroupsHaveTimeFor) {
  const int all = counted("/no/such/folder");
  const std::string one = "100000 100000\n", none = "max 100000\n";
  EXPECT_EQ(counted({{kGroups, "0::/a/b\n"}, {kTop + "a/b/cpu.max", one}}), 1);
  EXPECT_EQ(counted({{kGroups, "0::/a/b\n"}, {kTop + "a/cpu.max", one}}), 1);
  EXPECT_EQ(counted({{kGroups, "0::/not/seen\n"}, {kTop + "cpu.max", one}}), 1);
  EXPECT_EQ(counted({{kGroups, "0::/\n"}, {kTop + "cpu.max", "5000 100000\n"}}), 1);
  EXPECT_EQ(counted({{kGroups, "0::/\n"}, {kTop + "cpu.max", none}}), all);
  EXPECT_EQ(counted({{kGroups, "0::/a\n"}, {kTop + "b/cpu.max", one}}), all);
  if (all > 1) {
    EXPECT_EQ(counted({{kGroups, "0::/\n"}, {kTop + "cpu.max", "150000 100000\n"}}), 2);
  }
}

TEST(UsableProcessors, KnowGroupsOfVersion1) {
  const int all = counted("/no/such/folder");
  const std::string groups = "3:cpuset:/x\n2:cpu,cpuacct:/a\n0::/\n", of = kTop + "cpu,cpuacct/a/";
  const File period{of + "cpu.cfs_period_us", "50000\n"};
  EXPECT_EQ(counted({{kGroups, groups}, {of + "cpu.cfs_quota_us", "50000\n"}, period}), 1);
  EXPECT_EQ(counted({{kGroups, groups}, {of + "cpu.cfs_quota_us", "-1\n"}, period}), all);
  EXPECT_EQ(counted({{kGroups, groups}, {of + "cpu.cfs_quota_us", "50000\n"}}), all);
}

TEST(UsableProcessors, AreNotLimitedByWhatIsNoGroup) {
  const int all = counted("/no/such/folder");
  for (const char* groups : {"", "\n", "0", "0:", "0:cpu", ":::", "1:cpuacct:/\n", "0::no/slash\n"})
    EXPECT_EQ(counted({{kGroups, groups}, {kTop + "cpu.max", "x y\n"}}), all) << groups;
}

TEST(UsableProcessors, AreTheThreadsOfAQueueByDefault) {
  if (std::getenv("FFTCORE_THREADS") != nullptr) GTEST_SKIP() << "FFTCORE_THREADS is set";
  int threads = 0;
  std::thread([&] {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    ASSERT_EQ(sched_setaffinity(0, sizeof set, &set), 0);
    threads = cpu_backend()->create_queue({})->threads();
  }).join();
  EXPECT_EQ(threads, 1);
}

}  // namespace usable_processors_test
