// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "expr_ops.h"
#include "passes.h"
#include "rewrite.h"

namespace fftcore {
namespace {

using namespace ast;

const Literal* literal(const Expr& expr) {
  return expr.as<Literal>();
}
bool is_number(const Expr& expr, double value) {
  return literal(expr) != nullptr && literal(expr)->value == value;
}

/// x of -x, else null.
const Expr* negated(const Expr& expr) {
  const Unary* unary = expr.as<Unary>();
  return unary != nullptr ? &unary->operand : nullptr;
}

Expr number(Type type, double value) {
  return Literal{type, value};
}

Expr simplify_negation(const Unary& node, const Expr& same) {
  if (const Literal* a = literal(node.operand)) return number(a->type, -a->value);
  if (const Expr* inner = negated(node.operand)) return *inner;
  if (const Binary* binary = node.operand.as<Binary>();
      binary != nullptr && binary->op == BinaryOp::subtract)
    return Binary{BinaryOp::subtract, binary->right, binary->left};
  return same;
}

double computed(BinaryOp op, Type type, double a, double b) {
  switch (op) {
    case BinaryOp::add: return a + b;
    case BinaryOp::subtract: return a - b;
    case BinaryOp::multiply: return a * b;
    case BinaryOp::divide: return is_integer(type) ? std::trunc(a / b) : a / b;
    case BinaryOp::modulo: return std::fmod(a, b);
    case BinaryOp::less: return a < b ? 1 : 0;
    case BinaryOp::less_equal: return a <= b ? 1 : 0;
    case BinaryOp::logical_and: return a != 0 && b != 0 ? 1 : 0;
  }
  return 0;
}

/// (x + c) + d -> x + (c + d), so that addresses end in one constant.
Expr simplify_sum(const Binary& node, const Expr& same) {
  if (is_number(node.right, 0)) return node.left;
  if (is_number(node.left, 0)) return node.right;
  if (const Expr* right = negated(node.right)) return node.left - *right;
  if (const Expr* left = negated(node.left)) return node.right - *left;
  if (!is_integer(same.type())) return same;
  if (literal(node.left) != nullptr && literal(node.right) == nullptr)
    return simplify_sum({BinaryOp::add, node.right, node.left}, node.right + node.left);
  const Binary* left = node.left.as<Binary>();
  if (left != nullptr && left->op == BinaryOp::add && literal(left->right) != nullptr) {
    if (literal(node.right) != nullptr) {
      const double sum = literal(left->right)->value + literal(node.right)->value;
      return sum == 0 ? left->left : left->left + number(same.type(), sum);
    }
    return left->left + node.right + left->right;
  }
  const Binary* right = node.right.as<Binary>();
  if (right != nullptr && right->op == BinaryOp::add && literal(right->right) != nullptr)
    return node.left + right->left + right->right;
  return same;
}

Expr simplify_difference(const Binary& node, const Expr& same) {
  if (is_number(node.right, 0)) return node.left;
  if (is_number(node.left, 0)) {
    const Unary negation{UnaryOp::negate, node.right};
    return simplify_negation(negation, negation);
  }
  if (const Expr* right = negated(node.right)) return node.left + *right;
  if (is_integer(same.type()) && literal(node.right) != nullptr) {
    const Binary sum{BinaryOp::add, node.left,
                     number(node.right.type(), -literal(node.right)->value)};
    return simplify_sum(sum, sum);
  }
  return same;
}

Expr simplify_product(const Binary& node, const Expr& same) {
  for (const auto& [factor, other] :
       {std::pair{node.left, node.right}, std::pair{node.right, node.left}}) {
    if (is_number(factor, 0)) return number(same.type(), 0);
    if (is_number(factor, 1)) return other;
    if (is_number(factor, -1)) return simplify_negation({UnaryOp::negate, other}, -other);
  }
  const Expr* left = negated(node.left);
  const Expr* right = negated(node.right);
  if (left != nullptr && right != nullptr) return *left * *right;
  if (left != nullptr) return -(*left * node.right);
  if (right != nullptr) return -(node.left * *right);
  return same;
}

Expr simplify_binary(const Binary& node, const Expr& same) {
  if (literal(node.left) != nullptr && literal(node.right) != nullptr &&
      node.left.type() != Type::boolean)
    return number(same.type(), computed(node.op, same.type(), literal(node.left)->value,
                                        literal(node.right)->value));
  switch (node.op) {
    case BinaryOp::add: return simplify_sum(node, same);
    case BinaryOp::subtract: return simplify_difference(node, same);
    case BinaryOp::multiply: return simplify_product(node, same);
    case BinaryOp::divide: return is_number(node.right, 1) ? node.left : same;
    case BinaryOp::modulo: return is_number(node.right, 1) ? number(same.type(), 0) : same;
    case BinaryOp::logical_and:
      if (is_number(node.left, 1)) return node.right;
      if (is_number(node.right, 1)) return node.left;
      return is_number(node.left, 0) || is_number(node.right, 0) ? number(Type::boolean, 0) : same;
    case BinaryOp::less:
    case BinaryOp::less_equal: return same;
  }
  return same;
}

Expr simplify_call(const Call& node, const Expr& same) {
  if (node.builtin != Builtin::fma) return same;
  const Expr& a = node.arguments[0];
  const Expr& b = node.arguments[1];
  const Expr& c = node.arguments[2];
  const Binary product_node{BinaryOp::multiply, a, b};
  const Expr product = simplify_binary(product_node, product_node);
  const Binary* plain = product.as<Binary>();
  const bool is_product = (plain != nullptr && plain->op == BinaryOp::multiply);
  if (is_number(c, 0)) return product;
  if (is_product && plain->left.is_same(a) && plain->right.is_same(b)) return same;
  if (is_product) return fma(plain->left, plain->right, c);
  // Now the product is a number, a factor, or the negation of something.
  if (const Expr* inner = negated(product)) {
    const Binary* factors = inner->as<Binary>();
    if (factors != nullptr && factors->op == BinaryOp::multiply)
      return fma(-factors->left, factors->right, c);
  }
  const Binary sum{BinaryOp::add, product, c};
  return simplify_binary(sum, sum);
}

Expr simplify(const Expr& expr) {
  if (const Unary* node = expr.as<Unary>()) return simplify_negation(*node, expr);
  if (const Binary* node = expr.as<Binary>()) return simplify_binary(*node, expr);
  if (const Call* node = expr.as<Call>()) return simplify_call(*node, expr);
  if (const Cast* node = expr.as<Cast>();
      node != nullptr && node->type == Type::i64 && literal(node->operand) != nullptr)
    return number(Type::i64, literal(node->operand)->value);
  if (const Select* node = expr.as<Select>();
      node != nullptr && literal(node->condition) != nullptr)
    return is_number(node->condition, 0) ? node->if_false : node->if_true;
  if (const Component* node = expr.as<Component>();
      node != nullptr && literal(node->vector) != nullptr)
    return number(Type::real, literal(node->vector)->value);
  return expr;
}

class Folder : public Rewriter {
 public:
  Expr expression(const Expr& expr) override {
    if (const Variable* variable = expr.as<Variable>()) {
      const auto found = known_.find(variable->name);
      return found != known_.end() ? found->second : expr;
    }
    return simplify(children_of(expr));
  }

