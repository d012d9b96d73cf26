// SPDX-License-Identifier: LGPL-2.1-or-later
#include "print.h"

#include <fmt/format.h>

#include "fftcore/convolution.h"
#include "overloaded.h"

namespace fftcore::ast {
namespace {

std::string_view name_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::add: return "+";
    case BinaryOp::subtract: return "-";
    case BinaryOp::multiply: return "*";
    case BinaryOp::divide: return "/";
    case BinaryOp::modulo: return "%";
    case BinaryOp::less: return "<";
    case BinaryOp::less_equal: return "<=";
    case BinaryOp::logical_and: return "and";
  }
  return "?";
}

std::string_view name_of(Builtin builtin) {
  switch (builtin) {
    case Builtin::thread_x: return "thread.x";
    case Builtin::thread_x_anew: return "thread.x anew";
    case Builtin::thread_y: return "thread.y";
    case Builtin::block_x: return "block.x";
    case Builtin::block_y: return "block.y";
    case Builtin::block_z: return "block.z";
    case Builtin::after: return "after";
    case Builtin::joined_bytes: return "joined bytes";
    case Builtin::halves_of_bytes: return "halves of bytes";
    case Builtin::joined_halves: return "joined halves";
    case Builtin::transposed: return "transposed";
    case Builtin::tf32: return "tf32";
    case Builtin::nearest_tf32: return "nearest tf32";
    case Builtin::fma: return "fma";
    case Builtin::minimum: return "min";
    case Builtin::maximum: return "max";
    case Builtin::absolute: return "abs";
    case Builtin::square_root: return "sqrt";
    case Builtin::reciprocal: return "reciprocal";
    default: return function_name(builtin, Real::f64);
  }
  return "?";
}

std::string list(const std::vector<Expr>& exprs) {
  std::string text;
  for (const Expr& expr : exprs) text += " " + to_string(expr);
  return text;
}

std::string lines(const Block& block, int indent);

std::string line(const Stmt& stmt, int indent) {
  const std::string space(static_cast<std::size_t>(indent), ' ');
  return space +
         std::visit(Overloaded{
                        [](const Declare& n) {
                          return fmt::format("let {} {} = {}\n", to_string(n.variable.type),
                                             n.variable.name, to_string(n.value));
                        },
                        [](const StoreGlobal& n) {
                          return fmt::format("store {}[{}] ={}\n", n.buffer, to_string(n.index),
                                             list(n.values));
                        },
                        [](const CopyGlobal& n) {
                          return fmt::format("copy {}[{}] = {}[{}]\n", n.to, to_string(n.to_index),
                                             n.from, to_string(n.from_index));
                        },
                        [](const StoreShared& n) {
                          return fmt::format("share {}[{}] ={}\n", n.array, to_string(n.index),
                                             list(n.values));
                        },
                        [](const Prefetch& n) {
                          return fmt::format("prefetch {}[{}].x{}\n", n.buffer, to_string(n.index),
                                             n.count);
                        },
                        [](const Barrier& node) {
                          return fmt::format("barrier{}{}\n",
                                             node.scope == Scope::warp ? " warp" : "",
                                             node.global ? " global" : "");
                        },
                        [&](const For& n) {
                          const std::string by = n.step == 1 ? "" : fmt::format(" by {}", n.step);
                          std::string text = fmt::format("for {} from {} to {}{}\n", n.index.name,
                                                         to_string(n.begin), to_string(n.end), by);
                          for (std::size_t i = 0; i < n.carried.size(); ++i)
                            text += fmt::format("{}  carry {} {} = {} then {}\n", space,
                                                to_string(n.carried[i].type), n.carried[i].name,
                                                to_string(n.initial[i]), to_string(n.next[i]));
                          return text + lines(n.body, indent + 2);
                        },
                        [&](const If& n) {
                          return fmt::format("{} {}\n{}", n.only_skips ? "where needed" : "if",
                                             to_string(n.condition), lines(n.body, indent + 2));
                        },
                    },
                    stmt.node().kind);
}

std::string lines(const Block& block, int indent) {
  std::string text;
  for (const Stmt& stmt : block) text += line(stmt, indent);
  return text;
}

}  // namespace

