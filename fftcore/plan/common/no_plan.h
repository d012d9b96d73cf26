// SPDX-License-Identifier: LGPL-2.1-or-later
// A plan, or the reason why there is none. All of plan/ answers so; only planner.h throws.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace fftcore {

/// The reason, as a clause with its own subject: "columns of 40000 points do not fit a block".
struct NoPlan {
  std::string reason;
};

template <class Value>
class Planned {
 public:
  Planned(Value value) : outcome_(std::move(value)) {}
  Planned(NoPlan none) : outcome_(std::move(none)) {}

  explicit operator bool() const { return std::holds_alternative<Value>(outcome_); }
  Value& operator*() { return std::get<Value>(outcome_); }
  const Value& operator*() const { return std::get<Value>(outcome_); }
  Value* operator->() { return &**this; }
  const Value* operator->() const { return &**this; }
  /// To hand on where there is no value.
  const NoPlan& none() const { return std::get<NoPlan>(outcome_); }

 private:
  std::variant<Value, NoPlan> outcome_;
};

}  // namespace fftcore
