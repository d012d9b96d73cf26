// SPDX-License-Identifier: LGPL-2.1-or-later
#include "block_elements.h"

#include <memory>

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// Thread and line of the block; a block of one line needs no second number.
LineTransform::Place place_of(Builder& b, const LineShape& shape) {
  const Expr thread = b.let("thread", ast::Call{ast::Builtin::thread_x, {}});
  const Expr line =
      shape.lines == 1 ? integer(0) : b.let("line", ast::Call{ast::Builtin::thread_y, {}});
  return {thread, line, {}};
}

Range elements_of(const Butterfly& butterfly, int k) {
  const int least = butterfly.least_first + k * butterfly.step;
  return {least, least + butterfly.firsts - 1};
}

}  // namespace

BlockElements::BlockElements(Builder& builder, const DevicePlan& plan)
    : b_(builder),
      plan_(plan),
      transform_(builder, plan.shape, place_of(builder, plan.shape), std::make_shared<Table>()),
      points_(plan.points),
      threads_(plan.shape.threads) {}

int BlockElements::place(std::size_t i, int k) const {
  return static_cast<int>(i) + k * (plan_.shape.length / plan_.shape.radices.front() / threads_);
}

Complex BlockElements::own(const Values& values, int m) const {
  const int step = plan_.shape.length / transform_.spectral_radix() / threads_;
  return values[static_cast<std::size_t>(m % step)][static_cast<std::size_t>(m / step)];
}

std::vector<LineTransform::Put> BlockElements::puts(const std::vector<Complex>& values, int length,
                                                    int of) {
  std::vector<LineTransform::Put> all;
  for (int m = 0; m < static_cast<int>(values.size()) && range(m).least < length; ++m) {
    const Expr e = element(m);
    all.push_back({{address(e, of)}, {values[static_cast<std::size_t>(m)]}, {}});
    if (range(m).most >= length) all.back().active = ast::less(e, integer(length));
  }
  return all;
}

Complex BlockElements::only_inside(const Complex& value, const Butterfly& butterfly, int k) {
  const Range elements = elements_of(butterfly, k);
  if (plan_.shape.chirped == 0 || elements.most < points_) return value;
  if (elements.is_outside(points_)) return zero();
  const Expr is_there = ast::less(butterfly.first + k * butterfly.step, integer(points_));
  const Expr re = b_.let("x", select(is_there, value.re, real(0)));
  return {re, b_.let("x", select(is_there, value.im, real(0)))};
}

Expr BlockElements::below(const Expr& element) const {
  return plan_.shape.chirped != 0 ? minimum(element, integer(points_ - 1)) : element;
}

Values BlockElements::arranged(const std::vector<Complex>& values) {
  const int radix = plan_.shape.radices.front();
  std::vector<std::vector<Expr>> gets;
  Values all;
  for (std::size_t i = 0; i < first().size(); ++i) {
    all.emplace_back();
    gets.emplace_back();
    for (int k = 0; k < radix; ++k)
      if (plan_.begins_in_place) {
        const auto m = static_cast<std::size_t>(place(i, k));
        all.back().push_back(m < values.size() ? values[m] : zero());
      } else {
        gets.back().push_back(address(below(transform_.element_of(first()[i], k)), points_));
      }
  }
  if (!plan_.begins_in_place)
    all = transform_.passed(puts(values, points_, points_), gets, points_ * plan_.shape.lines);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (int k = 0; k < radix; ++k) {
      Complex& value = all[i][static_cast<std::size_t>(k)];
      value = only_inside(value, first()[i], k);
    }
  return all;
}

Values BlockElements::fetched(const Values& values,
                              const std::vector<std::vector<Expr>>& elements) {
  const int radix = transform_.spectral_radix();
  std::vector<LineTransform::Put> all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = transform_.butterflies(radix)[i];
    for (int k = 0; k < radix; ++k) {
      const Range range = elements_of(butterfly, k);
      if (range.is_outside(points_)) continue;
      const Expr e = b_.let("e", butterfly.first + k * butterfly.step);
      all.push_back(
          {{address(e, points_)}, {values[i][static_cast<std::size_t>(k)]}, butterfly.active});
      if (range.most >= points_) all.back().active = ast::less(e, integer(points_));
    }
  }
  std::vector<std::vector<Expr>> gets;
  for (const auto& group : elements) {
    gets.emplace_back();
    for (const Expr& e : group) gets.back().push_back(b_.let("a", address(e, points_)));
  }
  return transform_.passed(all, gets, points_ * plan_.shape.lines);
}

std::vector<Complex> BlockElements::in_order(const Values& values) {
  std::vector<Complex> results;
  if (plan_.ends_in_place) {
    for (int m = 0; m < values_of(points_); ++m) results.push_back(own(values, m));
    return results;
  }
  std::vector<std::vector<Expr>> wanted;
  for (int m = 0; m < values_of(points_); ++m) {
    const Expr e = element(m);
    wanted.push_back({range(m).most < points_ ? e : minimum(e, integer(points_ - 1))});
  }
  for (auto& group : fetched(values, wanted)) results.push_back(group.front());
  return results;
}

}  // namespace fftcore
