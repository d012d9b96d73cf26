// SPDX-License-Identifier: LGPL-2.1-or-later
// Handles of the C interface that end by themselves, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "fftcore/c.h"

namespace fftcore::test {

template <auto free>
struct Free {
  template <class Handle>
  void operator()(Handle* handle) const {
    free(handle);
  }
};

using Work = std::unique_ptr<fftcore_work, Free<fftcore_work_free>>;
using OnQueue = std::unique_ptr<fftcore_queue, Free<fftcore_queue_free>>;
using Executable = std::unique_ptr<fftcore_executable, Free<fftcore_executable_free>>;

/// Null where it cannot be made.
inline Work work_of(const char* text) {
  fftcore_work* work = nullptr;
  fftcore_work_create(text, &work);
  return Work(work);
}

inline std::string text_of(const fftcore_work* work) {
  char* text = nullptr;
  if (fftcore_work_text(work, &text) != FFTCORE_OK) return fftcore_last_message();
  const std::string result = text;
  fftcore_text_free(text);
  return result;
}

inline OnQueue cpu_queue(int threads = 1) {
  fftcore_queue_options options = FFTCORE_QUEUE_OPTIONS;
  options.threads = threads;
  fftcore_queue* queue = nullptr;
  EXPECT_EQ(fftcore_queue_create("cpu", &options, &queue), FFTCORE_OK) << fftcore_last_message();
  return OnQueue(queue);
}

inline Executable compiled(const OnQueue& queue, const char* text) {
  fftcore_executable* executable = nullptr;
  EXPECT_EQ(fftcore_compile(queue.get(), work_of(text).get(), &executable), FFTCORE_OK)
      << fftcore_last_message();
  return Executable(executable);
}

}  // namespace fftcore::test
