// SPDX-License-Identifier: LGPL-2.1-or-later
// Sleeping until a word changes. std::atomic::wait() calls sched_yield() before it sleeps, which
// may cost a thread its turn where the machine is full.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace fftcore {

/// Sleeps while `word` is `value`. May return sooner. No point of cancellation.
inline void sleep_while(const std::atomic<std::uint32_t>& word, std::uint32_t value) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

/// Wakes at most so many threads that sleep_while(word); returns how many.
inline int wake(const std::atomic<std::uint32_t>& word, int most) {
  return static_cast<int>(syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, most, nullptr, nullptr, 0));
}

}  // namespace fftcore
