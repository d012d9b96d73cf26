// SPDX-License-Identifier: LGPL-2.1-or-later
#include "worker_pool.h"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "log_line.h"
#include "stop_request.h"

namespace fftcore {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::microseconds kAwake{50};

/// Counts the forks between the first process that had a pool and this one. getpid() would cost a
/// system call each run.
std::atomic<unsigned> forks = 0;

unsigned this_process() {
  static const bool is_counted = [] {
    if (pthread_atfork(nullptr, nullptr, [] { ++forks; }) != 0) throw std::bad_alloc();
    return true;
  }();
  static_cast<void>(is_counted);
  return forks.load(std::memory_order_relaxed);
}

}  // namespace

/// The threads beside the caller's, and what they share with it.
class WorkerPool::Crew {
 public:
  ~Crew() { stop(); }
  /// Throws std::system_error where the system gives no more threads; those that it gave go on
  /// until stop().
  void start(int count) {
    workers_.reserve(static_cast<std::size_t>(count));
    for (int worker = 1; worker <= count; ++worker)
      workers_.emplace_back([this, worker] { work(worker); });
  }
  void stop();
  int size() const { return static_cast<int>(workers_.size()); }
  void run(std::int64_t count, Function function, void* context);
  /// In a forked child: the threads are the parent's. Their memory stays, where tools that look for
  /// leaks find it: a condition's destructor would wait for threads that are not here.
  static void leave(std::unique_ptr<Crew> crew) {
    static std::atomic<Crew*> left = nullptr;
    crew->left_before_ = left.exchange(crew.get());
    static_cast<void>(crew.release());
  }

 private:
  void work(int worker);
  void take_tasks(int worker);

  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  std::uint64_t step_ = 0;     // counts run()s; workers wait for it to move
  bool is_open_ = false;       // workers may still join the step
  std::atomic<int> busy_ = 0;  // workers that joined the step and have not finished
  bool stop_ = false;
  Function function_ = nullptr;
  void* context_ = nullptr;
  std::int64_t count_ = 0;
  std::atomic<std::int64_t> next_ = 0;
  std::vector<std::thread> workers_;
  Crew* left_before_ = nullptr;
};

void WorkerPool::Crew::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  start_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
  stop_ = false;
}

void WorkerPool::Crew::run(std::int64_t count, Function function, void* context) {
  {
    const std::lock_guard lock(mutex_);
    function_ = function;
    context_ = context;
    count_ = count;
    next_.store(0, std::memory_order_relaxed);
    ++step_;
    is_open_ = true;
  }
  start_.notify_all();
  take_tasks(0);
  // All tasks are taken. A worker that has not woken by now is not waited for.
  {
    const std::lock_guard lock(mutex_);
    is_open_ = false;
  }
  // The others are at their last task, most of which end sooner than a thread sleeps and wakes.
  const auto end = Clock::now() + kAwake;
  while (busy_ > 0 && Clock::now() < end) std::this_thread::yield();
  if (busy_ == 0) return;
  std::unique_lock lock(mutex_);
  // pthread_cancel() would unwind from here through what cannot be unwound.
  int before = PTHREAD_CANCEL_ENABLE;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  done_.wait(lock, [this] { return busy_ == 0; });
  pthread_setcancelstate(before, nullptr);
}

void WorkerPool::Crew::take_tasks(int worker) {
  for (std::int64_t index = next_.fetch_add(1, std::memory_order_relaxed); index < count_;
       index = next_.fetch_add(1, std::memory_order_relaxed)) {
    // The caller's thread alone is asked to stop; the others find no tasks left.
    if (worker == 0 && StopRequest::has_come_here())
      next_.store(count_, std::memory_order_relaxed);
    else
      function_(context_, index, worker);
  }
}

void WorkerPool::Crew::work(int worker) {
  std::uint64_t seen = 0;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      start_.wait(lock, [&] { return stop_ || (is_open_ && step_ != seen); });
      if (stop_) return;
      seen = step_;
      ++busy_;
    }
    take_tasks(worker);
    bool last = false;
    {
      const std::lock_guard lock(mutex_);
      last = --busy_ == 0;
    }
    if (last) done_.notify_one();
  }
}

WorkerPool::WorkerPool(int threads) : process_(this_process()) {
  if (threads < 2) return;
  crew_ = std::make_unique<Crew>();
  try {
    crew_->start(threads - 1);
  } catch (const std::system_error& error) {
    // A limit on processes, as containers have them: fewer threads do the same work. Half of those
    // given are left to the rest of the program, some of which (GLib) aborts where it gets none.
    const int room = (crew_->size() + 1) / 2;
    crew_->stop();
    try {
      crew_->start(room);
    } catch (const std::system_error&) {
      // Somebody else took them meanwhile.
    }
    log_line("cpu", "{} of {} threads: {}", crew_->size() + 1, threads, error.what());
  }
  threads_ = crew_->size() + 1;
  if (threads_ == 1) crew_.reset();
}

WorkerPool::~WorkerPool() {
  if (crew_ && process_ != this_process()) Crew::leave(std::move(crew_));
}

void WorkerPool::run_erased(std::int64_t count, Function function, void* context) {
  if (!crew_ || count <= 1) {
    for (std::int64_t index = 0; index < count && !StopRequest::has_come_here(); ++index)
      function(context, index, 0);
    return;
  }
  if (process_ != this_process()) start_anew();
  if (crew_)
    crew_->run(count, function, context);
  else
    run_erased(count, function, context);
}

void WorkerPool::start_anew() noexcept {
  Crew::leave(std::move(crew_));
  process_ = this_process();
  try {
    crew_ = std::make_unique<Crew>();
    crew_->start(threads_ - 1);
  } catch (const std::exception&) {
    // Those that there are do the work.
  }
}

}  // namespace fftcore
