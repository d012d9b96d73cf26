// SPDX-License-Identifier: LGPL-2.1-or-later
// The one walker. It visits every child of every node by the nodes' own lists, so a pass cannot
// forget one, and a node kind without a list does not compile. A pass derives from Rewriter and
// overrides what it changes.
#pragma once

#include <functional>

#include "ast.h"

namespace fftcore::ast {

class Rewriter {
 public:
  virtual ~Rewriter() = default;

  /// Default: the same expression with its children rewritten; the same node where nothing changed.
  virtual Expr expression(const Expr& expr) { return children_of(expr); }
  /// Puts what becomes of `stmt` (nothing, one or several statements) at the end of `out`. Default:
  /// as expression().
  virtual void statement(const Stmt& stmt, Block& out) { out.push_back(children_of(stmt)); }

  Block block(const Block& statements);

 protected:
  Expr children_of(const Expr& expr);
  Stmt children_of(const Stmt& stmt);

 private:
  template <class Handle>
  Handle rebuild(const Handle& handle);
  bool replace(Expr& child);
  bool replace(std::vector<Expr>& children);
  bool replace(Block& child);
};

/// Calls `visit` for every expression in `expr`, itself included.
void for_each_expression(const Expr& expr, const std::function<void(const Expr&)>& visit);
/// Calls `visit` for every expression in `statements`, nested ones included.
void for_each_expression(const Block& statements, const std::function<void(const Expr&)>& visit);

}  // namespace fftcore::ast
