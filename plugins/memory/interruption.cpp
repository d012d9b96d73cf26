// SPDX-License-Identifier: LGPL-2.1-or-later
#include "interruption.h"

#include <system_error>

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
  enum class Work { under_way, done, dropped };
  const auto state = std::make_shared<Work>(Work::under_way);  // guarded by mutex_
  BackgroundJobs& jobs = BackgroundJobs::of_the_program();
  BackgroundJobs::Id job;
  try {
    job = jobs.start([self = shared_from_this(), task, state](std::stop_token token) mutable {
      const bool begins = !token.stop_requested();
      if (begins) {
        const CompileStop stoppable(std::move(token));
        task();
      }
      task = nullptr;  // with what it owns
      const std::lock_guard at_its_end(self->mutex_);
      *state = begins ? Work::done : Work::dropped;
      self->changed_.notify_all();
    });
  } catch (const std::system_error&) {  // the system gives no more threads
    lock.unlock();
    return task();
  }
  task = nullptr;
  changed_.wait(lock, [&] { return is_set_ || *state != Work::under_way; });
  const Work came_to = *state;
  lock.unlock();
  if (came_to == Work::under_way) throw Interrupted("the element stops");
  if (came_to == Work::dropped) throw Interrupted("the program ends");
  jobs.join(job);
}

}  // namespace fftcore::gst
