// SPDX-License-Identifier: LGPL-2.1-or-later
// What callers from C may do wrong: counts, shared handles, cancelled threads, log sinks.
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "handles.h"

namespace fftcore::test::misuse_test {
namespace {

void expect_refused(fftcore_status status, const char* word) {
  EXPECT_EQ(status, FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(fftcore_last_message(), word), nullptr) << fftcore_last_message();
}

TEST(CMisuse, NumbersOfThreadsAreChecked) {
  const Work work = work_of("conv2d f32 48x64 k31x31 replicate same");
  char* text = nullptr;
  for (const int threads : {0, -1, INT_MIN, 257, INT_MAX})
    expect_refused(fftcore_explain(work.get(), threads, &text), "1 to 256 are allowed");
  for (const int threads : {1, 256}) {
    EXPECT_EQ(fftcore_explain(work.get(), threads, &text), FFTCORE_OK) << fftcore_last_message();
    fftcore_text_free(text);
  }
}

TEST(CMisuse, CountsAreCheckedBeforeArraysAreRead) {
  const OnQueue queue = cpu_queue();
  const std::vector<double> ones(9, 1);
  const fftcore_taps taps = {3, 3, 1, ones.data(), nullptr};
  const fftcore_notch notch = {0.2, 0.1, 0.05};
  const double number = 1;
  fftcore_filter* filter = nullptr;
  double value = 0;
  for (const std::size_t count : {std::size_t{2}, std::size_t{100000}, SIZE_MAX}) {
    for (const char* const work :
         {"conv2d f32 48x64 k3x3 replicate same", "match ccoeff-normed f32 48x64 p3x3"})
      expect_refused(fftcore_set_taps(compiled(queue, work).get(), &taps, count), "takes 1");
    expect_refused(fftcore_set_parameters(
                       compiled(queue, "conv2d f32 48x64 k3x3 replicate same load=\"v*p0\"").get(),
                       &number, count),
                   "1 are needed");
  }
  for (const std::size_t count : {std::size_t{100000}, SIZE_MAX}) {
    expect_refused(fftcore_filter_notches(&notch, count, &filter), "1 to 64");
    expect_refused(fftcore_notches_frequency_response_at(&notch, count, 0, 0, &value), "1 to 64");
  }
}

TEST(CMisuse, LongTextsAreQuotedInPart) {
  const std::string letters(1 << 24, 'x'), blanks(1 << 24, ' ');
  const Work work = work_of("conv2d f32 48x64 k3x3 replicate same");
  const Work denoise = work_of("denoise f32 48x64 b16 step4");
  fftcore_work* made = nullptr;
  fftcore_queue* queue = nullptr;
  fftcore_filter* filter = nullptr;
  char* text = nullptr;
  const auto expect_short = [](fftcore_status status) {
    EXPECT_NE(status, FFTCORE_OK);
    EXPECT_LT(std::strlen(fftcore_last_message()), 1500U);
  };
  for (const std::string& given :
       {letters, blanks, "conv2d f32 " + letters, "match " + letters, "phase f32 " + letters,
        "denoise f32 48x64 b16 step4 " + letters, "c2c 8 " + letters, "stream 1x1 k8 " + letters,
        "forward f32 48x64 " + letters, "rows f32 " + letters,
        "conv2d f32 48x64 k3x3 load=\"" + letters + "\""})
    expect_short(fftcore_work_create(given.c_str(), &made));
  for (const char* const field : {"taps", "edge", "planar", "load", "bias"})
    expect_short(fftcore_work_set(work.get(), field, letters.c_str()));
  expect_short(fftcore_work_set(work.get(), letters.c_str(), "1"));
  expect_short(fftcore_work_set(denoise.get(), "kind", letters.c_str()));
  expect_short(fftcore_queue_create(letters.c_str(), nullptr, &queue));
  expect_short(fftcore_filter_load(letters.c_str(), &filter));
  expect_short(fftcore_filter_of_frequency_response(letters.c_str(), 3, 3, &filter));
  expect_short(fftcore_gpu_text(letters.c_str(), &text));
  expect_short(fftcore_explain_kernels(work.get(), letters.c_str(), "cuda", &text));
  expect_short(fftcore_explain_kernels(work.get(), "sm_90", letters.c_str(), &text));
}

/// An image that is filtered, and the right result.
struct Filtered {
  static constexpr int kRows = 300, kColumns = 300;
  std::vector<float> image = std::vector<float>(kRows * kColumns), expected = image;

