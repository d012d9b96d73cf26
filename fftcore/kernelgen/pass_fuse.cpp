// SPDX-License-Identifier: LGPL-2.1-or-later
// A part of a complex product, p = a b + c d, takes two instructions, its sum and its difference with another value q one each. Fused, the sum
// takes two, and the difference follows from it: q - p = 2 q - (q + p). So a butterfly of two values of which one is turned takes 6 instructions
// instead of 8, as that of Linzer and Feig (Implementation of efficient FFT algorithms on fused multiply-add architectures, 1993).
#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "expr_ops.h"
#include "passes.h"
#include "rewrite.h"

namespace fftcore {
namespace {

using namespace ast;

/// a * b + c * d
struct SumOfProducts {
  Expr a, b, c, d;
};

std::optional<SumOfProducts> sum_of_products(const Expr& expr) {
  const Call* call = expr.as<Call>();
  if (call == nullptr || call->builtin != Builtin::fma) return {};
  const Unary* negation = call->arguments[2].as<Unary>();
  const Binary* product = (negation != nullptr ? negation->operand : call->arguments[2]).as<Binary>();
  if (product == nullptr || product->op != BinaryOp::multiply) return {};
  return SumOfProducts{call->arguments[0], call->arguments[1], negation != nullptr ? -product->left : product->left, product->right};
}

/// One of the two names in +-x +-y.
struct Term {
  Variable name;
  bool is_negative;

  Expr expr() const { return is_negative ? -Expr(name) : Expr(name); }
};

struct Sum {
  std::string name;  ///< of the sum itself
  std::array<Term, 2> terms;

  const Term& of(const std::string& term) const { return terms[terms[0].name.name == term ? 0 : 1]; }
  const Term& beside(const std::string& term) const { return terms[terms[0].name.name == term ? 1 : 0]; }
};

std::optional<Term> term(const Expr& expr, bool is_subtracted) {
  const Unary* negation = expr.as<Unary>();
  const Variable* name = (negation != nullptr ? negation->operand : expr).as<Variable>();
  if (name == nullptr || name->type != Type::f32) return {};
  return Term{*name, is_subtracted != (negation != nullptr)};
}

std::optional<Sum> sum_of_names(const Declare& node) {
  const Binary* binary = node.value.as<Binary>();
  if (binary == nullptr || (binary->op != BinaryOp::add && binary->op != BinaryOp::subtract)) return {};
  const auto left = term(binary->left, false), right = term(binary->right, binary->op == BinaryOp::subtract);
  if (!left || !right || left->name.name == right->name.name) return {};
  return Sum{node.variable.name, {*left, *right}};
}

class Fuser : public Rewriter {
 public:
  explicit Fuser(const Block& body) {
    for_each_expression(body, [this](const Expr& expr) {
      if (const Variable* variable = expr.as<Variable>()) ++uses_[variable->name];
    });
    plan(body);
  }

  void statement(const Stmt& stmt, Block& out) override {
    const auto* node = std::get_if<Declare>(&stmt.node().kind);
    if (node == nullptr) return out.push_back(children_of(stmt));
    if (gone_.contains(node->variable.name)) return;
    const auto found = fused_.find(node->variable.name);
    out.push_back(found != fused_.end() ? Stmt(Declare{node->variable, found->second}) : stmt);
  }

 private:
  /// Each block by itself: a product stays outside of a loop that uses it.
  void plan(const Block& block) {
    std::unordered_map<std::string, SumOfProducts> products;
    std::vector<Sum> sums;
    for (const Stmt& stmt : block) {
      const auto& kind = stmt.node().kind;
      if (const auto* loop = std::get_if<For>(&kind)) plan(loop->body);
      if (const auto* condition = std::get_if<If>(&kind)) plan(condition->body);
      const auto* node = std::get_if<Declare>(&kind);
      if (node == nullptr) continue;
      if (const auto product = sum_of_products(node->value)) products.emplace(node->variable.name, *product);
      if (const auto sum = sum_of_names(*node)) sums.push_back(*sum);
    }
    std::unordered_map<std::string, std::vector<const Sum*>> sums_of;
    for (const Sum& sum : sums)
      for (const Term& term : sum.terms) sums_of[term.name.name].push_back(&sum);
    for (const Sum& sum : sums)
      for (const Term& term : {sum.terms[1], sum.terms[0]}) {
        const auto product = products.find(term.name.name);
        if (product != products.end() && fuse(term.name.name, product->second, sums_of[term.name.name])) break;
      }
  }

  /// Where the product is in these sums alone: one, or a sum and a difference with the same other value.
  bool fuse(const std::string& product, const SumOfProducts& factors, const std::vector<const Sum*>& sums) {
    const Sum& first = *sums.front();
    const Term& other = first.beside(product);
    const bool is_possible = !kept_.contains(product) && !gone_.contains(other.name.name) && sums.size() <= 2 && static_cast<int>(sums.size()) == uses_[product];
    if (!is_possible || std::any_of(sums.begin(), sums.end(), [this](const Sum* sum) { return fused_.contains(sum->name); })) return false;
    if (sums.size() == 2) {
      const Sum& second = *sums.back();
      const Term& same = second.beside(product);
      const bool has_other_sign = same.is_negative != other.is_negative;
      if (same.name.name != other.name.name || has_other_sign == (second.of(product).is_negative != first.of(product).is_negative)) return false;
      const Expr sum = Variable{Type::f32, first.name};
      fused_.emplace(second.name, fma(real(same.is_negative ? -2 : 2), other.name, has_other_sign ? sum : -sum));
    }
    const bool is_negative = first.of(product).is_negative;
    const auto with_sign = [&](const Expr& factor) { return is_negative ? -factor : factor; };
    fused_.emplace(first.name, fma(with_sign(factors.a), factors.b, fma(with_sign(factors.c), factors.d, other.expr())));
    gone_.insert(product);
    kept_.insert(other.name.name);
    return true;
  }

  std::unordered_map<std::string, int> uses_;
  std::unordered_map<std::string, Expr> fused_;   // names of sums, and what they become
  std::unordered_set<std::string> gone_, kept_;  // names of products that are fused, and of those that sums still need
};

}  // namespace

Kernel fuse_products(const Kernel& kernel) {
  Kernel fused = kernel;
  fused.body = Fuser(kernel.body).block(kernel.body);
  return fused;
}

}  // namespace fftcore
