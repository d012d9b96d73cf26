// SPDX-License-Identifier: LGPL-2.1-or-later
// Responses as a StreamExecutable needs them: made by one thread, handed to another that never
// waits, and given back to be freed.
#pragma once

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "aligned_array.h"
#include "stream_plan.h"

namespace fftcore {

/// One set of responses.
template <class Real>
struct StreamResponses {
  AlignedArray<Real> head;  ///< the head's taps, response after response
  /// Spectra, times 1 / block. By level: response, group of bins, partition.
  std::vector<AlignedArray<Real>> levels;
  StreamResponses* next = nullptr;  ///< in the list of those that are given back
};

/// The way of sets from setters to the thread that pushes, and back. Setters call publish(), one at
/// a time. The pushing thread calls take() and give_back(), which neither wait nor free.
template <class Real>
class StreamResponsesSlot {
  using Set = StreamResponses<Real>;

 public:
  StreamResponsesSlot() = default;
  StreamResponsesSlot(const StreamResponsesSlot&) = delete;
  StreamResponsesSlot& operator=(const StreamResponsesSlot&) = delete;
  ~StreamResponsesSlot() {
    free_list(given_back_.exchange(nullptr));
    delete published_.exchange(nullptr);
  }

  /// Replaces a set that was not taken yet, and frees those that were given back.
  void publish(std::unique_ptr<Set> set) {
    free_list(given_back_.exchange(nullptr, std::memory_order_acquire));
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
  static void free_list(Set* first) {
    while (first != nullptr) delete std::exchange(first, first->next);
  }

  std::atomic<Set*> published_ = nullptr, given_back_ = nullptr;
};

}  // namespace fftcore
