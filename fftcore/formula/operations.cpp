// SPDX-License-Identifier: LGPL-2.1-or-later
#include "operations.h"

namespace fftcore {
namespace {

constexpr Operation kOperators[] = {
    {"-", FormulaOp::negate, 1, Numbers::any},
    {"+", FormulaOp::add, 2, Numbers::any},
    {"-", FormulaOp::subtract, 2, Numbers::any},
    {"*", FormulaOp::multiply, 2, Numbers::any},
    {"/", FormulaOp::divide, 2, Numbers::any},
    {"^", FormulaOp::power, 2, Numbers::any},
    {"<", FormulaOp::less, 2, Numbers::real},
    {"<=", FormulaOp::less_equal, 2, Numbers::real},
    {">", FormulaOp::greater, 2, Numbers::real},
    {">=", FormulaOp::greater_equal, 2, Numbers::real},
    {"==", FormulaOp::equal, 2, Numbers::real},
    {"!=", FormulaOp::not_equal, 2, Numbers::real},
    {"&&", FormulaOp::both, 2, Numbers::real},
    {"||", FormulaOp::either, 2, Numbers::real},
    {"!", FormulaOp::negation, 1, Numbers::real},
};

constexpr Operation kFunctions[] = {
    {"if", FormulaOp::choose, 3, Numbers::condition}, {"exp", FormulaOp::exp, 1, Numbers::any},
    {"log", FormulaOp::log, 1, Numbers::any},         {"sqrt", FormulaOp::sqrt, 1, Numbers::any},
    {"sin", FormulaOp::sin, 1, Numbers::any},         {"cos", FormulaOp::cos, 1, Numbers::any},
    {"tan", FormulaOp::tan, 1, Numbers::any},         {"sinh", FormulaOp::sinh, 1, Numbers::any},
    {"cosh", FormulaOp::cosh, 1, Numbers::any},       {"tanh", FormulaOp::tanh, 1, Numbers::any},
    {"conj", FormulaOp::conj, 1, Numbers::any},       {"re", FormulaOp::re, 1, Numbers::to_real},
    {"im", FormulaOp::im, 1, Numbers::to_real},       {"abs", FormulaOp::abs, 1, Numbers::to_real},
    {"arg", FormulaOp::arg, 1, Numbers::to_real},     {"asin", FormulaOp::asin, 1, Numbers::real},
    {"acos", FormulaOp::acos, 1, Numbers::real},      {"atan", FormulaOp::atan, 1, Numbers::real},
    {"atan2", FormulaOp::atan2, 2, Numbers::real},    {"hypot", FormulaOp::hypot, 2, Numbers::real},
    {"min", FormulaOp::min, 2, Numbers::real},        {"max", FormulaOp::max, 2, Numbers::real},
    {"floor", FormulaOp::floor, 1, Numbers::real},    {"round", FormulaOp::round, 1, Numbers::real},
    {"sign", FormulaOp::sign, 1, Numbers::real},      {"sinc", FormulaOp::sinc, 1, Numbers::real},
};

}  // namespace

std::span<const Operation> operators() {
  return kOperators;
}

std::span<const Operation> functions() {
  return kFunctions;
}

}  // namespace fftcore
