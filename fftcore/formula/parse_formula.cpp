// SPDX-License-Identifier: LGPL-2.1-or-later
// Grammar of formulas, by PEGTL. What binds more loosely comes later:
//   primary     number, name, name(formula, ...), (formula)
//   power       primary ^ signed         from the right: 2^3^2 = 2^9
//   signed      -signed, !signed, power  -x^2 = -(x^2)
//   product     signed * signed / ...
//   sum         product + product - ...
//   comparison  sum < sum                one at a time
//   conjunction comparison && ...
//   formula     conjunction || ...
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numbers>
#include <string>
#include <tao/pegtl.hpp>
#include <utility>

#include "fftcore/error.h"
#include "formula.h"
#include "operations.h"

namespace fftcore {
namespace {

constexpr std::size_t kMostQuoted = 80;  // bytes of a formula, in messages

namespace grammar {
using namespace tao::pegtl;

struct formula;
struct missing_operand;
struct missing_bracket;
struct surplus;

struct blanks : star<space> {};
template <class Rule>
struct then_blanks : seq<Rule, blanks> {};
template <class Rule>
struct needed : sor<Rule, raise<missing_operand>> {};
template <char... text>
struct symbol : then_blanks<string<text...>> {};
struct closing : sor<symbol<')'>, raise<missing_bracket>> {};

struct exponent : seq<one<'e', 'E'>, opt<one<'+', '-'>>, plus<digit>> {};
struct digits : sor<seq<plus<digit>, opt<one<'.'>, star<digit>>>, seq<one<'.'>, plus<digit>>> {};
struct literal : seq<digits, opt<exponent>> {};
struct function : seq<identifier, blanks, at<one<'('>>> {};
struct arguments : list<needed<formula>, symbol<','>> {};
struct call : seq<function, symbol<'('>, arguments, closing> {};
struct name : identifier {};
struct bracketed : seq<symbol<'('>, needed<formula>, closing> {};
struct primary : sor<then_blanks<literal>, call, then_blanks<name>, bracketed> {};

struct with_sign;
struct raised : seq<symbol<'^'>, needed<with_sign>> {};
struct power : seq<primary, opt<raised>> {};
struct negated : seq<symbol<'-'>, needed<with_sign>> {};
struct inverted : seq<seq<one<'!'>, not_at<one<'='>>, blanks>, needed<with_sign>> {};
struct with_sign : sor<negated, inverted, power> {};

struct times : seq<symbol<'*'>, needed<with_sign>> {};
struct over : seq<symbol<'/'>, needed<with_sign>> {};
struct product : seq<with_sign, star<sor<times, over>>> {};
struct plus_term : seq<symbol<'+'>, needed<product>> {};
struct minus_term : seq<symbol<'-'>, needed<product>> {};
struct sum : seq<product, star<sor<plus_term, minus_term>>> {};

struct less_equal : seq<symbol<'<', '='>, needed<sum>> {};
struct less : seq<symbol<'<'>, needed<sum>> {};
struct greater_equal : seq<symbol<'>', '='>, needed<sum>> {};
struct greater : seq<symbol<'>'>, needed<sum>> {};
struct equal : seq<symbol<'=', '='>, needed<sum>> {};
struct not_equal : seq<symbol<'!', '='>, needed<sum>> {};
struct comparison : seq<sum, opt<sor<less_equal, less, greater_equal, greater, equal, not_equal>>> {
};
struct both : seq<symbol<'&', '&'>, needed<comparison>> {};
struct conjunction : seq<comparison, star<both>> {};
struct either : seq<symbol<'|', '|'>, needed<conjunction>> {};
struct formula : seq<conjunction, star<either>> {};
struct whole : seq<blanks, needed<formula>, sor<eof, raise<surplus>>> {};

struct Messages {
  template <class Rule>
  static constexpr const char* message = nullptr;
};
template <>
inline constexpr auto Messages::message<missing_operand> =
    "a number, a name, '(' or '-' is expected";
template <>
inline constexpr auto Messages::message<missing_bracket> = "')' or an operator is expected";
template <>
inline constexpr auto Messages::message<surplus> = "an operator or the end is expected";

template <class Rule>
using control = must_if<Messages, normal, false>::control<Rule>;

}  // namespace grammar

using Position = tao::pegtl::position;

bool is_word_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if (const std::size_t end = at + word.size(); (at == 0 || !is_word_part(text[at - 1])) &&
                                                  (end == text.size() || !is_word_part(text[end])))
      return true;
  return false;
}

/// Tree under construction: operands that wait for their operation.
class Builder {
 public:
  Builder(std::span<const FormulaVariable> variables, std::string_view code)
      : variables_(variables), code_(code) {}

