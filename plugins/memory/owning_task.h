// SPDX-License-Identifier: LGPL-2.1-or-later
// Work for another thread whose outcome may be dropped: what it made goes before what it owns, such
// as a kernel before the context of its GPU.
#pragma once

#include <future>
#include <memory>
#include <type_traits>
#include <utility>

namespace fftcore::gst {

/// A std::packaged_task alone destroys its callable before its result.
template <class Work>
class OwningTask {
 public:
  using Result = std::invoke_result_t<Work&>;

  explicit OwningTask(Work work) : work_(std::move(work)), task_([this] { return work_(); }) {}
  OwningTask(const OwningTask&) = delete;
  OwningTask& operator=(const OwningTask&) = delete;

  std::future<Result> outcome() { return task_.get_future(); }
  void operator()() { task_(); }

 private:
  Work work_;
  std::packaged_task<Result()> task_;
};

}  // namespace fftcore::gst
