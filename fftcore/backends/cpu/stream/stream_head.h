// SPDX-License-Identifier: LGPL-2.1-or-later
// The head of a StreamPlan: the last samples of the inputs, and their sums with the first taps.
#pragma once

#include <algorithm>

#include "aligned_array.h"
#include "stream_loops.h"
#include "stream_plan.h"

namespace fftcore {

template <class Real>
class StreamHead {
 public:
  /// Most samples of one call.
  static constexpr std::int64_t kMost = 1024;

  StreamHead(const StreamConvolution& stream, const StreamPlan& plan)
      : mixing_(stream.mixing),
        inputs_(stream.inputs),
        latency_(stream.latency),
        taps_(plan.head_taps),
        kept_(taps_ > 0 ? latency_ + taps_ - 1 : 0),
        length_(kept_ + 4 * kMost + kTapsSlack),
        next_(kept_),
        samples_(taps_ > 0 ? inputs_ * length_ : 0),
        one_(kMost + kTapsSlack) {}

  void reset() {
    std::fill_n(samples_.data(), samples_.size(), Real{});
    next_ = kept_;
  }

  /// Makes room for `count` samples of each input.
  void make_room(std::int64_t count) {
    if (taps_ == 0 || next_ + count + kTapsSlack <= length_) return;
    for (std::int64_t input = 0; input < inputs_; ++input) {
      const Real* const kept = place(input) - kept_;
      std::copy_n(kept, kept_, &samples_[input * length_]);
    }
    next_ = kept_;
  }
  /// The samples that come next, for which there is room.
  void put(std::int64_t input, const Real* samples, std::int64_t count) {
    if (taps_ > 0) std::copy_n(samples, count, place(input));
  }
  /// sums = those of an output, of the samples that were put. `sums` has kTapsSlack values more.
  void sum(std::int64_t output, const Real* responses, std::int64_t count, Real* sums) {
    if (taps_ == 0) {
      std::fill_n(sums, count, Real{});
    } else if (mixing_ != Mixing::full) {
      sum_taps(place(output) - latency_,
               responses + (mixing_ == Mixing::diagonal ? output * taps_ : 0), taps_, count, sums);
    } else {
      for (std::int64_t input = 0; input < inputs_; ++input) {
        Real* const to = input == 0 ? sums : one_.data();
        sum_taps(place(input) - latency_, responses + (output * inputs_ + input) * taps_, taps_,
                 count, to);
        if (input > 0)
          for (std::int64_t i = 0; i < count; ++i) sums[i] += to[i];
      }
    }
  }
  /// The samples that were put are past.
  void go_on(std::int64_t count) {
    if (taps_ > 0) next_ += count;
  }

 private:
  Real* place(std::int64_t input) const { return &samples_[input * length_ + next_]; }

  const Mixing mixing_;
  const std::int64_t inputs_, latency_, taps_;
  const std::int64_t kept_, length_;
  std::int64_t next_;
  AlignedArray<Real> samples_, one_;
};

}  // namespace fftcore