  void push(std::complex<double> number) {
    const bool is_complex = number.imag() != 0;
    operands_.push_back({FormulaOp::number, is_complex, number});
  }

  void push_name(std::string_view name, const Position& position);

  void begin_call(std::string_view name, Position position) {
    const auto function = std::ranges::find(functions(), name, &FormulaOperation::name);
    const bool is_known = function != functions().end();
    if (!is_known && !has_word(code_, name)) {
      throw tao::pegtl::parse_error(
          fmt::format("'{}' is no function{}; there are {}", name.substr(0, kMostQuoted),
                      code_.empty() ? "" : ", and the code has none of that name",
                      names_of(functions())),
          position);
    }
    calls_.push_back(
        {is_known ? &*function : nullptr, name, std::move(position), operands_.size()});
  }

  void end_call() {
    const Call call = std::move(calls_.back());
    calls_.pop_back();
    if (call.function == nullptr) return apply_code(call);
    if (const std::size_t count = operands_.size() - call.first; count != call.function->operands) {
      throw tao::pegtl::parse_error(
          fmt::format("{}() takes {} value{}, not {}", call.function->name, call.function->operands,
                      call.function->operands == 1 ? "" : "s", count),
          call.position);
    }
    apply(*call.function, call.position);
  }

  void apply(FormulaOp op, const Position& position) {
    apply(*std::ranges::find(operators(), op, &FormulaOperation::op), position);
  }

  Formula result() { return std::move(operands_.back()); }

  std::size_t depth = 0;  ///< of what is being read

 private:
  struct Call {
    const FormulaOperation* function;  // null: one of the code's
    std::string_view name;
    Position position;
    std::size_t first;  // of its operands
  };

  template <class Named>
  static std::string names_of(std::span<const Named> all) {
    std::string names;
    for (const Named& one : all)
      if (!one.name.empty()) names += fmt::format("{}{}", names.empty() ? "" : ", ", one.name);
    return names;
  }

  void apply(const FormulaOperation& operation, const Position& position);
  void apply_code(const Call& call);
  std::vector<Formula> taken(std::size_t count);

  std::span<const FormulaVariable> variables_;
  std::string_view code_;
  std::vector<Formula> operands_;
  std::vector<Call> calls_;
};

void Builder::push_name(std::string_view name, const Position& position) {
  if (name == "pi") return push(std::numbers::pi);
  if (name == "i") return push({0, 1});
  const auto at = std::ranges::find(variables_, name, &FormulaVariable::name);
  if (at == variables_.end()) {
    const bool is_function =
        std::ranges::find(functions(), name, &FormulaOperation::name) != functions().end();
    throw tao::pegtl::parse_error(
        is_function ? fmt::format("the function {} needs its values in brackets", name)
                    : fmt::format("'{}' is no name here; there are {}, pi and i",
                                  name.substr(0, kMostQuoted), names_of(variables_)),
        position);
  }
  Formula variable{FormulaOp::variable, at->is_complex, {}};
  variable.variable = static_cast<std::size_t>(at - variables_.begin());
  operands_.push_back(std::move(variable));
}

/// The last operands, which wait no more.
std::vector<Formula> Builder::taken(std::size_t count) {
  const auto first = operands_.end() - static_cast<std::ptrdiff_t>(count);
  std::vector<Formula> last(std::make_move_iterator(first),
                            std::make_move_iterator(operands_.end()));
  operands_.erase(first, operands_.end());
  return last;
}

void Builder::apply_code(const Call& call) {
  const std::size_t count = operands_.size() - call.first;
  if (count > kMaxCodeOperands)
    throw tao::pegtl::parse_error(
        fmt::format("{}() of the code is given {} values; 1 to {} are allowed", call.name, count,
                    kMaxCodeOperands),
        call.position);
  Formula node{FormulaOp::code, false, {}};
  node.function = call.name;
  node.operands = taken(count);
  node.is_complex = node.operands.front().is_complex;
  operands_.push_back(std::move(node));
}

void Builder::apply(const FormulaOperation& operation, const Position& position) {
  Formula node{operation.op, false, {}};
  node.operands = taken(operation.operands);
  const bool has_complex = std::ranges::any_of(node.operands, &Formula::is_complex);
  const bool must_be_real =
      operation.numbers == Domain::real ||
      (operation.numbers == Domain::condition && node.operands.front().is_complex);
  if (must_be_real && has_complex) {
    throw tao::pegtl::parse_error(
        fmt::format("'{}' takes real numbers; abs(), re() or im() make a complex one real",
                    operation.name),
        position);
  }
  node.is_complex = has_complex && operation.numbers != Domain::to_real;
  operands_.push_back(std::move(node));
}

template <class Rule>
struct Action : tao::pegtl::nothing<Rule> {};

template <>
struct Action<grammar::literal> {
  template <class Input>
  static void apply(const Input& in, Builder& builder) {
    double number = 0;
    const std::string_view text = in.string_view();
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc{})
      throw tao::pegtl::parse_error("the number is beyond what double precision holds", in);
    builder.push(number);
  }
};

