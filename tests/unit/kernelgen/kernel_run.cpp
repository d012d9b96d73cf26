// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kernel_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "half.h"
#include "overloaded.h"
#include "warp_matrices.h"

namespace fftcore::test {
namespace {

using namespace ast;

using Active = std::vector<bool>;

double as_half(double number) {
  return static_cast<double>(static_cast<oracle::Half>(static_cast<float>(number)));
}

class Block {
 public:
  Block(const Kernel& kernel, KernelMemory& memory, int number)
      : kernel_(kernel),
        memory_(memory),
        number_(number),
        threads_(static_cast<std::size_t>(kernel.block_threads())) {
    for (const SharedArray& array : kernel.shared)
      shared_[array.name].resize(static_cast<std::size_t>(array.length));
  }

  void run(const ast::Block& statements, const Active& active) {
    for (const Stmt& stmt : statements) run(stmt, active);
  }

 private:
  /// f(thread) for those that are active.
  template <class F>
  void each(const Active& active, F&& f) const {
    for (std::size_t t = 0; t < threads_; ++t)
      if (active[t]) f(t);
  }
  /// Values of f(thread).
  template <class F>
  Values made(const Active& active, F&& f) const {
    Values values(threads_);
    each(active, [&](std::size_t t) { values[t] = f(t); });
    return values;
  }

  template <class Memory>
  static auto& element(Memory& memory, double index, const std::string& name) {
    if (!(index >= 0 && index < static_cast<double>(memory.size())))
      throw std::logic_error(
          fmt::format("element {} of {}, which has {}", index, name, memory.size()));
    return memory[static_cast<std::size_t>(index)];
  }

  double read(const std::string& buffer, double index) const {
    if (const auto found = memory_.bytes.find(buffer); found != memory_.bytes.end())
      return element(found->second, index, buffer);
    if (const auto found = memory_.numbers.find(buffer); found != memory_.numbers.end())
      return element(found->second, index, buffer);
    return static_cast<double>(
        std::bit_cast<oracle::Half>(element(memory_.halves.at(buffer), index, buffer)));
  }
  double read_shared(const std::string& array, double index) const {
    const auto& found = element(shared_.at(array), index, array);
    if (!found) throw std::logic_error(fmt::format("{}[{}] was never written", array, index));
    return *found;
  }
  bool has_halves(const std::string& array) const {
    return std::ranges::any_of(kernel_.shared, [&](const SharedArray& shared) {
      return shared.name == array && shared.type == Type::half;
    });
  }

  Values value(const Expr& expr, const Active& active) {
    return std::visit(
        Overloaded{
            [&](const Literal& n) {
              return made(active, [&](std::size_t) {
                Value value;
                value.fill(n.value);
                return value;
              });
            },
            [&](const Variable& n) -> Values {
              if (const auto found = variables_.find(n.name); found != variables_.end())
                return found->second;
              const double scalar = memory_.scalars.at(n.name);
              return made(active, [&](std::size_t) { return Value{scalar}; });
            },
            [&](const Unary& n) {
              const Values a = value(n.operand, active);
              return made(active, [&](std::size_t t) { return Value{-a[t][0], -a[t][1]}; });
            },
            [&](const Binary& n) { return binary(n, expr.type(), active); },
            [&](const Select& n) {
              const Values is = value(n.condition, active);
              Active yes(threads_), no(threads_);
              each(active, [&](std::size_t t) { (is[t][0] != 0 ? yes : no)[t] = true; });
              const Values a = value(n.if_true, yes), b = value(n.if_false, no);
              return made(active, [&](std::size_t t) { return yes[t] ? a[t] : b[t]; });
            },
            [&](const Call& n) { return call(n, active); },
            [&](const LoadGlobal& n) {
              const Values index = value(n.index, active);
              return made(active, [&](std::size_t t) {
                Value lanes{};
                for (int i = 0; i < n.lanes; ++i)
                  lanes[static_cast<std::size_t>(i)] =
                      read(n.buffer, index[t][0] * (n.lanes == 2 ? 2 : 1) + i);
                return lanes;
              });
            },
            [&](const LoadHalves& n) {
              const Values index = value(n.index, active);
              return made(active, [&](std::size_t t) {
                Value halves{};
                const bool is_bytes = memory_.bytes.contains(n.buffer);
                for (int i = 0; i < 2 * n.count; ++i)
                  halves[static_cast<std::size_t>(i)] =
                      read(n.buffer, (is_bytes ? 1 : 2 * n.count) * index[t][0] + i);
                return halves;
              });
            },
            [&](const LoadShared& n) {
              const Values index = value(n.index, active);
              const int count = n.type == Type::real        ? 1
                                : n.type == Type::halves    ? 2
                                : n.type == Type::halves_x4 ? 8
                                                            : 4;
              if (n.type == Type::real_x2) throw std::logic_error("shared pairs");
              return made(active, [&](std::size_t t) {
                Value halves{};
                for (int i = 0; i < count; ++i)
                  halves[static_cast<std::size_t>(i)] =
                      read_shared(n.array, count * index[t][0] + i);
                return halves;
              });
            },
            [&](const Cast& n) { return value(n.operand, active); },
            [&](const Component& n) {
              const Values vector = value(n.vector, active);
              const auto lane = static_cast<std::size_t>(n.lane);
              return made(active, [&](std::size_t t) {
                return expr.type() == Type::halves
                           ? Value{vector[t][2 * lane], vector[t][2 * lane + 1]}
                           : Value{vector[t][lane]};
              });
            },
            [&](const LoadBytes& n) {
              const Values index = value(n.index, active);
              return made(active, [&](std::size_t t) {
                if (std::fmod(index[t][0], 4 * n.count) != 0)
                  throw std::logic_error("bytes not aligned");
                Value words{};
                for (std::size_t word = 0; word < static_cast<std::size_t>(n.count); ++word) {
                  std::array<double, 4> bytes{};
                  for (std::size_t i = 0; i < 4; ++i)
                    bytes[i] = read(n.buffer, index[t][0] + double(4 * word + i));
                  words[2 * word] = joined(bytes);
                }
                return words;
              });
            },
            [&](const LoadMatrices& n) { return matrices(n, active); },
            [&](const MultiplyMatrices& n) { return products(n, active); },
            [&](const JoinHalves& n) {
              const Values left = value(n.left, active), right = value(n.right, active);
              return made(active, [&](std::size_t t) {
                return Value{left[t][static_cast<std::size_t>(n.left_lane)],
                             right[t][static_cast<std::size_t>(n.right_lane)]};
              });
            },
            [&](const Exchanged& n) {
              const Values given = value(n.value, active);
              return made(active, [&](std::size_t t) {
                const std::size_t other = t ^ static_cast<std::size_t>(n.mask);
                if (!active[other]) throw std::logic_error("exchanged with a thread that is away");
                return given[other];
              });
            },
            [&](const auto&) -> Values { throw std::logic_error("a node that is not known here"); },
        },
        expr.node().kind);
  }

