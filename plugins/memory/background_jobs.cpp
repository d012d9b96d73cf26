// SPDX-License-Identifier: LGPL-2.1-or-later
#include "background_jobs.h"

#include <unistd.h>

#include <atomic>
#include <utility>

#include "../gobject/errors.h"

namespace fftcore::gst {

class BackgroundJobs::Job {
 public:
  std::thread thread;
  std::atomic<bool> is_done = false;
  std::stop_source stop;
  const pid_t process = getpid();  ///< a forked child has none of the threads
};

BackgroundJobs& BackgroundJobs::of_the_program() {
  static BackgroundJobs& jobs = *new BackgroundJobs;
  return jobs;
}

BackgroundJobs::Id BackgroundJobs::start(std::function<void(std::stop_token)> work) {
  const std::lock_guard lock(mutex_);
  if (has_ended_) throw Interrupted("the program ends");
  forget_done();
  jobs_.push_back(std::make_shared<Job>());
  const Id job = jobs_.back();
  try {
    job->thread = std::thread([job = job.get(), work = std::move(work)]() mutable {
      work(job->stop.get_token());
      work = nullptr;
      job->is_done = true;
    });
  } catch (...) {
    jobs_.pop_back();
    throw;
  }
  return job;
}

void BackgroundJobs::forget_done() {
  jobs_.remove_if([](const Id& job) {
    if (!job->is_done || job->process != getpid()) return false;
    job->thread.join();
    return true;
  });
}

void BackgroundJobs::join(const Id& job) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.remove(job) == 0) return;  // another call joins it
  }
  job->thread.join();
}

void BackgroundJobs::end() {
  std::list<Id> jobs;
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    jobs.swap(jobs_);
  }
  for (const Id& job : jobs)
    if (job->process == getpid()) job->stop.request_stop();  // all, before one is waited for
  for (const Id& job : jobs) {
    if (job->process == getpid())
      job->thread.join();
    else
      new Id(job);  // a std::thread that is destroyed unjoined ends the process
  }
}

void end_jobs_with_main_thread() {
  struct AtItsEnd {
    ~AtItsEnd() { BackgroundJobs::of_the_program().end(); }
  };
  static thread_local const bool is_main = getpid() == gettid();
  if (!is_main) return;
  static thread_local const AtItsEnd at_its_end;
  static_cast<void>(at_its_end);
}

}  // namespace fftcore::gst