template <>
struct Action<grammar::name> {
  template <class Input>
  static void apply(const Input& in, Builder& builder) {
    builder.push_name(in.string_view(), in.position());
  }
};

template <>
struct Action<grammar::function> {
  template <class Input>
  static void apply(const Input& in, Builder& builder) {
    const std::string_view text = in.string_view();
    builder.begin_call(text.substr(0, text.find_last_not_of(" \t\r\n\v\f") + 1), in.position());
  }
};

template <>
struct Action<grammar::call> {
  static void apply0(Builder& builder) { builder.end_call(); }
};

template <FormulaOp op>
struct Apply {
  template <class Input>
  static void apply(const Input& in, Builder& builder) {
    builder.apply(op, in.position());
  }
};
template <>
struct Action<grammar::raised> : Apply<FormulaOp::power> {};
template <>
struct Action<grammar::negated> : Apply<FormulaOp::negate> {};
template <>
struct Action<grammar::inverted> : Apply<FormulaOp::negation> {};
template <>
struct Action<grammar::times> : Apply<FormulaOp::multiply> {};
template <>
struct Action<grammar::over> : Apply<FormulaOp::divide> {};
template <>
struct Action<grammar::plus_term> : Apply<FormulaOp::add> {};
template <>
struct Action<grammar::minus_term> : Apply<FormulaOp::subtract> {};
template <>
struct Action<grammar::less> : Apply<FormulaOp::less> {};
template <>
struct Action<grammar::less_equal> : Apply<FormulaOp::less_equal> {};
template <>
struct Action<grammar::greater> : Apply<FormulaOp::greater> {};
template <>
struct Action<grammar::greater_equal> : Apply<FormulaOp::greater_equal> {};
template <>
struct Action<grammar::equal> : Apply<FormulaOp::equal> {};
template <>
struct Action<grammar::not_equal> : Apply<FormulaOp::not_equal> {};
template <>
struct Action<grammar::both> : Apply<FormulaOp::both> {};
template <>
struct Action<grammar::either> : Apply<FormulaOp::either> {};

// Every way to nest goes through this rule.
template <>
struct Action<grammar::with_sign> : tao::pegtl::maybe_nothing {
  template <class Rule, tao::pegtl::apply_mode apply, tao::pegtl::rewind_mode rewind,
            template <class...> class Actions, template <class...> class Control, class Input>
  static bool match(Input& in, Builder& builder) {
    if (builder.depth == kMaxFormulaDepth) {
      throw tao::pegtl::parse_error(
          fmt::format("brackets, signs and powers nest more than {} deep", kMaxFormulaDepth), in);
    }
    ++builder.depth;
    const bool matches = tao::pegtl::match<Rule, apply, rewind, Actions, Control>(in, builder);
    --builder.depth;
    return matches;
  }
};

[[noreturn]] void fail(std::string_view text, const Position& position, std::string_view what) {
  constexpr std::size_t kExcerpt = 12;
  const std::string_view rest = text.substr(std::min(position.byte, text.size()));
  const std::string where =
      rest.empty() ? "at the end" : fmt::format("at '{}'", rest.substr(0, kExcerpt));
  throw InvalidArgument(fmt::format(
      "formula '{}{}', line {}, column {}, {}: {}", text.substr(0, kMostQuoted),
      text.size() > kMostQuoted ? "..." : "", position.line, position.column, where, what));
}

}  // namespace

Formula parse_formula(std::string_view text, std::span<const FormulaVariable> variables,
                      std::string_view code) {
  if (text.size() > kMaxFormulaLength)
    throw InvalidArgument(fmt::format("a formula of {} characters; at most {} are read",
                                      text.size(), kMaxFormulaLength));
  tao::pegtl::memory_input input(text.data(), text.size(), "");
  Builder builder(variables, code);
  try {
    tao::pegtl::parse<grammar::whole, Action, grammar::control>(input, builder);
  } catch (const tao::pegtl::parse_error& error) {
    fail(text, error.positions().front(), error.message());
  }
  return builder.result();
}

Formula parse_formula(std::string_view text, std::span<const std::string_view> variables) {
  std::vector<FormulaVariable> real;
  for (const std::string_view name : variables) real.push_back({name});
  return parse_formula(text, real);
}

}  // namespace fftcore