  void statement(const Stmt& stmt, Block& out) override {
    if (const Declare* node = std::get_if<Declare>(&stmt.node().kind)) {
      const Expr value = expression(node->value);
      const Expr* inner = negated(value);
      const Expr& base = inner != nullptr ? *inner : value;
      if (literal(base) != nullptr || base.as<Variable>() != nullptr)
        known_.emplace(node->variable.name, value);
      else
        out.push_back(value.is_same(node->value) ? stmt : Stmt(Declare{node->variable, value}));
      return;
    }
    const Stmt changed = children_of(stmt);
    if (const If* node = std::get_if<If>(&changed.node().kind)) {
      if (node->body.empty() || is_number(node->condition, 0)) return;
      if (is_number(node->condition, 1)) {
        out.insert(out.end(), node->body.begin(), node->body.end());
        return;
      }
    }
    out.push_back(changed);
  }

 private:
  std::unordered_map<std::string, Expr> known_;
};

/// Walks from the end: a declaration stays where a later statement names it.
class Unused {
 public:
  Block swept(const Block& block) {
    Block kept;
    for (auto stmt = block.rbegin(); stmt != block.rend(); ++stmt) {
      const auto& kind = stmt->node().kind;
      if (const Declare* declare = std::get_if<Declare>(&kind);
          declare != nullptr && !used_.contains(declare->variable.name))
        continue;
      if (const If* node = std::get_if<If>(&kind)) {
        Block body = swept(node->body);
        if (body.empty()) continue;
        kept.push_back(If{node->condition, std::move(body), node->only_skips});
      } else if (const For* loop = std::get_if<For>(&kind)) {
        for (const Expr& next : loop->next) use(next);
        For changed = *loop;
        changed.body = swept(loop->body);
        kept.push_back(std::move(changed));
      } else {
        kept.push_back(*stmt);
      }
      for_each_expression({kept.back()}, [this](const Expr& expr) { note(expr); });
    }
    std::reverse(kept.begin(), kept.end());
    return kept;
  }

 private:
  void note(const Expr& expr) {
    if (const Variable* variable = expr.as<Variable>()) used_.insert(variable->name);
  }
  void use(const Expr& whole) {
    for_each_expression(whole, [this](const Expr& expr) { note(expr); });
  }

  std::unordered_set<std::string> used_;
};

}  // namespace

Kernel fold(const Kernel& kernel) {
  Kernel folded = kernel;
  folded.body = Unused().swept(Folder().block(kernel.body));
  return folded;
}

}  // namespace fftcore
