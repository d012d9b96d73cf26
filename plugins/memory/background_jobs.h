// SPDX-License-Identifier: LGPL-2.1-or-later
// Threads that compile for elements. The end of the program stops them, and waits until they have
// stopped, before it ends what compilers and drivers work with.
#pragma once

#include <sys/types.h>

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace fftcore::gst {

/// Thread-safe. It is never destroyed: destructors of static objects would come too late. A
/// compiler makes static objects of its own while it works, which the end of the program destroys
/// before those that were there already.
class BackgroundJobs {
 public:
  static BackgroundJobs& of_the_program();

  class Job;
  using Id = std::shared_ptr<Job>;

  /// `work` gets a token that asks it to end early once the program ends, maybe before it begins.
  /// Throws std::system_error where the system gives no thread, and Interrupted where the program
  /// ends.
  Id start(std::function<void(std::stop_token)> work);
  /// Waits for a job. Jobs that nobody waits for are joined by a later start().
  void join(const Id& job);
  /// Asks all jobs to end, and waits until they have; none is started after it.
  void end();

 private:
  void forget_done();

  std::mutex mutex_;
  std::list<Id> jobs_;      // guarded by mutex_; not joined yet
  bool has_ended_ = false;  // guarded by mutex_
};

/// Ends the jobs when the calling thread ends, if that is the program's main thread: it calls
/// exit(), or returns from main(), which destroys its thread's variables before all static objects.
///
/// Where another thread calls exit(), nothing waits, and what still compiles may crash. No handler
/// of ours could wait there: exit() calls those that were registered last first, so what a compiler
/// made in its first compile is gone before. A wait after that gives the compile the time to crash:
/// with PoCL 3.1 it crashed or hung in 10 of 10 programs, and without the wait in none.
void end_jobs_with_main_thread();

}  // namespace fftcore::gst
