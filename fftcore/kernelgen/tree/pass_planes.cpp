// SPDX-License-Identifier: LGPL-2.1-or-later
// Planar complex values: loaders and storers write pairs, and this pass takes them apart, so that
// none of them knows of planes, but who stores a part by itself. A name of a pair that was loaded
// becomes two names of reals.
#include <unordered_set>

#include "expr_ops.h"
#include "passes.h"
#include "rewrite.h"

namespace fftcore {
namespace {

using namespace ast;

class Planes final : public Rewriter {
 public:
  Planes(const std::string& buffer, std::int64_t imaginary)
      : buffer_(buffer), imaginary_(imaginary) {}

  void statement(const Stmt& stmt, Block& out) override {
    const auto& kind = stmt.node().kind;
    if (const auto* declare = std::get_if<Declare>(&kind);
        declare != nullptr && declare->variable.type == Type::real_x2 && loads(declare->value)) {
      const std::string& name = declare->variable.name;
      split_.insert(name);
      for (const int lane : {0, 1})
        out.push_back(Declare{part(name, lane), expression(of(declare->value, lane))});
      return;
    }
    if (const auto* store = std::get_if<StoreGlobal>(&kind);
        store != nullptr && store->buffer == buffer_ && store->values.size() == 2) {
      const Expr index = expression(store->index);
      for (const int lane : {0, 1})
        out.push_back(StoreGlobal{buffer_,
                                  index + lane * imaginary_,
                                  {expression(store->values[static_cast<std::size_t>(lane)])}});
      return;
    }
    Rewriter::statement(stmt, out);
  }

  Expr expression(const Expr& expr) override {
    if (const auto* component = expr.as<Component>())
      if (const auto* pair = component->vector.as<Variable>();
          pair != nullptr && split_.contains(pair->name))
        return part(pair->name, component->lane);
    return children_of(expr);
  }

 private:
  static Variable part(const std::string& name, int lane) {
    return {Type::real, name + (lane == 0 ? "_re" : "_im")};
  }

  bool loads(const Expr& pair) const {
    bool does = false;
    for_each_expression(pair, [&](const Expr& expr) {
      const auto* load = expr.as<LoadGlobal>();
      does = does || (load != nullptr && load->buffer == buffer_);
    });
    return does;
  }

  /// One lane of what a loader declares: a load, perhaps where a condition holds.
  Expr of(const Expr& pair, int lane) const {
    if (const auto* load = pair.as<LoadGlobal>())
      return LoadGlobal{buffer_, load->index + lane * imaginary_, 1};
    if (const auto* choice = pair.as<Select>())
      return Select{choice->condition, of(choice->if_true, lane), of(choice->if_false, lane)};
    if (const auto* literal = pair.as<Literal>()) return Literal{Type::real, literal->value};
    return ast::lane(pair, lane);
  }

  const std::string& buffer_;
  const std::int64_t imaginary_;
  std::unordered_set<std::string> split_;
};

}  // namespace

Kernel split_planes(const Kernel& kernel, const std::string& buffer, std::int64_t imaginary) {
  Kernel split = kernel;
  split.body = Planes(buffer, imaginary).block(kernel.body);
  return split;
}

}  // namespace fftcore
