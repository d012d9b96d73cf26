// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTW's wisdom is kept and found again; a damaged file or a folder that cannot be written costs
// nothing but time.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fftcore/log.h"
#include "test_image.h"

namespace wisdom_test {

using namespace fftcore;
namespace fs = std::filesystem;

namespace {

/// What every run is given beside its folder: nothing.
void nothing() {}

/// Runs one convolution in a process of its own (FFTW's planner remembers within one) and returns
/// what it logged.
std::string log_of_a_run(const fs::path& cache, void (*prepare)() = nothing) {
  int pipes[2];
  EXPECT_EQ(pipe(pipes), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(pipes[0]);
    setenv("XDG_CACHE_HOME", cache.c_str(), 1);
    unsetenv("FFTCORE_CACHE");
    unsetenv("HOME");
    prepare();
    set_log_sink([&](std::string_view, std::string_view text) {
      const std::string line = std::string(text) + "\n";
      if (write(pipes[1], line.data(), line.size()) < 0) _exit(3);
    });
    setenv("FFTCORE_PLAN", "tile", 1);  // which transforms
    const Convolution problem = parse_convolution("conv2d u8 60x80 k9x9 wrap same");
    const auto queue = select_backend("cpu").create_queue({.threads = 1});
    const auto executable = select_backend("cpu").compile(problem, *queue);
    std::mt19937 random(1);
    oracle::TestImage in(problem.input), out(problem.output);
    const auto samples = oracle::random_samples(problem.input, random);
    in.set(samples);
    const Taps taps = oracle::averaging_taps({9, 9}, random);
    executable->set_taps(taps);
    executable->run(*queue, in.const_buffer(), out.buffer());
    const auto want = oracle::direct_sum(problem, samples, taps), got = out.get();
    for (std::size_t i = 0; i < want.values.size(); ++i)
      if (std::abs(want.values[i] - got.values[i]) > 1) _exit(4);
    _exit(0);
  }
  close(pipes[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(pipes[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  close(pipes[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << text;
  return text;
}

std::string content(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class Wisdom : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "fftcore-wisdom-XXXXXX").string();
    cache_ = mkdtemp(pattern.data());
    file_ = cache_ / "fftcore" / "fftwf-wisdom";
  }
  void TearDown() override { fs::remove_all(cache_); }
  fs::path cache_, file_;
};

}  // namespace

TEST_F(Wisdom, IsKeptAndUsed) {
  log_of_a_run(cache_);
  const std::string kept = content(file_);
  EXPECT_NE(kept.find("fftw"), std::string::npos);
  const auto written = fs::last_write_time(file_);
  log_of_a_run(cache_);
  EXPECT_EQ(fs::last_write_time(file_), written);  // all was known, nothing to add
  for (const auto& entry : fs::directory_iterator(file_.parent_path()))
    EXPECT_EQ(entry.path(), file_);
}

/// FFTW in double precision has wisdom of its own.
TEST_F(Wisdom, OfDoublesIsKeptToo) {
  const auto with_doubles = [] {
    const auto queue = select_backend("cpu").create_queue({.threads = 1});
    select_backend("cpu").compile(parse_transform("c2c 1001 f64"), *queue);
  };
  log_of_a_run(cache_, with_doubles);
  const fs::path doubles = cache_ / "fftcore" / "fftw-wisdom";
  EXPECT_NE(content(doubles).find("fftw_wisdom"), std::string::npos);
  EXPECT_NE(content(file_).find("fftwf_wisdom"), std::string::npos);
  const auto written = fs::last_write_time(doubles);
  EXPECT_EQ(log_of_a_run(cache_, with_doubles).find("not wisdom"), std::string::npos);
  EXPECT_EQ(fs::last_write_time(doubles), written);
}

TEST_F(Wisdom, ADamagedFileIsReplaced) {
  log_of_a_run(cache_);
  const std::string kept = content(file_);
  for (const std::string& damage : {std::string("garbage"), kept.substr(0, kept.size() / 2),
                                    std::string(), std::string(1000, '(')}) {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << damage;
    EXPECT_NE(log_of_a_run(cache_).find("not wisdom"), std::string::npos);
    EXPECT_EQ(content(file_).find("garbage"), std::string::npos);
    EXPECT_GT(content(file_).size(), kept.size() / 2);
  }
}

TEST_F(Wisdom, AFolderThatCannotBeMadeIsNotAnError) {
  std::ofstream(cache_ / "fftcore") << "a file where the folder should be";
  EXPECT_NE(log_of_a_run(cache_).find("wisdom is not kept"), std::string::npos);
}

/// As on a full disk: not a byte more can be written.
TEST_F(Wisdom, ADiskThatTakesNoMoreIsNotAnError) {
  const auto log = log_of_a_run(cache_, [] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_FSIZE, &none);
  });
  EXPECT_NE(log.find("wisdom is not kept"), std::string::npos) << log;
  EXPECT_TRUE(fs::is_empty(file_.parent_path()));
}

/// One flipped bit in FFTW's own text once aborted every program: FFTW asserts what it reads.
TEST_F(Wisdom, NoFlippedBitReachesFftw) {
  log_of_a_run(cache_);
  const std::string kept = content(file_);
  std::mt19937 random(7);
  for (int trial = 0; trial < 12; ++trial) {
    std::string damaged = kept;
    damaged[random() % kept.size()] ^= static_cast<char>(1U << random() % 8);
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << damaged;
    EXPECT_NE(log_of_a_run(cache_).find("not wisdom"), std::string::npos) << trial;
  }
}

/// The folder of the compiled kernels, whichever kind of entry came first, also for users whose
/// files their group may write.
TEST_F(Wisdom, MakesAFolderThatCompiledKernelsMayLieInToo) {
  log_of_a_run(cache_, [] { umask(002); });
  ASSERT_TRUE(fs::exists(file_));
  EXPECT_EQ(fs::status(file_.parent_path()).permissions() & fs::perms::all, fs::perms::owner_all);
}

TEST_F(Wisdom, AFolderThatOthersWriteIsRefusedOnceWithWhatToDo) {
  fs::create_directories(file_.parent_path());
  fs::permissions(file_.parent_path(), fs::perms(0775));
  const std::string log = log_of_a_run(cache_);
  const auto first = log.find("nothing is kept");
  ASSERT_NE(first, std::string::npos) << log;
  EXPECT_EQ(log.find("nothing is kept", first + 1), std::string::npos) << log;
  EXPECT_NE(log.find("chmod 700"), std::string::npos) << log;
  EXPECT_TRUE(fs::is_empty(file_.parent_path()));
}

TEST_F(Wisdom, IsNotKeptWhereTheCacheIsOff) {
  log_of_a_run(cache_, [] { setenv("FFTCORE_CACHE", "off", 1); });
  EXPECT_TRUE(fs::is_empty(cache_));
}

TEST_F(Wisdom, ARelativeFolderIsIgnored) {
  const fs::path before = fs::current_path();
  fs::current_path(cache_);
  log_of_a_run(cache_, [] { setenv("XDG_CACHE_HOME", "relative", 1); });
  log_of_a_run(cache_, [] {
    setenv("FFTCORE_CACHE", "relative", 1);
    unsetenv("XDG_CACHE_HOME");
  });
  fs::current_path(before);
  EXPECT_TRUE(fs::is_empty(cache_));
}

/// A link in the place of the file is replaced, not followed.
TEST_F(Wisdom, LinksAreNotFollowed) {
  const fs::path victim = cache_ / "victim";
  std::ofstream(victim) << "precious";
  fs::create_directories(file_.parent_path());
  fs::permissions(file_.parent_path(), fs::perms::owner_all);
  fs::create_symlink(victim, file_);
  log_of_a_run(cache_);
  EXPECT_EQ(content(victim), "precious");
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(file_)));
}

}  // namespace wisdom_test
