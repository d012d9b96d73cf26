// SPDX-License-Identifier: LGPL-2.1-or-later
// Errors of the C interface: a status for each class, messages of a thread's own, NULL everywhere.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <thread>

#include "handles.h"

namespace fftcore::test::errors_test {
namespace {

TEST(CErrors, VersionIsTheProjects) {
  const std::string header = std::to_string(FFTCORE_VERSION_MAJOR) + "." +
                             std::to_string(FFTCORE_VERSION_MINOR) + "." +
                             std::to_string(FFTCORE_VERSION_MICRO);
  EXPECT_EQ(header, FFTCORE_VERSION);
  EXPECT_EQ(fftcore_version_number(), FFTCORE_VERSION_NUMBER);
}

TEST(CErrors, StatusIsTheClassOfTheException) {
  fftcore_work* work = nullptr;
  EXPECT_EQ(fftcore_work_create("conv2d u9 48x64 k3x3", &work), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(fftcore_last_message(), "'u9'"), nullptr) << fftcore_last_message();
  EXPECT_EQ(work, nullptr);

  fftcore_queue* queue = nullptr;
  EXPECT_EQ(fftcore_queue_create("abacus", nullptr, &queue), FFTCORE_ERROR_BACKEND_UNAVAILABLE);
  EXPECT_NE(std::strstr(fftcore_last_message(), "abacus"), nullptr) << fftcore_last_message();
  EXPECT_EQ(queue, nullptr);

  // Code for formulas is a GPU's.
  fftcore_executable* executable = nullptr;
  const Work coded = work_of(
      "conv2d f32 48x64 k3x3 replicate same load=\"f(v)\" "
      "code=\"float f(float v) { return v; }\"");
  ASSERT_NE(coded, nullptr) << fftcore_last_message();
  EXPECT_EQ(fftcore_compile(cpu_queue().get(), coded.get(), &executable), FFTCORE_ERROR_UNSUPPORTED)
      << fftcore_last_message();
  EXPECT_EQ(executable, nullptr);
}

TEST(CErrors, MessagesAreAThreadsOwnAndStay) {
  fftcore_work* work = nullptr;
  fftcore_work_create("no work", &work);
  const std::string here = fftcore_last_message();
  EXPECT_NE(here, "");
  std::thread([] {
    EXPECT_STREQ(fftcore_last_message(), "");
    EXPECT_EQ(fftcore_queue_wait(nullptr), FFTCORE_ERROR_INVALID_ARGUMENT);
    EXPECT_STREQ(fftcore_last_message(), "the queue is NULL");
  }).join();
  ASSERT_NE(work_of("r2c 8"), nullptr);  // a success
  EXPECT_EQ(fftcore_last_message(), here);
}

TEST(CErrors, NullIsFreed) {
  fftcore_text_free(nullptr);
  fftcore_queue_free(nullptr);
  fftcore_work_free(nullptr);
  fftcore_executable_free(nullptr);
  fftcore_pinned_free(nullptr);
  fftcore_pieces_free(nullptr);
  fftcore_frequency_response_free(nullptr);
  fftcore_array_free(nullptr);
  fftcore_bundle_free(nullptr);
  EXPECT_EQ(fftcore_queue_threads(nullptr), 0);
  EXPECT_EQ(fftcore_pinned_data(nullptr), nullptr);
}

TEST(CErrors, NullIsRefused) {
  const OnQueue queue = cpu_queue();
  const Work work = work_of("conv2d u8 48x64 k3x3");
  const Executable executable = compiled(queue, "conv2d u8 48x64 k3x3");
  fftcore_executable* made = nullptr;
  fftcore_pinned* pinned = nullptr;
  fftcore_work* other = nullptr;
  char* text = nullptr;
  std::size_t size = 0;
  std::int64_t rows = 1, columns = 1;
  const fftcore_const_buffer input{};
  const fftcore_taps taps{};
  const fftcore_status statuses[] = {
      fftcore_queue_create(nullptr, nullptr, nullptr),
      fftcore_queue_create("cpu", nullptr, nullptr),
      fftcore_backend_unavailable_reason(nullptr, &text),
      fftcore_backend_unavailable_reason("cpu", nullptr),
      fftcore_pinned_create(nullptr, 64, &pinned),
      fftcore_pinned_create(queue.get(), 64, nullptr),
      fftcore_work_create(nullptr, nullptr),
      fftcore_work_create("r2c 8", nullptr),
      fftcore_work_text(nullptr, &text),
      fftcore_work_text(work.get(), nullptr),
      fftcore_work_set(nullptr, "taps", "3x3"),
      fftcore_compile(nullptr, work.get(), &made),
      fftcore_compile(queue.get(), nullptr, &made),
      fftcore_compile(queue.get(), work.get(), nullptr),
      fftcore_compile_without_workspace(queue.get(), nullptr, &made),
      fftcore_plan_text(nullptr, &text),
      fftcore_memory_bytes(queue.get(), nullptr, &size),
      fftcore_memory_bytes(queue.get(), work.get(), nullptr),
      fftcore_workspace_bytes(nullptr, work.get(), &size),
      fftcore_spectrum_points(queue.get(), nullptr, &columns),
      fftcore_spectrum_points(nullptr, &rows, &columns),
      fftcore_work_get(nullptr, "taps", &text),
      fftcore_work_get(work.get(), nullptr, &text),
      fftcore_work_get(work.get(), "taps", nullptr),
      fftcore_executable_work(nullptr, &other),
      fftcore_executable_work(executable.get(), nullptr),
      fftcore_backend_auto_skip_reason(nullptr, &text),
      fftcore_queue_gpu(nullptr, &text),
      fftcore_gpu_text(nullptr, &text),
      fftcore_bundle_create(nullptr),
      fftcore_bundle_add(nullptr, work.get(), "orin-agx-64", nullptr, nullptr),
      fftcore_bundle_bytes(nullptr, nullptr, &size),
      fftcore_frequency_response_load(nullptr, nullptr),
      fftcore_frequency_response_grid(nullptr, nullptr),
      fftcore_array_load(nullptr, nullptr),
      fftcore_array_values(nullptr, nullptr, nullptr, nullptr),
      fftcore_filter_load_matrix(nullptr, nullptr),
      fftcore_filter_all_taps(nullptr, nullptr, 0, &size),
      fftcore_set_taps(nullptr, &taps, 1),
      fftcore_set_taps(executable.get(), nullptr, 1),
      fftcore_set_gain(nullptr, 1, 0),
      fftcore_set_parameters(executable.get(), nullptr, 1),
      fftcore_set_strength(executable.get(), nullptr),
      fftcore_set_count(nullptr, 1),
      fftcore_run(nullptr, queue.get(), &input, 1, nullptr),
      fftcore_run(executable.get(), nullptr, &input, 1, nullptr),
      fftcore_run(executable.get(), queue.get(), nullptr, 1, nullptr),
      fftcore_run(executable.get(), queue.get(), &input, 1, nullptr),
      fftcore_run_with_workspace(nullptr, queue.get(), &input, nullptr, nullptr),
      fftcore_run_with_state(nullptr, queue.get(), &input, 1, nullptr, nullptr),
      fftcore_run_with_state(executable.get(), queue.get(), &input, 1, nullptr, nullptr),
      fftcore_peaks(executable.get(), nullptr, 0, nullptr),
      fftcore_set_reference(nullptr, queue.get(), &input),
      fftcore_keep_as_reference(nullptr),
      fftcore_push(nullptr, nullptr, 0, nullptr, 0, 0),
      fftcore_push(executable.get(), nullptr, 1, nullptr, 0, 0),
      fftcore_stream_reset(nullptr, 0),
      fftcore_stream_state(nullptr, nullptr, nullptr, nullptr),
  };
  int number = 0;
  for (const fftcore_status status : statuses)
    EXPECT_EQ(status, FFTCORE_ERROR_INVALID_ARGUMENT) << "call " << number++;
  EXPECT_EQ(made, nullptr);
  EXPECT_EQ(other, nullptr);
  EXPECT_EQ(text, nullptr);
}

TEST(CErrors, WhatAKindDoesNotHaveIsRefused) {
  const OnQueue queue = cpu_queue();
  const Executable transform = compiled(queue, "r2c 8");
  EXPECT_EQ(fftcore_set_gain(transform.get(), 1, 0), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(fftcore_last_message(), "a Transform has no gain");
  EXPECT_EQ(fftcore_stream_reset(transform.get(), 0), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(fftcore_last_message(), "a Transform has no position");
  std::size_t count = 0;
  EXPECT_EQ(fftcore_peaks(transform.get(), nullptr, 0, &count), FFTCORE_ERROR_INVALID_ARGUMENT);
  fftcore_executable* made = nullptr;
  EXPECT_EQ(fftcore_compile_without_workspace(queue.get(), work_of("phase u8 48x64").get(), &made),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(fftcore_last_message(), "a PhaseCorrelation has no workspace that runs are given");
}

TEST(CErrors, OptionsOfAQueueAreChecked) {
  fftcore_queue* queue = nullptr;
  fftcore_queue_options options = FFTCORE_QUEUE_OPTIONS;
  options.wait = 3;
  EXPECT_EQ(fftcore_queue_create("cpu", &options, &queue), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(fftcore_last_message(), "wait is 3"), nullptr) << fftcore_last_message();
  options = {};
  EXPECT_EQ(fftcore_queue_create("cpu", &options, &queue), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(fftcore_last_message(), "size of the queue's options is 0"), nullptr);
}

TEST(CErrors, TapsAreChecked) {
  const OnQueue queue = cpu_queue();
  const Executable executable = compiled(queue, "conv2d u8 48x64 k3x3");
  const double values[9] = {};
  const fftcore_taps none{.columns = 0, .rows = 3, .slices = 1, .values = values, .imaginary = {}};
  EXPECT_EQ(fftcore_set_taps(executable.get(), &none, 1), FFTCORE_ERROR_INVALID_ARGUMENT);
  const fftcore_taps many{.columns = std::int64_t{1} << 30,
                          .rows = std::int64_t{1} << 30,
                          .slices = std::int64_t{1} << 30,
                          .values = values,
                          .imaginary = {}};
  EXPECT_EQ(fftcore_set_taps(executable.get(), &many, 1), FFTCORE_ERROR_INVALID_ARGUMENT);
  const fftcore_taps lacking{
      .columns = 3, .rows = 3, .slices = 1, .values = nullptr, .imaginary = {}};
  EXPECT_EQ(fftcore_set_taps(executable.get(), &lacking, 1), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(fftcore_last_message(), "the array of taps is NULL");
  EXPECT_EQ(fftcore_set_taps(executable.get(), nullptr, 0), FFTCORE_ERROR_INVALID_ARGUMENT);
}

#ifndef __SANITIZE_ADDRESS__  // ends the program itself
TEST(CErrors, MemoryThatIsNotThereIsAStatus) {
  const Executable executable = compiled(cpu_queue(), "conv2d u8 48x64 k3x3");
  const double value = 0;
  fftcore_taps taps = {};
  taps.columns = taps.rows = std::int64_t{1} << 29;
  taps.values = &value;  // not read: the copy has no place
  EXPECT_EQ(fftcore_set_taps(executable.get(), &taps, 1), FFTCORE_ERROR_OUT_OF_MEMORY);
  EXPECT_STREQ(fftcore_last_message(), "the host has no memory left for what was asked");
}
#endif

TEST(CErrors, BackendsAreListed) {
  bool has_cpu = false;
  std::size_t count = 0;
  for (; fftcore_backend_name(count) != nullptr; ++count) {
    has_cpu = has_cpu || std::string(fftcore_backend_name(count)) == "cpu";
    char* reason = nullptr;
    EXPECT_EQ(fftcore_backend_unavailable_reason(fftcore_backend_name(count), &reason), FFTCORE_OK);
    if (std::string(fftcore_backend_name(count)) == "cpu") {
      EXPECT_STREQ(reason, "");
    }
    fftcore_text_free(reason);
    EXPECT_EQ(fftcore_backend_auto_skip_reason(fftcore_backend_name(count), &reason), FFTCORE_OK);
    fftcore_text_free(reason);
    char* devices = nullptr;
    EXPECT_EQ(fftcore_backend_devices(fftcore_backend_name(count), &devices), FFTCORE_OK);
    if (std::string(fftcore_backend_name(count)) == "cpu") {
      EXPECT_EQ(std::string(devices).rfind("0\tprocessor, ", 0), 0) << devices;
    }
    fftcore_text_free(devices);
  }
  EXPECT_TRUE(has_cpu);
  char* reason = nullptr;
  EXPECT_EQ(fftcore_backend_unavailable_reason("abacus", &reason), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_backend_devices("abacus", &reason), FFTCORE_ERROR_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace fftcore::test::errors_test