std::string to_string(Type type) {
  switch (type) {
    case Type::boolean: return "bool";
    case Type::i32: return "i32";
    case Type::i64: return "i64";
    case Type::real: return "real";
    case Type::real_x2: return "real_x2";
    case Type::real_x4: return "real_x4";
    case Type::half: return "half";
    case Type::halves: return "halves";
    case Type::halves_x2: return "halves_x2";
    case Type::halves_x4: return "halves_x4";
  }
  return "?";
}

std::string real_text(double value, Real real) {
  std::string text =
      real == Real::f64 ? fmt::format("{}", value) : fmt::format("{}", static_cast<float>(value));
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string to_string(const Expr& expr) {
  return std::visit(
      Overloaded{
          [](const Literal& n) {
            return is_integer(n.type) ? fmt::format("{}", static_cast<long>(n.value))
                                      : real_text(n.value, Real::f64);
          },
          [](const Variable& n) { return n.name; },
          [](const Unary& n) { return fmt::format("(- {})", to_string(n.operand)); },
          [](const Binary& n) {
            return fmt::format("({} {} {})", name_of(n.op), to_string(n.left), to_string(n.right));
          },
          [](const Select& n) {
            return fmt::format("(select {} {} {})", to_string(n.condition), to_string(n.if_true),
                               to_string(n.if_false));
          },
          [](const Call& n) {
            return n.arguments.empty()
                       ? std::string(name_of(n.builtin))
                       : fmt::format("({}{})", name_of(n.builtin), list(n.arguments));
          },
          [](const Invoke& n) { return fmt::format("({}{})", n.function, list(n.arguments)); },
          [](const LoadGlobal& n) {
            return n.lanes == 1 ? fmt::format("{}[{}]", n.buffer, to_string(n.index))
                                : fmt::format("{}[{}].x{}", n.buffer, to_string(n.index), n.lanes);
          },
          [](const LoadShared& n) {
            return fmt::format("{}[{}]{}", n.array, to_string(n.index),
                               n.type == Type::real_x4 || n.type == Type::halves_x2 ? ".x4" : "");
          },
          [](const Cast& n) {
            return fmt::format("({} {})", to_string(n.type), to_string(n.operand));
          },
          [](const LoadMatrices& n) {
            return fmt::format("{}[{}].matrices{}{}", n.array, to_string(n.index), n.count,
                               n.is_transposed ? ".transposed" : "");
          },
          [](const LoadHalves& n) {
            return fmt::format("{}[{}].halves{}", n.buffer, to_string(n.index),
                               n.count == 1 ? "" : ".x4");
          },
          [](const LoadBytes& n) {
            return fmt::format("{}[{}].bytes{}", n.buffer, to_string(n.index),
                               n.count == 1 ? "" : fmt::format(".x{}", n.count));
          },
          [](const MultiplyMatrices& n) {
            return fmt::format("(matrices{}{} {})", list(n.left), list(n.right), to_string(n.sum));
          },
          [](const JoinHalves& n) {
            return fmt::format("(join {}.{} {}.{})", to_string(n.left), n.left_lane,
                               to_string(n.right), n.right_lane);
          },
          [](const Exchanged& n) {
            return fmt::format("(exchanged {} {})", n.mask, to_string(n.value));
          },
          [](const Component& n) { return fmt::format("{}.{}", to_string(n.vector), n.lane); },
      },
      expr.node().kind);
}

std::string to_string(const Kernel& kernel) {
  std::string text =
      fmt::format("kernel {} in {} block {}x{}x{} grid {}x{}x{}\n", kernel.name,
                  to_string(storage_of(kernel.real)), kernel.block[0], kernel.block[1],
                  kernel.block[2], kernel.grid[0], kernel.grid[1], kernel.grid[2]);
  for (const Parameter& parameter : kernel.parameters)
    text +=
        std::visit(Overloaded{
                       [](const BufferParameter& p) {
                         return fmt::format("  {} {}: {}\n", p.is_written() ? "output" : "input",
                                            p.name, to_string(p.storage));
                       },
                       [](const Variable& p) {
                         return fmt::format("  scalar {}: {}\n", p.name, to_string(p.type));
                       },
                   },
                   parameter);
  for (const SharedArray& array : kernel.shared)
    text += fmt::format("  shared {}: {} x {}\n", array.name, to_string(array.type), array.length);
  return text + lines(kernel.body, 2);
}

}  // namespace fftcore::ast
