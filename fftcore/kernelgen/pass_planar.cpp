// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <string>
#include <unordered_set>

#include <fmt/format.h>

#include "expr_ops.h"
#include "fftcore/error.h"
#include "passes.h"
#include "rewrite.h"

namespace fftcore {
namespace {

using namespace ast;

/// What was one pair becomes two values: each name of a pair from the buffer becomes two names,
/// each access two accesses.
class Planar : public Rewriter {
 public:
  explicit Planar(std::string_view buffer) : buffer_(buffer) {}

  Expr expression(const Expr& expr) override {
    if (const Component* node = expr.as<Component>()) return lane_of(node->vector, node->lane);
    if (const LoadGlobal* node = expr.as<LoadGlobal>(); node != nullptr && node->buffer == buffer_)
      refuse();
    return children_of(expr);
  }

  void statement(const Stmt& stmt, Block& out) override {
    if (const auto* node = std::get_if<Declare>(&stmt.node().kind);
        node != nullptr && is_of_pairs(node->variable, node->value)) {
      split_.insert(node->variable.name);
      for (const int lane : {0, 1})
        out.push_back(Declare{lane_name(node->variable.name, lane), lane_of(node->value, lane)});
      return;
    }
    if (const auto* node = std::get_if<StoreGlobal>(&stmt.node().kind);
        node != nullptr && node->buffer == buffer_) {
      if (node->values.size() != 2) refuse();
      const Expr index = expression(node->index);
      for (const std::size_t lane : {0U, 1U})
        out.push_back(
            StoreGlobal{plane(static_cast<int>(lane)), index, {expression(node->values[lane])}});
      return;
    }
    out.push_back(children_of(stmt));
  }

  std::string plane(int lane) const { return buffer_ + suffix(lane); }

 private:
  static const char* suffix(int lane) { return lane == 0 ? "_re" : "_im"; }
  static Variable lane_name(const std::string& name, int lane) {
    return {Type::f32, name + suffix(lane)};
  }

  [[noreturn]] void refuse() const {
    throw InvalidArgument(
        fmt::format("buffer {} is not of pairs alone, so it cannot be made two planes", buffer_));
  }

  bool is_of_pairs(const Variable& variable, const Expr& value) const {
    if (variable.type != Type::f32x2) return false;
    bool found = false;
    for_each_expression(value, [&](const Expr& expr) {
      const LoadGlobal* load = expr.as<LoadGlobal>();
      const Variable* name = expr.as<Variable>();
      found = found || (load != nullptr && load->buffer == buffer_) ||
              (name != nullptr && split_.contains(name->name));
    });
    return found;
  }

  /// One lane of a pair.
  Expr lane_of(const Expr& pair, int lane) {
    if (const Literal* node = pair.as<Literal>()) return real(node->value);
    if (const Variable* node = pair.as<Variable>(); node != nullptr && split_.contains(node->name))
      return lane_name(node->name, lane);
    if (const Select* node = pair.as<Select>())
      return select(expression(node->condition), lane_of(node->if_true, lane),
                    lane_of(node->if_false, lane));
    if (const LoadGlobal* node = pair.as<LoadGlobal>(); node != nullptr && node->buffer == buffer_)
      return LoadGlobal{plane(lane), expression(node->index), 1};
    return Component{expression(pair), lane};
  }

  std::string buffer_;
  std::unordered_set<std::string> split_;  // names of pairs that are two names now
};

}  // namespace

Kernel make_planar(const Kernel& kernel, std::string_view buffer) {
  Planar pass(buffer);
  Kernel planar = kernel;
  const auto of_buffer = std::find_if(
      planar.parameters.begin(), planar.parameters.end(), [&](const Parameter& parameter) {
        const auto* of_name = std::get_if<BufferParameter>(&parameter);
        return of_name != nullptr && of_name->name == buffer;
      });
  if (of_buffer == planar.parameters.end())
    throw InvalidArgument(
        fmt::format("kernel {} has no buffer {} to be made planar", kernel.name, buffer));
  BufferParameter re = std::get<BufferParameter>(*of_buffer);
  BufferParameter im = re;
  re.name = pass.plane(0);
  im.name = pass.plane(1);
  *of_buffer = re;
  planar.parameters.insert(of_buffer + 1, im);
  planar.body = pass.block(kernel.body);
  return planar;
}

}  // namespace fftcore
