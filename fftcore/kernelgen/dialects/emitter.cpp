// SPDX-License-Identifier: LGPL-2.1-or-later
#include "emitter.h"

#include <bit>

#include <fmt/format.h>

#include "half_type.h"
#include "overloaded.h"
#include "user_code.h"

namespace fftcore {
namespace {

using namespace ast;

// How tightly operators bind in C, as far as they are used here.
enum Precedence : int { kSelect, kAnd, kLess, kSum, kProduct, kUnary, kPrimary };

struct Operator {
  std::string_view text;
  Precedence precedence;
};

Operator operator_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::add: return {"+", kSum};
    case BinaryOp::subtract: return {"-", kSum};
    case BinaryOp::multiply: return {"*", kProduct};
    case BinaryOp::divide: return {"/", kProduct};
    case BinaryOp::modulo: return {"%", kProduct};
    case BinaryOp::less: return {"<", kLess};
    case BinaryOp::less_equal: return {"<=", kLess};
    case BinaryOp::logical_and: return {"&&", kAnd};
  }
  return {"?", kPrimary};
}

/// Of functions of halves.
std::string_view verb_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::add: return "add";
    case BinaryOp::subtract: return "subtract";
    case BinaryOp::multiply: return "multiply";
    default: return "?";
  }
}

class Emitter {
 public:
  Emitter(const Kernel& kernel, const Dialect& dialect) : kernel_(kernel), dialect_(dialect) {}

  std::string text() {
    out_ = dialect_.prelude(kernel_);
    if (!kernel_.code.empty()) out_ = with_user_code(std::move(out_), kernel_, dialect_);
    out_ += dialect_.signature(kernel_) + " {\n" + dialect_.opening(kernel_);
    block(kernel_.body, 1);
    return std::move(out_) + "}\n";
  }

 private:
  const BufferParameter& buffer(std::string_view name) const {
    for (const Parameter& parameter : kernel_.parameters)
      if (const auto* buffer = std::get_if<BufferParameter>(&parameter);
          buffer != nullptr && buffer->name == name)
        return *buffer;
    throw std::logic_error(fmt::format("kernel {} has no buffer {}", kernel_.name, name));
  }

  std::string expression(const Expr& expr, Precedence context = kSelect) const {
    const auto enclosed = [&](Precedence precedence, std::string text) {
      return precedence < context ? "(" + text + ")" : text;
    };
    return std::visit(
        Overloaded{
            [&](const Literal& n) { return literal(n, context); },
            [](const Variable& n) { return n.name; },
            [&](const Unary& n) {
              if (expr.type() == Type::halves)
                return fmt::format("negated_halves({})", expression(n.operand));
              return enclosed(kUnary, "-" + expression(n.operand, kPrimary));
            },
            [&](const Binary& n) {
              if (expr.type() == Type::halves)
                return fmt::format("{}_halves({}, {})", verb_of(n.op), expression(n.left),
                                   expression(n.right));
              const auto [text, precedence] = operator_of(n.op);
              return enclosed(
                  precedence,
                  fmt::format("{} {} {}", expression(n.left, precedence), text,
                              expression(n.right, static_cast<Precedence>(precedence + 1))));
            },
            [&](const Select& n) {
              return enclosed(
                  kSelect, fmt::format("{} ? {} : {}", expression(n.condition, kAnd),
                                       expression(n.if_true, kAnd), expression(n.if_false, kAnd)));
            },
            [&](const Call& n) { return call(n, expr.type()); },
            [&](const Invoke& n) { return invocation(n); },
            [&](const LoadGlobal& n) {
              return dialect_.load(kernel_.real, buffer(n.buffer), expression(n.index), n.lanes);
            },
            [&](const LoadShared& n) {
              if (n.type == Type::real_x4)
                return dialect_.load_shared_quad(n.array, expression(n.index));
              if (n.type == Type::halves || n.type == Type::halves_x2 || n.type == Type::halves_x4)
                return fmt::format("((const {}*){})[{}]", type(n.type), n.array,
                                   expression(n.index));
              return fmt::format("{}[{}]", n.array, expression(n.index));
            },
            [&](const Cast& n) {
              return enclosed(kUnary,
                              fmt::format("({}){}", type(n.type), expression(n.operand, kPrimary)));
            },
            [&](const LoadMatrices& n) {
              return fmt::format("load_{}_{}({} + {})", n.is_transposed ? "transposed" : "matrices",
                                 n.count, n.array, expression(n.index, kSum));
            },
            [&](const LoadHalves& n) {
              if (buffer(n.buffer).storage == Storage::u8)
                return fmt::format("{}bytes_to_halves({} + ({}))", n.count == 4 ? "eight_" : "",
                                   n.buffer, expression(n.index));
              return fmt::format("((const {}*){})[{}]", type(expr.type()), n.buffer,
                                 expression(n.index));
            },
            [&](const LoadBytes& n) {
              return fmt::format("*(const {}*)({} + ({}))", type(expr.type()), n.buffer,
                                 expression(n.index));
            },
            [&](const MultiplyMatrices& n) {
              std::string arguments = expression(n.sum);
              for (const auto* side : {&n.left, &n.right})
                for (const Expr& word : *side) arguments += ", " + expression(word);
              return fmt::format("multiply_matrices({})", arguments);
            },
            [&](const JoinHalves& n) {
              return fmt::format("__byte_perm({}, {}, {})", expression(n.left), expression(n.right),
                                 selector(n.left_lane, n.right_lane));
            },
            [&](const Exchanged& n) {
              return fmt::format("__shfl_xor_sync(0xffffffffu, {}, {})", expression(n.value),
                                 n.mask);
            },
            [&](const Component& n) {
              std::string vector = expression(n.vector, kPrimary);
              if (n.vector.type() == Type::halves)
                vector = fmt::format("halves_to_float2({})", vector);
              return dialect_.lane(kernel_.real, vector, n.lane);
            },
        },
        expr.node().kind);
  }

