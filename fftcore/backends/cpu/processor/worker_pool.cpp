// SPDX-License-Identifier: LGPL-2.1-or-later
#include "worker_pool.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "futex.h"
#include "log_line.h"
#include "stop_request.h"

namespace fftcore {
namespace {

using Clock = std::chrono::steady_clock;

/// How long the caller waits awake for the end of a step, and how many ends at most it does not
/// wait awake for after that was in vain.
constexpr std::chrono::microseconds kAwake{50};
constexpr int kMostNotAwake = 64;

/// What a step's gate says: whether workers may still join it, whether the caller sleeps, how many
/// workers are in it, and above that the step's number.
constexpr std::uint64_t kOpen = 1U << 31, kAsleep = 1U << 30, kBusy = kAsleep - 1;
constexpr int kStepShift = 32;

/// Waits without giving the processor away.
void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Counts the forks between the first process that had a pool and this one. getpid() would cost a
/// system call each run; it tells at the end also of children of _Fork() and clone().
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
    workers_ = std::vector<Worker>(static_cast<std::size_t>(count));
    for (int worker = 1; worker <= count; ++worker, ++size_)
      workers_[static_cast<std::size_t>(worker - 1)].thread =
          std::thread([this, worker] { work(worker); });
  }
  void stop();
  int size() const { return size_; }
  void run(std::int64_t count, Function function, void* context);
  const Counts& counts() const { return counts_; }
  /// In a forked child: the threads are the parent's. Their memory stays, where tools that look for
  /// leaks find it: a thread that is not here cannot be joined.
  static void leave(std::unique_ptr<Crew> crew) {
    static std::atomic<Crew*> left = nullptr;
    crew->left_before_ = left.exchange(crew.get());
    static_cast<void>(crew.release());
  }

 private:
  struct Worker {
    std::thread thread;
    std::atomic<int> processor = -1;  // that it joined the step on; -1 while it is in none
  };

  void work(int worker);
  void take_tasks(int worker);
  bool join(std::uint32_t step);
  void leave_step();
  bool is_busy() const { return (gate_.load(std::memory_order_acquire) & kBusy) != 0; }
  bool has_worker_on(int processor) const;
  bool spin();
  void sleep();

  std::atomic<std::uint64_t> gate_ = 0;
  std::atomic<std::uint32_t> step_ = 0;  // counts run()s; workers sleep until it moves
  std::atomic<std::uint32_t> done_ = 0;  // counts steps whose last worker woke the caller
  std::atomic<bool> stop_ = false;
  Function function_ = nullptr;
  void* context_ = nullptr;
  std::int64_t count_ = 0;
  std::atomic<std::int64_t> next_ = 0;
  std::vector<Worker> workers_;
  int size_ = 0;                            // of the workers, those with a thread
  int not_awake_ = 0, not_awake_next_ = 1;  // ends of steps that the caller does not wait awake for
  Counts counts_;
  Crew* left_before_ = nullptr;
};

void WorkerPool::Crew::stop() {
  stop_.store(true, std::memory_order_relaxed);
  step_.fetch_add(1, std::memory_order_release);
  wake(step_, size_);
  for (int i = 0; i < size_; ++i) workers_[static_cast<std::size_t>(i)].thread.join();
  workers_.clear();
  size_ = 0;
  stop_.store(false, std::memory_order_relaxed);
}

void WorkerPool::Crew::run(std::int64_t count, Function function, void* context) {
  function_ = function;
  context_ = context;
  count_ = count;
  next_.store(0, std::memory_order_relaxed);
  const std::uint32_t step = step_.load(std::memory_order_relaxed) + 1;
  gate_.store(std::uint64_t{step} << kStepShift | kOpen, std::memory_order_release);
  step_.store(step, std::memory_order_release);
  counts_.woken += wake(step_, static_cast<int>(std::min<std::int64_t>(count - 1, size_)));
  take_tasks(0);
  // All tasks are taken. A worker that has not begun by now is not waited for.
  if ((gate_.fetch_and(~kOpen, std::memory_order_acq_rel) & kBusy) == 0) return;
  if (!spin()) sleep();
}

bool WorkerPool::Crew::has_worker_on(int processor) const {
  return std::any_of(workers_.begin(), workers_.end(), [&](const Worker& worker) {
    return worker.processor.load(std::memory_order_relaxed) == processor;
  });
}

/// Whether the others have come to their ends. Most do sooner than a thread sleeps and wakes.
bool WorkerPool::Crew::spin() {
  if (not_awake_ > 0) {
    --not_awake_;
    return false;
  }
  // That one cannot run before this one sleeps.
  if (const int here = sched_getcpu(); here >= 0 && has_worker_on(here)) return false;
  for (const auto end = Clock::now() + kAwake; Clock::now() < end;)
    for (int i = 0; i < 16; ++i) {
      if (!is_busy()) {
        not_awake_next_ = 1;
        return true;
      }
      relax();
    }
  ++counts_.awake_in_vain;
  not_awake_ = not_awake_next_;
  not_awake_next_ = std::min(2 * not_awake_next_, kMostNotAwake);
  return false;
}

void WorkerPool::Crew::sleep() {
  if ((gate_.fetch_or(kAsleep, std::memory_order_acq_rel) & kBusy) == 0) return;
  ++counts_.slept;
  while (true) {
    const std::uint32_t done = done_.load(std::memory_order_acquire);
    if (!is_busy()) return;
    sleep_while(done_, done);
  }
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

/// False where the step is another by now, or has no tasks left.
bool WorkerPool::Crew::join(std::uint32_t step) {
  std::uint64_t gate = gate_.load(std::memory_order_acquire);
  while ((gate & kOpen) != 0 && gate >> kStepShift == step)
    if (gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acq_rel)) return true;
  return false;
}

void WorkerPool::Crew::leave_step() {
  const std::uint64_t before = gate_.fetch_sub(1, std::memory_order_acq_rel);
  if ((before & kBusy) != 1 || (before & kAsleep) == 0) return;
  done_.fetch_add(1, std::memory_order_release);
  wake(done_, 1);
}

void WorkerPool::Crew::work(int worker) {
  std::atomic<int>& processor = workers_[static_cast<std::size_t>(worker - 1)].processor;
  std::uint32_t seen = 0;
  while (true) {
    const std::uint32_t step = step_.load(std::memory_order_acquire);
    if (stop_.load(std::memory_order_relaxed)) return;
    if (step == seen || !join(step)) {
      seen = step;
      sleep_while(step_, step);
      continue;
    }
    seen = step;
    processor.store(sched_getcpu(), std::memory_order_relaxed);
    take_tasks(worker);
    processor.store(-1, std::memory_order_relaxed);
    leave_step();
  }
}

WorkerPool::WorkerPool(int threads) : process_(this_process()), process_id_(getpid()) {
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
  if (crew_ && (process_ != this_process() || process_id_ != getpid()))
    Crew::leave(std::move(crew_));
}

WorkerPool::Counts WorkerPool::counts() const {
  return crew_ ? crew_->counts() : Counts();
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
  process_id_ = getpid();
  try {
    crew_ = std::make_unique<Crew>();
    crew_->start(threads_ - 1);
  } catch (const std::exception&) {
    // Those that there are do the work.
  }
}

}  // namespace fftcore
