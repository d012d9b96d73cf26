// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kernel_cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bundle.h"
#include "cache_entry.h"
#include "death_test_style.h"

namespace fftcore::kernel_cache_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const CacheKey kKey{"void k() {}", "-O3", "sm_90", "compiler 1"};

CacheKey numbered(int number) {
  return {fmt::format("void k{}() {{}}", number), "-O3", "sm_90", "compiler 1"};
}

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void overwrite(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

class KernelCacheTest : public testing::Test {
 protected:
  KernelCacheTest() {
    std::string name = (fs::temp_directory_path() / "fftcore-cache-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = name;
    folder_ = root_ / "deep" / "cache";
  }
  ~KernelCacheTest() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& item : fs::directory_iterator(folder_)) found.push_back(item.path());
    return found;
  }
  std::uintmax_t used_bytes() const {
    std::uintmax_t total = 0;
    for (const fs::path& file : files()) total += fs::file_size(file);
    return total;
  }
  /// As another process would find it.
  std::optional<std::string> found_on_disk(const CacheKey& key) const {
    return KernelCache(folder_).find(key);
  }
  /// The file of the one entry that is there.
  fs::path only_file() const {
    const auto all = files();
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? fs::path() : all.front();
  }
  /// What is on disk is not taken, put() replaces it, and then it is.
  void expect_replaced(const std::string& what) {
    KernelCache cache(folder_);
    EXPECT_EQ(cache.find(kKey), std::nullopt) << what;
    cache.put(kKey, "good again");
    EXPECT_EQ(found_on_disk(kKey), "good again") << what;
    EXPECT_EQ(files().size(), 1U) << what;
  }

  fs::path root_;
  fs::path folder_;  // made by the cache
};

TEST_F(KernelCacheTest, FindsWhatWasPut) {
  const std::string binary("\0ELF\n\xff", 6);
  KernelCache cache(folder_);
  EXPECT_EQ(cache.refusal(), "");
  EXPECT_EQ(cache.find(kKey), std::nullopt);
  cache.put(kKey, binary);
  EXPECT_EQ(cache.find(kKey), binary);
  EXPECT_EQ(found_on_disk(kKey), binary);
  EXPECT_EQ(fs::status(folder_).permissions() & fs::perms::mask, fs::perms::owner_all);
}

TEST_F(KernelCacheTest, EveryPartOfTheKeyCounts) {
  KernelCache(folder_).put(kKey, "binary");
  for (std::string CacheKey::*part :
       {&CacheKey::source, &CacheKey::options, &CacheKey::architecture, &CacheKey::compiler}) {
    CacheKey other = kKey;
    other.*part += "x";
    EXPECT_EQ(found_on_disk(other), std::nullopt) << other.text();
  }
  // Parts that only together spell the same.
  EXPECT_NE((CacheKey{"c", "a\nb", "", ""}.text()), (CacheKey{"b\nc", "a", "", ""}.text()));
}

TEST_F(KernelCacheTest, MemoryAlone) {
  KernelCache cache;
  cache.put(kKey, "binary");
  EXPECT_EQ(cache.find(kKey), "binary");
  EXPECT_EQ(KernelCache().find(kKey), std::nullopt);
}

TEST_F(KernelCacheTest, ADamagedEntryIsIgnoredAndReplaced) {
  KernelCache(folder_).put(kKey, std::string(1000, 'b'));
  const fs::path file = only_file();
  const std::string whole = contents(file);
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    overwrite(file, whole.substr(0, length));
    ASSERT_EQ(found_on_disk(kKey), std::nullopt) << length << " bytes of it";
  }
  for (std::size_t i = 0; i < whole.size(); i += 11) {
    std::string flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ 4);
    overwrite(file, flipped);
    ASSERT_EQ(found_on_disk(kKey), std::nullopt) << "byte " << i << " changed";
  }
  overwrite(file, whole + "more");
  expect_replaced("longer than it was");
  overwrite(file, "");
  expect_replaced("empty");
}

