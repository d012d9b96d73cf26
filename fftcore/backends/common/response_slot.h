// SPDX-License-Identifier: LGPL-2.1-or-later
// The way of sets of a stream's impulse responses: made by one thread, handed to another that never
// waits, and given back.
#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace fftcore {

/// Setters call publish(), one at a time. The pushing thread calls take() and give_back(), which
/// neither wait nor free. `Set` has a pointer `next`, for the list of those that
/// are given back.
template <class Set>
class ResponseSlot {
 public:
  ResponseSlot() = default;
  ResponseSlot(const ResponseSlot&) = delete;
  ResponseSlot& operator=(const ResponseSlot&) = delete;
  ~ResponseSlot() {
    free_given_back();
    delete published_.exchange(nullptr);
  }

  /// Replaces a set that was not taken yet, and frees those that were given back.
  void publish(std::unique_ptr<Set> set) {
    free_given_back();
    delete published_.exchange(set.release(), std::memory_order_acq_rel);
  }

  /// The last set that was published, once; else null.
  std::unique_ptr<Set> take() {
    if (!has_set()) return nullptr;
    return std::unique_ptr<Set>(published_.exchange(nullptr, std::memory_order_acq_rel));
  }

  /// Whether take() has one to give.
  bool has_set() const { return published_.load(std::memory_order_relaxed) != nullptr; }

  void give_back(std::unique_ptr<Set> set) {
    if (!set) return;
    Set* const first = set.release();
    first->next = given_back_.load(std::memory_order_relaxed);
    while (!given_back_.compare_exchange_weak(first->next, first, std::memory_order_release,
                                              std::memory_order_relaxed)) {
    }
  }

 private:
  void free_given_back() {
    for (Set* set = given_back_.exchange(nullptr, std::memory_order_acquire); set != nullptr;)
      delete std::exchange(set, set->next);
  }

  std::atomic<Set*> published_ = nullptr, given_back_ = nullptr;
};

}  // namespace fftcore