  /// Of bytes 0 to 3 of the left word, and 4 to 7 of the right one.
  static std::string_view selector(int left, int right) {
    if (left == 0) return right == 0 ? "0x5410" : "0x7610";
    return right == 0 ? "0x5432" : "0x7632";
  }

  std::string_view type(Type type) const { return dialect_.type(kernel_.real, type); }

  std::string literal(const Literal& node, Precedence context) const {
    std::string text;
    switch (node.type) {
      case Type::boolean:
      case Type::i32: text = fmt::format("{}", static_cast<std::int64_t>(node.value)); break;
      case Type::i64:
        text = fmt::format("({}){}", type(node.type), static_cast<std::int64_t>(node.value));
        return context > kUnary ? "(" + text + ")" : text;
      case Type::real: text = dialect_.literal(kernel_.real, node.value); break;
      case Type::real_x2: {
        const std::string lane = dialect_.literal(kernel_.real, node.value);
        return dialect_.pair(kernel_.real, lane, lane);
      }
      case Type::halves: {
        const auto half = static_cast<unsigned>(
            std::bit_cast<std::uint16_t>(Half(static_cast<float>(node.value))));
        return fmt::format("{:#010x}u", half << 16 | half);
      }
      case Type::halves_x2: {
        const std::string word = literal({Type::halves, node.value}, kSelect);
        return fmt::format("make_uint2({0}, {0})", word);
      }
      case Type::half:
      case Type::halves_x4: break;  // there are none
      case Type::real_x4: {
        const std::string lane = dialect_.literal(kernel_.real, node.value);
        return dialect_.quad({lane, lane, lane, lane});
      }
    }
    return text.front() == '-' && context > kSum ? "(" + text + ")" : text;
  }

  std::string call(const Call& node, Type type) const {
    std::string arguments;
    for (const Expr& argument : node.arguments)
      arguments += (arguments.empty() ? "" : ", ") + expression(argument);
    const std::string_view name = dialect_.builtin(kernel_.real, node.builtin, type);
    return node.arguments.empty() ? std::string(name) : fmt::format("{}({})", name, arguments);
  }

  std::string invocation(const Invoke& node) const {
    std::string arguments;
    auto next = node.arguments.begin();
    for (const int lanes : node.lanes) {
      arguments += arguments.empty() ? "" : ", ";
      arguments += this->lanes({next, next + lanes});
      next += lanes;
    }
    return fmt::format("{}({})", node.function, arguments);
  }

  bool has_halves(std::string_view array) const {
    for (const SharedArray& shared : kernel_.shared)
      if (shared.name == array) return shared.type == Type::half;
    return false;
  }

