// SPDX-License-Identifier: LGPL-2.1-or-later
// Children that inherit queues and executables: they use them, free them, or just end.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "handles.h"

namespace fftcore::test::fork_test {
namespace {

constexpr unsigned kSecondsAtMost = 30;

/// How a child ended that does `body`, as waitpid() says it: 0 where that returned true in time.
template <class Body>
int status_of_child(Body&& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(kSecondsAtMost);  // which ends it
    _exit(body() ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

/// A queue of several threads, which has run.
class CFork : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(is_right(queue_, executable_)); }

  /// Whether the sums of 3x3 ones are right. The work is large enough for several threads.
  bool is_right(const OnQueue& queue, const Executable& executable) {
    std::vector<float> result(image_.size());
    const fftcore_const_buffer input = {image_.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
    const fftcore_buffer output = {result.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
    return fftcore_run(executable.get(), queue.get(), &input, 1, &output) == FFTCORE_OK &&
           result == std::vector<float>(result.size(), 9);
  }
  static Executable sums(const OnQueue& queue) {
    Executable executable = compiled(queue, "conv2d f32 500x500 k3x3 wrap same");
    const std::vector<double> ones(9, 1);
    const fftcore_taps taps = {3, 3, 1, ones.data(), nullptr};
    EXPECT_EQ(fftcore_set_taps(executable.get(), &taps, 1), FFTCORE_OK);
    return executable;
  }

  OnQueue queue_ = cpu_queue(3);
  Executable executable_ = sums(queue_);
  std::vector<float> image_ = std::vector<float>(500 * 500, 1);
};

TEST_F(CFork, AChildFreesWhatItInherits) {
  EXPECT_EQ(status_of_child([&] {
              executable_.reset();
              queue_.reset();
              return true;
            }),
            0);
}

TEST_F(CFork, AChildRunsAndFreesWhatItInherits) {
  EXPECT_EQ(status_of_child([&] {
              const bool are_right = is_right(queue_, executable_) && is_right(queue_, executable_);
              executable_.reset();
              queue_.reset();
              return are_right;
            }),
            0);
}

TEST_F(CFork, AChildMakesItsOwn) {
  EXPECT_EQ(status_of_child([&] {
              const OnQueue own = cpu_queue(3);
              return is_right(own, sums(own));
            }),
            0);
}

TEST_F(CFork, AChildsChildToo) {
  EXPECT_EQ(status_of_child([&] {
              if (!is_right(queue_, executable_)) return false;
              const bool is_child_right = status_of_child([&] {
                                            const bool is_run_right = is_right(queue_, executable_);
                                            queue_.reset();
                                            return is_run_right;
                                          }) == 0;
              queue_.reset();
              return is_child_right;
            }),
            0);
}

TEST_F(CFork, AChildEndsNormally) {
  EXPECT_EQ(status_of_child([&]() -> bool { std::exit(0); }), 0);
}

TEST_F(CFork, TheParentGoesOn) {
  EXPECT_EQ(status_of_child([] { return true; }), 0);
  EXPECT_TRUE(is_right(queue_, executable_));
}

}  // namespace
}  // namespace fftcore::test::fork_test
