// SPDX-License-Identifier: LGPL-2.1-or-later
// Work that takes seconds, such as a driver's compile, and that an element which stops must not
// wait for: drivers take one compile at a time, so that it would wait for other pipelines too.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

#include "../gobject/errors.h"
#include "fftcore/compile_stop.h"
#include "owning_task.h"

namespace fftcore::gst {

/// Thread-safe.
class Interruption : public std::enable_shared_from_this<Interruption> {
 public:
  void set();
  void clear();
  bool is_set() const;

  /// `work` on a thread of its own; what it returns or throws. Throws Interrupted once set() is
  /// called: the work goes on by itself then, and its outcome is dropped. It owns what it uses.
  /// The end of the program drops work that has not begun. It stops a compile() between kernels,
  /// waits for that, and this throws Interrupted (background_jobs.h).
  template <class Work>
  std::invoke_result_t<Work> run(Work work) {
    const auto task = std::make_shared<OwningTask<Work>>(std::move(work));
    auto outcome = task->outcome();
    wait_for([task] { (*task)(); });
    try {
      return outcome.get();
    } catch (const Stopped& stopped) {
      throw Interrupted(stopped.what());
    }
  }

 private:
  void wait_for(std::function<void()> task);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool is_set_ = false;  // guarded by mutex_
};

}  // namespace fftcore::gst
