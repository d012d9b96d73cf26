// SPDX-License-Identifier: LGPL-2.1-or-later
// Which responses of a stream sound, and how the next ones fade in. The pushing thread's.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "response_slot.h"

namespace fftcore {

/// Sets of responses that may sound at a time, by their place: the old one and the new one.
inline constexpr std::size_t kStreamBanks = 2;

template <class Set>
class ResponseChange {
 public:
  /// `fade`: samples over which one set gives way to the next.
  explicit ResponseChange(std::int64_t fade) : fade_(fade) {}

  /// Whether push() has any.
  bool has_responses() const { return sets_[bank_] != nullptr || slot_.has_set(); }
  ResponseSlot<Set>& slot() { return slot_; }

  /// Takes what was published last, unless a change is under way: at once, or to fade in from
  /// sample `begin` on.
  void take(bool at_once, std::int64_t begin) {
    if (is_changing_) return;
    auto set = slot_.take();
    if (!set) return;
    if (at_once) {
      slot_.give_back(std::exchange(sets_[bank_], std::move(set)));
      return;
    }
    sets_[1 - bank_] = std::move(set);
    is_changing_ = true;
    begin_ = begin;
    end_ = begin + fade_;
  }

  /// Ends a change that is over at a position, or any.
  void end_at(std::int64_t position) {
    if (is_changing_ && position >= end_) end();
  }
  void end() {
    if (!is_changing_) return;
    slot_.give_back(std::move(sets_[bank_]));
    bank_ = 1 - bank_;
    is_changing_ = false;
  }

  /// Samples from a position to the next place where something else sounds, at most `most`.
  std::int64_t run_length(std::int64_t position, std::int64_t most) const {
    if (!is_changing_) return most;
    return std::min(most, (position < begin_ ? begin_ : end_) - position);
  }

  /// Bank that sounds, the old one in a change.
  std::size_t bank() const { return bank_; }
  /// Whether both sound there.
  bool fades_at(std::int64_t position) const { return is_changing_ && position >= begin_; }
  /// Weight of the new set there.
  double weight(std::int64_t position) const {
    return (static_cast<double>(position - begin_) + 0.5) / static_cast<double>(fade_);
  }

  /// The set of a bank, where samples `first` to first + count - 1 need it; else null.
  Set* needed(std::size_t bank, std::int64_t first, std::int64_t count) const {
    const bool is_needed =
        bank == bank_ ? !is_changing_ || first < end_ : is_changing_ && first + count > begin_;
    return is_needed ? sets_[bank].get() : nullptr;
  }
  Set* set(std::size_t bank) const { return sets_[bank].get(); }

 private:
  const std::int64_t fade_;
  ResponseSlot<Set> slot_;
  // The set that sounds, and while a change is under way the next one.
  std::array<std::unique_ptr<Set>, kStreamBanks> sets_;
  std::size_t bank_ = 0;
  bool is_changing_ = false;
  std::int64_t begin_ = 0, end_ = 0;
};

}  // namespace fftcore