TEST_F(KernelCacheTest, AnEntryOfAnotherKeyIsIgnoredAndReplaced) {
  KernelCache(folder_).put(kKey, "binary");
  // As if two keys had the same hash.
  ASSERT_TRUE(write_cache_entry(only_file(), numbered(1).text(), "not mine"));
  expect_replaced("of another key");
}

TEST_F(KernelCacheTest, TheSizeIsBoundedAndTheOldestGoFirst) {
  constexpr std::uintmax_t kLimit = 10'000;
  KernelCache cache(folder_, kLimit);
  const auto age = [&](int number, int hours) {
    for (const fs::path& file : files())
      if (contents(file).find(numbered(number).source) != std::string::npos)
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  for (int i = 0; i < 4; ++i) cache.put(numbered(i), std::string(2000, 'b'));
  for (int i = 0; i < 4; ++i) age(i, 10 - i);
  EXPECT_TRUE(found_on_disk(numbered(0)));  // used now, so 1 is the oldest
  for (int i = 4; i < 6; ++i) cache.put(numbered(i), std::string(2000, 'b'));
  EXPECT_LE(used_bytes(), kLimit);
  EXPECT_EQ(found_on_disk(numbered(1)), std::nullopt);
  for (const int kept : {0, 3, 4, 5}) EXPECT_TRUE(found_on_disk(numbered(kept))) << kept;

  cache.put(numbered(9), std::string(2 * kLimit, 'b'));
  EXPECT_LE(used_bytes(), kLimit);
  EXPECT_TRUE(cache.find(numbered(9))) << "memory keeps what the disk does not";
}

TEST_F(KernelCacheTest, WhatAKilledProcessLeftCountsToo) {
  KernelCache cache(folder_, 10'000);
  for (int i = 0; i < 20; ++i) {
    overwrite(folder_ / fmt::format("0123456789abcdef.kernel.{:06}", i), std::string(2000, 'h'));
    cache.put(numbered(i), std::string(2000, 'b'));
  }
  EXPECT_LE(used_bytes(), 12'000U);
}

TEST_F(KernelCacheTest, OtherFilesInTheFolderStay) {
  KernelCache cache(folder_, 100);
  overwrite(folder_ / "wisdom", std::string(500, 'w'));
  cache.put(kKey, std::string(500, 'b'));
  EXPECT_EQ(only_file().filename(), "wisdom");
}

TEST_F(KernelCacheTest, ManyProcessesAtOnce) {
  constexpr int kProcesses = 6;
  constexpr int kKeys = 5;
  const auto binary_of = [](int number) {
    return std::string(200'000, static_cast<char>('a' + number));
  };
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      bool right = true;
      for (int round = 0; round < 40; ++round) {
        KernelCache cache(folder_);        // each its own, so that the disk is asked
        const int number = round % kKeys;  // all at the same one
        const auto found = cache.find(numbered(number));
        right = right && cache.refusal().empty() && (!found || *found == binary_of(number));
        cache.put(numbered(number), binary_of(number));
        right = right && found_on_disk(numbered(number)) == binary_of(number);
      }
      _exit(right ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  for (int number = 0; number < kKeys; ++number)
    EXPECT_EQ(found_on_disk(numbered(number)), binary_of(number));
  EXPECT_EQ(files().size(), static_cast<std::size_t>(kKeys)) << "temporary files are left";
}

TEST_F(KernelCacheTest, AFolderThatOthersCanWriteIsRefused) {
  for (const mode_t mode : {0777U, 0770U, 0702U, 01777U}) {
    KernelCache(folder_).put(kKey, "binary");
    chmod(folder_.c_str(), mode);
    KernelCache cache(folder_);
    EXPECT_THAT(cache.refusal(), HasSubstr("can be written by other users")) << mode;
    EXPECT_THAT(cache.refusal(), HasSubstr("chmod 700"));
    EXPECT_EQ(cache.find(kKey), std::nullopt) << "code was taken from it";
    cache.put(numbered(1), "binary");
    EXPECT_EQ(cache.find(numbered(1)), "binary");
    EXPECT_EQ(files().size(), 1U) << "it was written to";
    chmod(folder_.c_str(), 0700);
  }
}

TEST_F(KernelCacheTest, AFolderInOneThatOthersCanWriteIsRefused) {
  KernelCache(folder_).put(kKey, "binary");
  chmod(folder_.parent_path().c_str(), 0777);
  EXPECT_THAT(KernelCache(folder_).refusal(), HasSubstr("can be written by other users"));
  chmod(folder_.parent_path().c_str(), 01777);  // nobody else can put another folder in its place
  EXPECT_EQ(KernelCache(folder_).refusal(), "");
}

TEST_F(KernelCacheTest, AFolderOfAnotherUserIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  KernelCache(folder_).put(kKey, "binary");
  ASSERT_EQ(chown(folder_.c_str(), 12345, 12345), 0);
  EXPECT_THAT(KernelCache(folder_).refusal(), HasSubstr("belongs to another user (id 12345)"));
}

TEST_F(KernelCacheTest, ALinkIsJudgedByWhereItLeads) {
  fs::create_directories(root_ / "open" / "inner");
  chmod((root_ / "open").c_str(), 0777);
  for (const char* target : {"open", "open/inner"}) {
    fs::remove(root_ / "link");
    fs::create_directory_symlink(root_ / target, root_ / "link");
    EXPECT_THAT(KernelCache(root_ / "link").refusal(),
                HasSubstr("open can be written by other users"))
        << target;
  }
}

TEST_F(KernelCacheTest, AFileInPlaceOfTheFolderIsAReason) {
  overwrite(root_ / "file", "");
  EXPECT_THAT(KernelCache(root_ / "file").refusal(), HasSubstr("is not a folder"));
  EXPECT_THAT(KernelCache(root_ / "file" / "cache").refusal(), HasSubstr("cannot be made"));
}

TEST_F(KernelCacheTest, AFullDiskIsNoError) {
  KernelCache(folder_).put(kKey, "the old one");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);  // then a write fails, as it does on a full disk
    const rlimit limit{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    KernelCache cache(folder_);
    cache.put(kKey, std::string(100'000, 'b'));
    _exit(cache.find(kKey) == std::string(100'000, 'b') ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(found_on_disk(kKey), "the old one");
  EXPECT_EQ(files().size(), 1U) << "half an entry is left";
}

/// A writer that was killed leaves its temporary file, which the next program removes. One that is
/// at work keeps its own.
TEST_F(KernelCacheTest, FilesOfKilledWritersAreRemovedAtTheNextStart) {
  KernelCache(folder_).put(kKey, "whole");
  const fs::path abandoned = only_file().string() + ".new-Ab12Cd";
  const fs::path at_work = only_file().string() + ".new-Ef34Gh";
  overwrite(abandoned, "hal");
  overwrite(at_work, "hal");
  const int writer = open(at_work.c_str(), O_WRONLY | O_CLOEXEC);
  ASSERT_EQ(flock(writer, LOCK_EX), 0);
  EXPECT_EQ(found_on_disk(kKey), "whole");
  EXPECT_FALSE(fs::exists(abandoned));
  EXPECT_TRUE(fs::exists(at_work));
  close(writer);
  EXPECT_EQ(found_on_disk(kKey), "whole");
  EXPECT_FALSE(fs::exists(at_work));
}

std::shared_ptr<const Bundle> bundle_of(const std::string& binary) {
  return std::make_shared<const Bundle>(
      bundle_bytes({{"sm_90 of a test"}, {{kKey.text(), binary}}}));
}

TEST_F(KernelCacheTest, BundlesAreAskedInOrderAndBeforeTheDisk) {
  KernelCache(folder_).put(kKey, "on disk");
  KernelCache cache(folder_);
  cache.add(std::make_shared<const Bundle>(bundle_bytes({{"sm_87 of a test"}, {}})));
  cache.add(bundle_of("in the first"));
  cache.add(bundle_of("in the second"));
  EXPECT_EQ(cache.find(kKey), "in the first");
  EXPECT_EQ(cache.find(numbered(1)), std::nullopt);
  EXPECT_THAT(cache.made_for_others("sm_90 of a test"),
              testing::ElementsAre(HasSubstr("was made for sm_87 of a test")));
}

TEST_F(KernelCacheTest, TellsWhetherItMayHaveKernelsForAGpu) {
  KernelCache cache;
  EXPECT_FALSE(cache.may_have("sm_90"));
  cache.add(bundle_of("binary"));
  EXPECT_TRUE(cache.may_have("sm_90"));
  EXPECT_FALSE(cache.may_have("sm_9"));
  EXPECT_FALSE(KernelCache(folder_).may_have("sm_90"));
  KernelCache(folder_).put(kKey, "binary");
  EXPECT_TRUE(KernelCache(folder_).may_have("sm_90"));
}

/// What shared() does is seen in a process of its own, which begins the test anew, in a folder of
/// its own.
class SharedCacheTest : public KernelCacheTest {
 protected:
  static constexpr int kFound = 1;
  static constexpr int kUsersCacheIsThere = 2;
  static constexpr int kFolderCalledOff = 4;

  void SetUp() override {
    if (!test::start_death_tests_anew()) GTEST_SKIP() << "an emulator starts no program anew";
  }

  [[noreturn]] void use(const char* setting) {
    if (setting == nullptr)
      unsetenv("FFTCORE_CACHE");
    else
      setenv("FFTCORE_CACHE", setting, 1);
    setenv("XDG_CACHE_HOME", (root_ / "xdg").c_str(), 1);
    fs::current_path(root_);
    const bool found = KernelCache::shared().find(kKey).has_value();
    KernelCache::shared().put(numbered(1), "binary");
    const int status = (found ? kFound : 0) + (fs::exists("xdg") ? kUsersCacheIsThere : 0) +
                       (fs::exists("off") ? kFolderCalledOff : 0);
    fs::remove_all(root_);
    std::_Exit(status);
  }
};

TEST_F(SharedCacheTest, Off) {
  EXPECT_EXIT(use("off"), testing::ExitedWithCode(0), "");
}

TEST_F(SharedCacheTest, AFolder) {
  KernelCache(folder_).put(kKey, "binary");
  EXPECT_EXIT(use(folder_.c_str()), testing::ExitedWithCode(kFound), "");
}

TEST_F(SharedCacheTest, BundlesThatAreNamed) {
  const fs::path folder = root_ / "bundles";
  fs::create_directory(folder);
  overwrite(folder / "b.kernels", bundle_bytes({{"sm_90 of a test"}, {{kKey.text(), "binary"}}}));
  overwrite(folder / "a.kernels", "damaged");
  const fs::path file = root_ / "any name";
  fs::copy(folder / "b.kernels", file);
  for (const std::string& named : {folder.string(), file.string(), "/no/such:" + file.string()}) {
    setenv("FFTCORE_KERNELS", named.c_str(), 1);
    EXPECT_EXIT(use("off"), testing::ExitedWithCode(kFound), "") << named;
    setenv("FFTCORE_KERNELS", "", 1);
  }
  unsetenv("FFTCORE_KERNELS");
}

TEST_F(SharedCacheTest, UnsetMeansTheUsersCache) {
  KernelCache(root_ / "xdg" / "fftcore").put(kKey, "binary");
  EXPECT_EXIT(use(nullptr), testing::ExitedWithCode(kFound + kUsersCacheIsThere), "");
}

}  // namespace
}  // namespace fftcore::kernel_cache_test
