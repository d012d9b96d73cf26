// SPDX-License-Identifier: LGPL-2.1-or-later
// A part of a complex product, p = a b + c d, takes two instructions, its sum and its difference
// with another value q one each. Fused, the sum takes two, and the difference follows from it: q -
// p = 2 q - (q + p). So a butterfly of two values of which one is turned takes 6 instructions
// instead of 8, as that of Linzer and Feig (Implementation of efficient FFT algorithms on fused
// multiply-add architectures, 1993). Of a product of two numbers, p = a b, sum and difference take
// one instruction each.
#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "expr_ops.h"
#include "passes.h"
#include "rewrite.h"

namespace fftcore {
namespace {

using namespace ast;

/// a * b, perhaps + c * d
struct Products {
  Expr a, b;
  std::optional<std::pair<Expr, Expr>> more;

  Expr added_to(const Expr& other, bool is_negative) const {
    const auto with_sign = [&](const Expr& factor) { return is_negative ? -factor : factor; };
    return fma(with_sign(a), b, more ? fma(with_sign(more->first), more->second, other) : other);
  }
};

std::optional<Products> products_in(const Expr& expr) {
  if (const Binary* product = expr.as<Binary>();
      product != nullptr && product->op == BinaryOp::multiply)
    return Products{product->left, product->right, {}};
  const Call* call = expr.as<Call>();
  if (call == nullptr || call->builtin != Builtin::fma) return {};
  const Unary* negation = call->arguments[2].as<Unary>();
  const Binary* product =
      (negation != nullptr ? negation->operand : call->arguments[2]).as<Binary>();
  if (product == nullptr || product->op != BinaryOp::multiply) return {};
  return Products{call->arguments[0],
                  call->arguments[1],
                  {{negation != nullptr ? -product->left : product->left, product->right}}};
}

/// One of the two names, or parts of a pair, in +-x +-y.
struct Term {
  Expr value;
  std::string name;
  bool is_negative;

  Expr expr() const { return is_negative ? -value : value; }
};

struct Sum {
  std::string name;  ///< of the sum itself
  std::array<Term, 2> terms;

  const Term& of(const std::string& term) const { return terms[terms[0].name == term ? 0 : 1]; }
  const Term& beside(const std::string& term) const { return terms[terms[0].name == term ? 1 : 0]; }
};

std::optional<Term> term(const Expr& expr, bool is_subtracted) {
  const Unary* negation = expr.as<Unary>();
  const Expr& value = negation != nullptr ? negation->operand : expr;
  const Component* part = value.as<Component>();
  const Variable* name = (part != nullptr ? part->vector : value).as<Variable>();
  if (name == nullptr || value.type() != Type::real) return {};
  return Term{value, part != nullptr ? fmt::format("{}.{}", name->name, part->lane) : name->name,
              is_subtracted != (negation != nullptr)};
}

std::optional<Sum> sum_of_names(const Declare& node) {
  const Binary* binary = node.value.as<Binary>();
  if (binary == nullptr || (binary->op != BinaryOp::add && binary->op != BinaryOp::subtract))
    return {};
  const auto left = term(binary->left, false),
             right = term(binary->right, binary->op == BinaryOp::subtract);
  if (!left || !right || left->name == right->name) return {};
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
    std::unordered_map<std::string, Products> products;
    std::vector<Sum> sums;
    for (const Stmt& stmt : block) {
      const auto& kind = stmt.node().kind;
      if (const auto* loop = std::get_if<For>(&kind)) plan(loop->body);
      if (const auto* condition = std::get_if<If>(&kind)) plan(condition->body);
      const auto* node = std::get_if<Declare>(&kind);
      if (node == nullptr) continue;
      if (const auto product = products_in(node->value))
        products.emplace(node->variable.name, *product);
      if (const auto sum = sum_of_names(*node)) sums.push_back(*sum);
    }
    std::unordered_map<std::string, std::vector<const Sum*>> sums_of;
    for (const Sum& sum : sums)
      for (const Term& term : sum.terms) sums_of[term.name].push_back(&sum);
    for (const Sum& sum : sums)
      for (const Term& term : {sum.terms[1], sum.terms[0]}) {
        const auto product = products.find(term.name);
        if (product != products.end() && fuse(term.name, product->second, sums_of[term.name]))
          break;
      }
  }

  /// Where the product is in these sums alone: one, or two; of two products, a sum and a difference
  /// with the same other value.
  bool fuse(const std::string& product, const Products& factors,
            const std::vector<const Sum*>& sums) {
    const auto is_taken = [&](const Sum* sum) {
      return fused_.contains(sum->name) || gone_.contains(sum->beside(product).name);
    };
    if (kept_.contains(product) || sums.size() > 2 ||
        static_cast<int>(sums.size()) != uses_[product] ||
        std::any_of(sums.begin(), sums.end(), is_taken))
      return false;
    const Sum &first = *sums.front(), &second = *sums.back();
    const Term &other = first.beside(product), &same = second.beside(product);
    const bool has_other_sign = same.is_negative != other.is_negative;
    if (sums.size() == 2 && factors.more) {
      if (same.name != other.name ||
          has_other_sign == (second.of(product).is_negative != first.of(product).is_negative))
        return false;
      const Expr sum = Variable{Type::real, first.name};
      fused_.emplace(second.name,
                     fma(real(same.is_negative ? -2 : 2), same.value, has_other_sign ? sum : -sum));
    } else if (sums.size() == 2) {
      fused_.emplace(second.name, factors.added_to(same.expr(), second.of(product).is_negative));
    }
    fused_.emplace(first.name, factors.added_to(other.expr(), first.of(product).is_negative));
    gone_.insert(product);
    kept_.insert({other.name, same.name});
    return true;
  }

  std::unordered_map<std::string, int> uses_;
  std::unordered_map<std::string, Expr> fused_;  // names of sums, and what they become
  // names of products that are fused, and of those that sums still need
  std::unordered_set<std::string> gone_, kept_;
};

}  // namespace

Kernel fuse_products(const Kernel& kernel) {
  Kernel fused = kernel;
  fused.body = Fuser(kernel.body).block(kernel.body);
  return fused;
}

}  // namespace fftcore