  Filtered() {
    for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<float>(i * 7919 % 1009);
  }
  static Executable executable(const OnQueue& queue) {
    Executable made = compiled(queue, "conv2d f32 300x300 k31x31 wrap same");
    std::vector<double> values(31 * 31);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i * 37 % 101);
    const fftcore_taps taps = {31, 31, 1, values.data(), nullptr};
    EXPECT_EQ(fftcore_set_taps(made.get(), &taps, 1), FFTCORE_OK) << fftcore_last_message();
    return made;
  }
  fftcore_status run(const Executable& executable, const OnQueue& queue, std::vector<float>& to) {
    const fftcore_const_buffer input = {image.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
    const fftcore_buffer output = {to.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
    return fftcore_run(executable.get(), queue.get(), &input, 1, &output);
  }
};

/// Two threads run at once, until one of them was refused. What was not refused is right.
void expect_second_thread_is_told(bool shares_queue, bool shares_executable, const char* word) {
  Filtered filtered;
  const OnQueue one = cpu_queue(2), other = shares_queue ? OnQueue() : cpu_queue(2);
  const Executable first = Filtered::executable(one);
  const Executable second = shares_executable ? Executable() : Filtered::executable(one);
  ASSERT_EQ(filtered.run(first, one, filtered.expected), FFTCORE_OK);
  std::atomic<int> refusals = 0, wrong = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  const auto run = [&](const Executable& executable, const OnQueue& queue) {
    std::vector<float> result(filtered.image.size());
    while (refusals == 0 && std::chrono::steady_clock::now() < end) {
      if (filtered.run(executable, queue, result) == FFTCORE_OK) {
        if (result != filtered.expected) ++wrong;
      } else {
        EXPECT_NE(std::strstr(fftcore_last_message(), word), nullptr) << fftcore_last_message();
        ++refusals;
      }
    }
  };
  std::thread beside([&] { run(shares_executable ? first : second, shares_queue ? one : other); });
  run(first, one);
  beside.join();
  EXPECT_GT(refusals, 0);
  EXPECT_EQ(wrong, 0);
}

TEST(CMisuse, ASecondThreadOnAQueueIsTold) {
  expect_second_thread_is_told(true, false, "another thread uses this queue");
}

TEST(CMisuse, ASecondThreadInAnExecutableIsTold) {
  expect_second_thread_is_told(false, true, "another thread uses this executable");
}

/// What a thread that is being cancelled calls, and how far it came.
struct Cancelled {
  const char* file;
  fftcore_queue* queue;
  bool has_loaded = false, has_freed = false;
};

void* cancel_and_call(void* data) {
  auto& cancelled = *static_cast<Cancelled*>(data);
  pthread_cancel(pthread_self());
  fftcore_filter* filter = nullptr;
  cancelled.has_loaded = fftcore_filter_load(cancelled.file, &filter) == FFTCORE_OK;
  fftcore_filter_free(filter);
  fftcore_queue_free(cancelled.queue);  // waits for its threads
  cancelled.has_freed = true;
  pthread_testcancel();
  return nullptr;
}

TEST(CMisuse, ACancelledThreadEndsAfterItsCall) {
  const std::string file = testing::TempDir() + "fftcore-cancelled-taps.txt";
  std::ofstream(file) << "1 2 1\n";
  Cancelled cancelled{file.c_str(), cpu_queue(2).release()};
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, nullptr, cancel_and_call, &cancelled), 0);
  void* result = nullptr;
  ASSERT_EQ(pthread_join(thread, &result), 0);
  std::remove(file.c_str());
  EXPECT_TRUE(cancelled.has_loaded);
  EXPECT_TRUE(cancelled.has_freed);
  EXPECT_EQ(result, PTHREAD_CANCELED);
}

struct Sunk {
  fftcore_queue* queue;
  int lines = 0;
  fftcore_status status = FFTCORE_OK;
  std::string message = {};
};

void sink_that_compiles(void* user, const char* /*topic*/, const char* /*text*/) {
  auto& sunk = *static_cast<Sunk*>(user);
  ++sunk.lines;
  const Work work = work_of("conv2d f32 33x33 k3x3 wrap same");
  fftcore_executable* executable = nullptr;
  sunk.status = fftcore_compile(sunk.queue, work.get(), &executable);
  sunk.message = fftcore_last_message();
  fftcore_executable_free(executable);
}

TEST(CMisuse, ALogSinkThatCallsTheLibraryIsTold) {
  const OnQueue queue = cpu_queue();
  Sunk sunk{queue.get()};
  ASSERT_EQ(fftcore_set_log_sink(sink_that_compiles, &sunk), FFTCORE_OK);
  EXPECT_NE(compiled(queue, "conv2d f32 44x44 k3x3 wrap same"), nullptr);
  EXPECT_EQ(fftcore_set_log_sink(nullptr, nullptr), FFTCORE_OK);
  EXPECT_GT(sunk.lines, 0);
  EXPECT_EQ(sunk.status, FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(sunk.message.find("log sink"), std::string::npos) << sunk.message;
}

}  // namespace
}  // namespace fftcore::test::misuse_test
