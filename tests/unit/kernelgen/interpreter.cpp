// SPDX-License-Identifier: LGPL-2.1-or-later
#include "interpreter.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "bank_conflicts.h"
#include "overloaded.h"
#include "rewrite.h"

namespace fftcore::test {
namespace {

using namespace ast;

double combined(BinaryOp op, Type type, double a, double b) {
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
  throw std::logic_error("an operator that the interpreter does not know");
}

double rounded(Type type, double value) {
  return type == Type::real ? static_cast<double>(static_cast<float>(value)) : value;
}

/// Walks a body for the threads of one warp at once.
class Warp {
 public:
  Warp(const Kernel& kernel, int first_thread) : kernel_(kernel) {
    for (int id = first_thread; id < std::min(first_thread + ast::kWarp, kernel.block_threads());
         ++id)
      threads_.emplace_back(std::array{id % kernel.block[0], id / kernel.block[0]});
    std::vector<bool> all(threads_.size(), true);
    walk(kernel.body, all);
  }
  const SharedRounds& result() const { return result_; }

 private:
  void walk(const Block& block, const std::vector<bool>& active) {
    for (const Stmt& stmt : block) {
      if (const If* node = std::get_if<If>(&stmt.node().kind)) {
        std::vector<bool> inside = active;
        for (std::size_t i = 0; i < threads_.size(); ++i)
          inside[i] = active[i] && threads_[i].value_of(node->condition).value() != 0;
        walk(node->body, inside);
        continue;
      }
      if (std::holds_alternative<For>(stmt.node().kind))
        throw std::logic_error("a loop, which shared_rounds() does not follow");
      for_each_expression({stmt}, [&](const Expr& expr) {
        if (const LoadShared* load = expr.as<LoadShared>())
          count(load->array, load->index, load->type == Type::real_x4, active);
      });
      if (const StoreShared* store = std::get_if<StoreShared>(&stmt.node().kind))
        count(store->array, store->index, store->values.size() == 4, active);
      if (const Declare* node = std::get_if<Declare>(&stmt.node().kind))
        for (ThreadValues& thread : threads_) thread.declare(*node);
    }
  }

  /// `by_four`: four reals at once.
  void count(const std::string& array, const Expr& index, bool by_four,
             const std::vector<bool>& active) {
    std::vector<int> elements;
    for (std::size_t i = 0; i < threads_.size(); ++i)
      if (active[i]) elements.push_back(static_cast<int>(threads_[i].value_of(index).value()));
    if (elements.empty()) return;
    const auto found = std::find_if(kernel_.shared.begin(), kernel_.shared.end(),
                                    [&](const SharedArray& a) { return a.name == array; });
    const int words = by_four ? 4 : found->type == Type::real_x2 ? 2 : 1;
    const int length = by_four ? found->length / 4 : found->length;
    if (*std::max_element(elements.begin(), elements.end()) >= length)
      throw std::logic_error("an address beyond " + array);
    result_.rounds += access_rounds(elements, words);
    result_.least += least_rounds(static_cast<int>(elements.size()), words);
  }

  const Kernel& kernel_;
  std::vector<ThreadValues> threads_;
  SharedRounds result_;
};

}  // namespace

void ThreadValues::declare(const Declare& node) {
  if (const auto value = value_of(node.value)) set(node.variable.name, *value);
}

std::optional<double> ThreadValues::value_of(const Expr& expr) const {
  return std::visit(
      Overloaded{
          [](const Literal& n) -> std::optional<double> { return rounded(n.type, n.value); },
          [](const Invoke&) -> std::optional<double> { return std::nullopt; },
          [this](const Variable& n) -> std::optional<double> {
            const auto found = values_.find(n.name);
            return found != values_.end() ? std::optional(found->second) : std::nullopt;
          },
          [this](const Unary& n) -> std::optional<double> {
            const auto value = value_of(n.operand);
            return value ? std::optional(-*value) : std::nullopt;
          },
          [&, this](const Binary& n) -> std::optional<double> {
            const auto left = value_of(n.left);
            const auto right = value_of(n.right);
            return left && right ? std::optional(rounded(
                                       expr.type(), combined(n.op, expr.type(), *left, *right)))
                                 : std::nullopt;
          },
          [this](const Select& n) -> std::optional<double> {
            const auto condition = value_of(n.condition);
            return condition ? value_of(*condition != 0 ? n.if_true : n.if_false) : std::nullopt;
          },
          [&, this](const Call& n) -> std::optional<double> {
            std::vector<double> arguments;
            for (const Expr& argument : n.arguments)
              if (const auto value = value_of(argument))
                arguments.push_back(*value);
              else
                return std::nullopt;
            switch (n.builtin) {
              case Builtin::thread_x:
              case Builtin::thread_x_anew: return thread_[0];
              case Builtin::thread_y: return thread_[1];
              case Builtin::block_x:
              case Builtin::block_y:
              case Builtin::block_z: return 0;
              case Builtin::fma:
                return std::fma(static_cast<float>(arguments[0]), static_cast<float>(arguments[1]),
                                static_cast<float>(arguments[2]));
              case Builtin::minimum: return std::min(arguments[0], arguments[1]);
              case Builtin::maximum: return std::max(arguments[0], arguments[1]);
              case Builtin::absolute: return std::abs(arguments[0]);
              case Builtin::square_root: return rounded(expr.type(), std::sqrt(arguments[0]));
              default: break;  // functions of formulas
            }
            return std::nullopt;
          },
          [](const LoadGlobal&) -> std::optional<double> { return std::nullopt; },
          [](const LoadShared&) -> std::optional<double> { return std::nullopt; },
          [this](const Cast& n) -> std::optional<double> {
            const auto value = value_of(n.operand);
            return value ? std::optional(n.type == Type::i32 ? std::trunc(*value)
                                                             : rounded(n.type, *value))
                         : std::nullopt;
          },
          [](const LoadMatrices&) -> std::optional<double> { return std::nullopt; },
          [](const LoadHalves&) -> std::optional<double> { return std::nullopt; },
          [](const MultiplyMatrices&) -> std::optional<double> { return std::nullopt; },
          [](const LoadBytes&) -> std::optional<double> { return std::nullopt; },
          [](const JoinHalves&) -> std::optional<double> { return std::nullopt; },
          [](const Exchanged&) -> std::optional<double> { return std::nullopt; },
          [this](const Component& n) -> std::optional<double> { return value_of(n.vector); },
      },
      expr.node().kind);
}

SharedRounds shared_rounds(const Kernel& kernel) {
  SharedRounds total;
  for (int first = 0; first < kernel.block_threads(); first += ast::kWarp) {
    const SharedRounds of_warp = Warp(kernel, first).result();
    total.rounds += of_warp.rounds;
    total.least += of_warp.least;
  }
  return total;
}

}  // namespace fftcore::test