  Values binary(const Binary& n, Type type, const Active& active) {
    const Values a = value(n.left, active), b = value(n.right, active);
    const auto number = [&](double x, double y) {
      switch (n.op) {
        case BinaryOp::add: return rounded(type, x + y);
        case BinaryOp::subtract: return rounded(type, x - y);
        case BinaryOp::multiply: return rounded(type, x * y);
        case BinaryOp::divide: return is_integer(type) ? std::trunc(x / y) : x / y;
        case BinaryOp::modulo: return std::fmod(x, y);
        case BinaryOp::less: return double(x < y);
        case BinaryOp::less_equal: return double(x <= y);
        case BinaryOp::logical_and: return double(x != 0 && y != 0);
      }
      return 0.0;
    };
    return made(active, [&](std::size_t t) {
      Value result{number(a[t][0], b[t][0])};
      if (type == Type::halves) result[1] = number(a[t][1], b[t][1]);
      return result;
    });
  }
  static double rounded(Type type, double number) {
    if (type == Type::halves) return as_half(number);
    return type == Type::real ? static_cast<float>(number) : number;
  }

  Values call(const Call& n, const Active& active) {
    std::vector<Values> arguments;
    for (const Expr& argument : n.arguments) arguments.push_back(value(argument, active));
    return made(active, [&](std::size_t t) {
      const auto x = [&](std::size_t i) { return arguments[i][t][0]; };
      switch (n.builtin) {
        case Builtin::thread_x: return Value{static_cast<double>(t)};
        case Builtin::block_x: return Value{static_cast<double>(number_)};
        case Builtin::after: return arguments[0][t];
        case Builtin::fma: {
          const auto fused = [&](std::size_t half) {
            return arguments[0][t][half] * arguments[1][t][half] + arguments[2][t][half];
          };
          if (n.arguments[0].type() == Type::halves)
            return Value{as_half(fused(0)), as_half(fused(1))};
          return Value{static_cast<double>(static_cast<float>(fused(0)))};
        }
        case Builtin::joined_bytes: return Value{joined({x(0), x(1), x(2), x(3)})};
        case Builtin::halves_of_bytes: return halves_of_bytes(x(0), x(1));
        case Builtin::joined_halves: return Value{as_half(x(0)), as_half(x(1))};
        case Builtin::transposed: return transposed_matrix(arguments[0], t);
        case Builtin::tf32: return Value{as_tf32(x(0))};
        case Builtin::nearest_tf32: return Value{nearest_tf32(x(0))};
        case Builtin::minimum: return Value{std::min(x(0), x(1))};
        case Builtin::maximum: return Value{std::max(x(0), x(1))};
        case Builtin::absolute: return Value{std::abs(x(0))};
        default: throw std::logic_error("a builtin that is not known here");
      }
    });
  }

  static double joined(const std::array<double, 4>& bytes) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i) word |= static_cast<std::uint32_t>(bytes[i]) << 8 * i;
    return static_cast<std::int32_t>(word);
  }
  static Value halves_of_bytes(double word, double less) {
    const auto bytes = static_cast<std::uint32_t>(static_cast<std::int32_t>(word));
    Value halves{};
    for (std::size_t i = 0; i < 4; ++i)
      halves[i] = as_half(1024 + static_cast<double>(bytes >> 8 * i & 255) - less);
    return halves;
  }

