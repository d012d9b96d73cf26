// SPDX-License-Identifier: LGPL-2.1-or-later
// What one thread of a Kernel computes, without a device: for passes, and to count what its
// addresses cost.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "ast.h"

namespace fftcore::test {

/// Values that do not depend on memory, of a thread of block (0, 0, 0).
class ThreadValues {
 public:
  explicit ThreadValues(std::array<int, 2> thread = {}) : thread_(thread) {}

  void set(const std::string& name, double value) { values_[name] = value; }
  /// Declares what a statement names, if its value is known.
  void declare(const ast::Declare& node);
  /// f32 is rounded as a device rounds it. Empty where it depends on memory.
  std::optional<double> value_of(const ast::Expr& expr) const;

 private:
  std::array<int, 2> thread_;
  std::map<std::string, double> values_;
};

struct SharedRounds {
  int rounds = 0;
  int least = 0;  ///< without conflicts
};
/// Of all accesses to shared memory by all warps of a block.
SharedRounds shared_rounds(const ast::Kernel& kernel);

}  // namespace fftcore::test
