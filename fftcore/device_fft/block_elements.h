// SPDX-License-Identifier: LGPL-2.1-or-later
// Elements of a transform that the threads of a block share out: as they are given, thread n having
// elements n, n + threads, ..., and as butterflies have them.
#pragma once

#include <vector>

#include "ceil_div.h"
#include "device_plan.h"
#include "edge_index.h"
#include "line_transform.h"

namespace fftcore {

class BlockElements {
 public:
  /// Both must outlive it.
  BlockElements(Builder& builder, const DevicePlan& plan);

  LineTransform& transform() { return transform_; }
  int threads() const { return threads_; }
  int points() const { return points_; }

  /// The thread's value m is this element, of so many.
  ast::Expr element(int m) { return b_.let("e", transform_.thread() + m * threads_); }
  Range range(int m) const { return {m * threads_, (m + 1) * threads_ - 1}; }
  /// So many values a thread has, of `length`.
  int values_of(int length) const { return static_cast<int>(ceil_div(length, threads_)); }
  /// Where an element lies in shared memory that holds `of` of each line.
  ast::Expr address(const ast::Expr& element, int of) { return element + transform_.line() * of; }

  const std::vector<Butterfly>& first() const {
    return transform_.butterflies(plan_.shape.radices.front());
  }
  /// Number of the thread's value that is value k of its first butterfly i, where these are in
  /// place.
  int place(std::size_t i, int k) const;
  /// The thread's value m, where the last butterflies have them in place.
  Complex own(const Values& values, int m) const;

  /// Puts of a thread's values at their elements, those below `length`; a line has `of` of them.
  std::vector<LineTransform::Put> puts(const std::vector<Complex>& values, int length, int of);
  /// 0 where a line of a chirp has no such element.
  Complex only_inside(const Complex& value, const Butterfly& butterfly, int k);
  /// An element of the line, though a chirp's butterflies have more.
  ast::Expr below(const ast::Expr& element) const;

  /// What the first butterflies take, of a thread's values.
  Values arranged(const std::vector<Complex>& values);
  /// What lies at these elements; from what the last butterflies gave.
  Values fetched(const Values& values, const std::vector<std::vector<ast::Expr>>& elements);
  /// A thread's values, of what the last butterflies gave.
  std::vector<Complex> in_order(const Values& values);

 private:
  Builder& b_;
  const DevicePlan& plan_;
  LineTransform transform_;
  int points_;   // that are transformed
  int threads_;  // of a transform
};

}  // namespace fftcore
