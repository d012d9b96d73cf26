// SPDX-License-Identifier: LGPL-2.1-or-later
#include "interruption.h"

#include <system_error>

#include "../gobject/errors.h"
#include "background_jobs.h"

namespace fftcore::gst {

void Interruption::set() {
  const std::lock_guard lock(mutex_);
  is_set_ = true;
  changed_.notify_all();
}

void Interruption::clear() {
  const std::lock_guard lock(mutex_);
  is_set_ = false;
}

bool Interruption::is_set() const {
  const std::lock_guard lock(mutex_);
  return is_set_;
}

void Interruption::wait_for(std::function<void()> task) {
  std::unique_lock lock(mutex_);
  if (is_set_) throw Interrupted("the element stops");
  const auto is_done = std::make_shared<bool>(false);  // guarded by mutex_
  BackgroundJobs& jobs = BackgroundJobs::of_the_program();
  BackgroundJobs::Id job;
  try {
    job = jobs.start([self = shared_from_this(), task, is_done]() mutable {
      task();
      task = nullptr;  // with what it owns
      const std::lock_guard at_its_end(self->mutex_);
      *is_done = true;
      self->changed_.notify_all();
    });
  } catch (const std::system_error&) {  // the system gives no more threads
    lock.unlock();
    return task();
  }
  task = nullptr;
  changed_.wait(lock, [&] { return is_set_ || *is_done; });
  const bool was_interrupted = !*is_done;
  lock.unlock();
  if (was_interrupted) throw Interrupted("the element stops");
  jobs.join(job);
}

}  // namespace fftcore::gst