  /// One number or four, as halves, or words of them.
  std::string store_halves(const StoreShared& node) const {
    std::string values;
    for (const Expr& value : node.values) values += ", " + expression(value);
    if (node.values.front().type() == Type::halves)
      return fmt::format("store_words({}, {}{})", node.array, expression(node.index), values);
    return fmt::format("store_{}({}, {}{})", node.values.size() == 1 ? "half" : "halves",
                       node.array, expression(node.index), values);
  }

  std::string lanes(const std::vector<Expr>& values) const {
    if (values.size() == 1) return expression(values[0]);
    if (values.size() == 2)
      return dialect_.pair(kernel_.real, expression(values[0]), expression(values[1]));
    return dialect_.quad({expression(values[0]), expression(values[1]), expression(values[2]),
                          expression(values[3])});
  }

  /// Values four at a time.
  std::vector<std::string> quads(const std::vector<Expr>& values) const {
    std::vector<std::string> quads;
    for (auto quad = values.begin(); quad != values.end(); quad += 4)
      quads.push_back(lanes({quad, quad + 4}));
    return quads;
  }

  void block(const Block& statements, int depth) {
    for (const Stmt& stmt : statements) statement(stmt, depth);
  }

  void statement(const Stmt& stmt, int depth) {
    const auto line = [&](const std::string& text) {
      out_ += std::string(2 * static_cast<std::size_t>(depth), ' ') + text + "\n";
    };
    const auto body = [&](const Block& statements) {
      block(statements, depth + 1);
      line("}");
    };
    std::visit(
        Overloaded{
            [&](const Declare& n) {
              line(fmt::format("const {} {} = {};", type(n.variable.type), n.variable.name,
                               expression(n.value)));
            },
            [&](const StoreGlobal& n) {
              if (n.values.size() > 4)
                return line(
                    dialect_.store_quads(buffer(n.buffer), expression(n.index), quads(n.values)) +
                    ";");
              line(dialect_.store(kernel_.real, buffer(n.buffer), expression(n.index),
                                  lanes(n.values), static_cast<int>(n.values.size())) +
                   ";");
            },
            [&](const CopyGlobal& n) {
              line(fmt::format("{}[{}] = {}[{}];", n.to, expression(n.to_index), n.from,
                               expression(n.from_index)));
            },
            [&](const StoreShared& n) {
              if (has_halves(n.array)) return line(store_halves(n) + ";");
              if (n.values.size() == 4)
                return line(
                    dialect_.store_shared_quad(n.array, expression(n.index), lanes(n.values)) +
                    ";");
              line(fmt::format("{}[{}] = {};", n.array, expression(n.index), lanes(n.values)));
            },
            [&](const Prefetch& n) {
              line(dialect_.prefetch(buffer(n.buffer), expression(n.index), n.count) + ";");
            },
            [&](const Barrier& node) { line(fmt::format("{};", dialect_.barrier(node))); },
            [&](const For& n) {
              for (std::size_t i = 0; i < n.carried.size(); ++i)
                line(fmt::format("{} {} = {};", type(n.carried[i].type), n.carried[i].name,
                                 expression(n.initial[i])));
              const std::string advance =
                  n.step == 1 ? "++" + n.index.name : fmt::format("{} += {}", n.index.name, n.step);
              line(fmt::format("for (int {0} = {1}; {0} < {2}; {3}) {{", n.index.name,
                               expression(n.begin), expression(n.end, kSum), advance));
              block(n.body, depth + 1);
              // All at once: each may name the others.
              for (std::size_t i = 0; i < n.carried.size(); ++i)
                line(fmt::format("  const {} {}_next = {};", type(n.carried[i].type),
                                 n.carried[i].name, expression(n.next[i])));
              for (const Variable& carried : n.carried)
                line(fmt::format("  {0} = {0}_next;", carried.name));
              line("}");
            },
            [&](const If& n) {
              line((n.only_skips ? dialect_.where_needed(expression(n.condition))
                                 : fmt::format("if ({}) ", expression(n.condition))) +
                   "{");
              body(n.body);
            },
        },
        stmt.node().kind);
  }

  const Kernel& kernel_;
  const Dialect& dialect_;
  std::string out_;
};

}  // namespace

std::string emit_kernel(const Kernel& kernel, const Dialect& dialect) {
  return Emitter(kernel, dialect).text();
}

}  // namespace fftcore
