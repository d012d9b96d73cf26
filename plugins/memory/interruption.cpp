// SPDX-License-Identifier: LGPL-2.1-or-later
#include "interruption.h"

#include <atomic>
#include <list>
#include <system_error>
#include <thread>

#include "../gobject/errors.h"

namespace fftcore::gst {
namespace {

struct Job {
  std::thread thread;
  std::shared_ptr<std::atomic<bool>> is_done;
};

/// Those that nobody waits for but the end of the program, which must not take the driver away
/// while it compiles.
class Abandoned {
 public:
  ~Abandoned() {
    for (Job& job : jobs_) job.thread.join();
  }

  /// Takes a list of one, so that there is nothing to ask memory for.
  void add(std::list<Job>& job) {
    const std::lock_guard lock(mutex_);
    jobs_.remove_if([](Job& each) {
      if (!*each.is_done) return false;
      each.thread.join();
      return true;
    });
    jobs_.splice(jobs_.end(), job);
  }

 private:
  std::mutex mutex_;
  std::list<Job> jobs_;  // guarded by mutex_
};

}  // namespace

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
  std::list<Job> one(1);
  Job& job = one.front();
  job.is_done = std::make_shared<std::atomic<bool>>(false);
  try {
    job.thread = std::thread([self = shared_from_this(), task, is_done = job.is_done]() mutable {
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
  changed_.wait(lock, [&] { return is_set_ || *job.is_done; });
  const bool was_interrupted = !*job.is_done;
  lock.unlock();
  if (!was_interrupted) return job.thread.join();
  static Abandoned abandoned;
  abandoned.add(one);
  throw Interrupted("the element stops");
}

}  // namespace fftcore::gst
