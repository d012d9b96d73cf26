// SPDX-License-Identifier: LGPL-2.1-or-later
#include "rewrite.h"

#include <algorithm>

namespace fftcore::ast {
namespace {

class Visitor : public Rewriter {
 public:
  explicit Visitor(const std::function<void(const Expr&)>& visit) : visit_(visit) {}
  Expr expression(const Expr& expr) override {
    visit_(expr);
    return children_of(expr);
  }

 private:
  const std::function<void(const Expr&)>& visit_;
};

}  // namespace

Block Rewriter::block(const Block& statements) {
  Block out;
  out.reserve(statements.size());
  for (const Stmt& stmt : statements) statement(stmt, out);
  return out;
}

bool Rewriter::replace(Expr& child) {
  Expr changed = expression(child);
  const bool differs = !changed.is_same(child);
  child = std::move(changed);
  return differs;
}

bool Rewriter::replace(std::vector<Expr>& children) {
  bool differs = false;
  for (Expr& child : children) differs |= replace(child);
  return differs;
}

bool Rewriter::replace(Block& child) {
  Block changed = block(child);
  const bool differs = !std::equal(changed.begin(), changed.end(), child.begin(), child.end(),
                                   [](const Stmt& a, const Stmt& b) { return a.is_same(b); });
  child = std::move(changed);
  return differs;
}

template <class Handle>
Handle Rewriter::rebuild(const Handle& handle) {
  return std::visit(
      [&](const auto& node) -> Handle {
        auto copy = node;
        bool differs = false;
        // In the list's order: what a loop's body declares is known when its last expressions come.
        std::apply([&](auto... member) { ((differs = replace(copy.*member) || differs), ...); },
                   copy.kChildren);
        return differs ? Handle(std::move(copy)) : handle;
      },
      handle.node().kind);
}

Expr Rewriter::children_of(const Expr& expr) {
  return rebuild(expr);
}
Stmt Rewriter::children_of(const Stmt& stmt) {
  return rebuild(stmt);
}

void for_each_expression(const Expr& expr, const std::function<void(const Expr&)>& visit) {
  Visitor(visit).expression(expr);
}

void for_each_expression(const Block& statements, const std::function<void(const Expr&)>& visit) {
  Visitor(visit).block(statements);
}

}  // namespace fftcore::ast