  Values matrices(const LoadMatrices& n, const Active& active) {
    const Values index = value(n.index, active);
    return made(active, [&](std::size_t t) {
      return loaded_matrices(n, index, t, [&](double at) { return read_shared(n.array, at); });
    });
  }

  Values products(const MultiplyMatrices& n, const Active& active) {
    std::vector<Values> left, right;
    for (const Expr& word : n.left) left.push_back(value(word, active));
    for (const Expr& word : n.right) right.push_back(value(word, active));
    const Values sum = value(n.sum, active);
    const bool is_halves = n.sum.type() == Type::halves_x2,
               is_real = n.left.front().type() == Type::real;
    return made(active, [&](std::size_t t) {
      Value lanes = is_real ? multiplied_reals(left, right, sum[t], t)
                            : multiplied_matrices(left, right, sum[t], t);
      for (double& number : lanes)
        number = is_halves ? as_half(number)
                 : is_real ? towards_zero(number)
                           : static_cast<float>(number);
      return lanes;
    });
  }

  void run(const Stmt& stmt, const Active& active) {
    std::visit(
        Overloaded{
            [&](const Declare& n) { variables_[n.variable.name] = value(n.value, active); },
            [&](const StoreGlobal& n) {
              const Values index = value(n.index, active);
              for (std::size_t lane = 0; lane < n.values.size(); ++lane) {
                const Values what = value(n.values[lane], active);
                if (const auto found = memory_.numbers.find(n.buffer);
                    found != memory_.numbers.end()) {
                  each(active, [&](std::size_t t) {
                    element(found->second,
                            index[t][0] * (n.values.size() == 2 ? 2 : 1) + double(lane), n.buffer) =
                        static_cast<float>(what[t][0]);
                  });
                  continue;
                }
                auto& bytes = memory_.bytes.at(n.buffer);
                each(active, [&](std::size_t t) {
                  element(bytes, index[t][0] * (n.values.size() == 2 ? 2 : 1) + double(lane),
                          n.buffer) =
                      static_cast<std::uint8_t>(std::clamp(std::nearbyint(what[t][0]), 0.0, 255.0));
                });
              }
            },
            [&](const StoreShared& n) {
              const Values index = value(n.index, active);
              if (n.values.front().type() == Type::halves) {
                for (std::size_t word = 0; word < n.values.size(); ++word) {
                  const Values what = value(n.values[word], active);
                  each(active, [&](std::size_t t) {
                    const double at = index[t][0] * double(n.values.size()) + double(word);
                    for (std::size_t i = 0; i < 2; ++i)
                      element(shared_.at(n.array), 2 * at + double(i), n.array) = what[t][i];
                  });
                }
                return;
              }
              for (std::size_t lane = 0; lane < n.values.size(); ++lane) {
                const Values what = value(n.values[lane], active);
                each(active, [&](std::size_t t) {
                  const double at = index[t][0] * double(n.values.size()) + double(lane);
                  element(shared_.at(n.array), at, n.array) =
                      has_halves(n.array) ? as_half(what[t][0]) : what[t][0];
                });
              }
            },
            [&](const Barrier&) {},  // threads are in step
            [&](const If& n) {
              const Values is = value(n.condition, active);
              Active inside(threads_);
              each(active, [&](std::size_t t) { inside[t] = is[t][0] != 0; });
              run(n.body, inside);
            },
            [&](const For& n) { loop(n, active); },
            [&](const auto&) { throw std::logic_error("a statement that is not known here"); },
        },
        stmt.node().kind);
  }

  void loop(const For& n, const Active& active) {
    for (std::size_t i = 0; i < n.carried.size(); ++i)
      variables_[n.carried[i].name] = value(n.initial[i], active);
    variables_[n.index.name] = value(n.begin, active);
    while (true) {
      const Values end = value(n.end, active);
      Values& index = variables_[n.index.name];
      Active inside(threads_);
      each(active, [&](std::size_t t) { inside[t] = index[t][0] < end[t][0]; });
      if (std::ranges::find(inside, true) == inside.end()) return;
      run(n.body, inside);
      std::vector<Values> next;
      for (const Expr& expr : n.next) next.push_back(value(expr, inside));
      for (std::size_t i = 0; i < next.size(); ++i)
        each(inside, [&](std::size_t t) { variables_[n.carried[i].name][t] = next[i][t]; });
      each(inside, [&](std::size_t t) { variables_[n.index.name][t][0] += n.step; });
    }
  }

  const Kernel& kernel_;
  KernelMemory& memory_;
  const int number_;
  const std::size_t threads_;
  std::map<std::string, Values> variables_;
  std::map<std::string, std::vector<std::optional<double>>> shared_;
};

}  // namespace

void run_kernel(const Kernel& kernel, KernelMemory& memory) {
  for (int number = 0; number < kernel.grid[0]; ++number)
    Block(kernel, memory, number)
        .run(kernel.body, Active(static_cast<std::size_t>(kernel.block_threads()), true));
}

}  // namespace fftcore::test
