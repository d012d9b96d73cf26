// SPDX-License-Identifier: LGPL-2.1-or-later
#include "operations.h"

namespace fftcore {
namespace {

constexpr FormulaOperation kOperators[] = {
    {"-", FormulaOp::negate, 1, Domain::any},    {"+", FormulaOp::add, 2, Domain::any},
    {"-", FormulaOp::subtract, 2, Domain::any},  {"*", FormulaOp::multiply, 2, Domain::any},
    {"/", FormulaOp::divide, 2, Domain::any},    {"^", FormulaOp::power, 2, Domain::any},
    {"<", FormulaOp::less, 2, Domain::real},     {"<=", FormulaOp::less_equal, 2, Domain::real},
    {">", FormulaOp::greater, 2, Domain::real},  {">=", FormulaOp::greater_equal, 2, Domain::real},
    {"==", FormulaOp::equal, 2, Domain::real},   {"!=", FormulaOp::not_equal, 2, Domain::real},
    {"&&", FormulaOp::both, 2, Domain::real},    {"||", FormulaOp::either, 2, Domain::real},
    {"!", FormulaOp::negation, 1, Domain::real},
};

constexpr FormulaOperation kFunctions[] = {
    {"if", FormulaOp::choose, 3, Domain::condition}, {"exp", FormulaOp::exp, 1, Domain::any},
    {"log", FormulaOp::log, 1, Domain::any},         {"sqrt", FormulaOp::sqrt, 1, Domain::any},
    {"sin", FormulaOp::sin, 1, Domain::any},         {"cos", FormulaOp::cos, 1, Domain::any},
    {"tan", FormulaOp::tan, 1, Domain::any},         {"sinh", FormulaOp::sinh, 1, Domain::any},
    {"cosh", FormulaOp::cosh, 1, Domain::any},       {"tanh", FormulaOp::tanh, 1, Domain::any},
    {"conj", FormulaOp::conj, 1, Domain::any},       {"re", FormulaOp::re, 1, Domain::to_real},
    {"im", FormulaOp::im, 1, Domain::to_real},       {"abs", FormulaOp::abs, 1, Domain::to_real},
    {"arg", FormulaOp::arg, 1, Domain::to_real},     {"asin", FormulaOp::asin, 1, Domain::real},
    {"acos", FormulaOp::acos, 1, Domain::real},      {"atan", FormulaOp::atan, 1, Domain::real},
    {"atan2", FormulaOp::atan2, 2, Domain::real},    {"hypot", FormulaOp::hypot, 2, Domain::real},
    {"min", FormulaOp::min, 2, Domain::real},        {"max", FormulaOp::max, 2, Domain::real},
    {"floor", FormulaOp::floor, 1, Domain::real},    {"round", FormulaOp::round, 1, Domain::real},
    {"sign", FormulaOp::sign, 1, Domain::real},      {"sinc", FormulaOp::sinc, 1, Domain::real},
};

}  // namespace

std::span<const FormulaOperation> operators() {
  return kOperators;
}

std::span<const FormulaOperation> functions() {
  return kFunctions;
}

}  // namespace fftcore
