// SPDX-License-Identifier: LGPL-2.1-or-later
// What formulas mean: values beside those of the C++ library.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <string_view>
#include <utility>

#include "formula.h"
#include "operations.h"

namespace fftcore::formula_test {
namespace {

using Complex = std::complex<double>;

constexpr std::array<std::string_view, 2> kNames{"x", "longer_name2"};
constexpr double kX = 0.7, kLonger = -3;
constexpr Complex kI{0, 1};

Complex value(std::string_view text) {
  return value_of(parse_formula(text, kNames), std::array{kX, kLonger});
}

TEST(Formula, OperatorsBindAsInMathematics) {
  const std::pair<std::string_view, double> cases[] = {
      {"1 + 2 * 3", 7},
      {"(1 + 2) * 3", 9},
      {"7 - 2 - 1", 4},
      {"8 / 4 / 2", 1},
      {"2 ^ 3 ^ 2", 512},
      {"-2 ^ 2", -4},
      {"2 ^ -1", 0.5},
      {"2 ^ -2 ^ 0", 0.5},
      {"(-2) ^ 2", 4},
      {"--3", 3},
      {"2 * -3", -6},
      {"1 - -1", 2},
      {"1 + 1 < 3", 1},
      {"3 > 2 && 1 > 2", 0},
      {"1 < 2 || 1 / 0 < 0 && 0", 1},
      {"!0 + 1", 2},
      {"!(2 == 3)", 1},
      {"2 != 3", 1},
      {"2 != 2 || 2 >= 2", 1},
      {"2 <= 1", 0},
      {"2 > 2", 0},
  };
  for (const auto& [text, want] : cases) EXPECT_EQ(value(text), want) << text;
}

TEST(Formula, NumbersAreDoubles) {
  EXPECT_EQ(value("0.1"), 0.1);
  EXPECT_EQ(value(".5"), 0.5);
  EXPECT_EQ(value("5."), 5.0);
  EXPECT_EQ(value("1e-3"), 1e-3);
  EXPECT_EQ(value("1.25E+2"), 125.0);
  EXPECT_EQ(value("pi"), std::numbers::pi);
}

TEST(Formula, NamesAndBlanks) {
  EXPECT_EQ(value("x"), kX);
  EXPECT_EQ(value(" \n longer_name2\t*x "), kLonger * kX);
  EXPECT_EQ(value("max (x,\n0)"), kX);
}

TEST(Formula, RealFunctionsAreTheLibrarys) {
  const std::pair<std::string_view, double> cases[] = {
      {"exp(x)", std::exp(kX)},
      {"log(x)", std::log(kX)},
      {"sqrt(x)", std::sqrt(kX)},
      {"sin(x)", std::sin(kX)},
      {"cos(x)", std::cos(kX)},
      {"tan(x)", std::tan(kX)},
      {"sinh(x)", std::sinh(kX)},
      {"cosh(x)", std::cosh(kX)},
      {"tanh(x)", std::tanh(kX)},
      {"asin(x)", std::asin(kX)},
      {"acos(x)", std::acos(kX)},
      {"atan(x)", std::atan(kX)},
      {"atan2(x, -1)", std::atan2(kX, -1)},
      {"hypot(x, 2)", std::hypot(kX, 2)},
      {"min(x, 1)", kX},
      {"max(x, 1)", 1},
      {"floor(-x)", -1},
      {"round(x)", 1},
      {"sign(-x)", -1},
      {"sign(0)", 0},
      {"sinc(0)", 1},
      {"sinc(x)", std::sin(std::numbers::pi * kX) / (std::numbers::pi * kX)},
      {"abs(-x)", kX},
      {"re(x)", kX},
      {"im(x)", 0},
      {"arg(-x)", std::numbers::pi},
      {"conj(x)", kX},
      {"if(x < 1, 2, 3)", 2},
      {"if(x > 1, 2, 3)", 3},
  };
  for (const auto& [text, want] : cases)
    EXPECT_LE(std::abs(value(text) - want), 1e-15 * std::abs(want)) << text;
}

TEST(Formula, ComplexFunctionsAreTheLibrarys) {
  const Complex z = kX + 2.0 * kI;
  const std::pair<std::string_view, Complex> cases[] = {
      {"x + 2 * i", z},
      {"-(x + 2 * i)", -z},
      {"(x + 2 * i) * (x + 2 * i)", z * z},
      {"(x + 2 * i) ^ 2", z * z},
      {"(x + 2 * i) ^ 1", z},
      {"(0 * i) ^ 0", 1},
      {"(0 * i) ^ 2", 0},
      {"(x + 2 * i) ^ 0.5", std::pow(z, 0.5)},
      {"(x + 2 * i) ^ i", std::pow(z, kI)},
      {"1 / (x + 2 * i)", 1.0 / z},
      {"i - x", kI - kX},
      {"exp(i * pi * x)", std::exp(kI * std::numbers::pi * kX)},
      {"log(x + 2 * i)", std::log(z)},
      {"sqrt(x + 2 * i)", std::sqrt(z)},
      {"sqrt(0 * i - 1)", kI},
      {"sin(x + 2 * i)", std::sin(z)},
      {"cos(x + 2 * i)", std::cos(z)},
      {"tan(x + 2 * i)", std::tan(z)},
      {"sinh(x + 2 * i)", std::sinh(z)},
      {"cosh(x + 2 * i)", std::cosh(z)},
      {"tanh(x + 2 * i)", std::tanh(z)},
      {"conj(x + 2 * i)", std::conj(z)},
      {"re(x + 2 * i)", kX},
      {"im(x + 2 * i)", 2},
      {"abs(x + 2 * i)", std::abs(z)},
      {"arg(x + 2 * i)", std::arg(z)},
      {"if(x < 1, i, 3)", kI},
      {"if(x > 1, i, 3)", 3},
  };
  for (const auto& [text, want] : cases)
    EXPECT_LE(std::abs(value(text) - want), 1e-15 * std::abs(want)) << text;
}

TEST(Formula, WhatIsMadeOfRealNumbersIsReal) {
  EXPECT_FALSE(parse_formula("exp(x) + abs(i) * re(i)", kNames).is_complex);
  EXPECT_TRUE(parse_formula("exp(x * i)", kNames).is_complex);
  EXPECT_TRUE(parse_formula("i * i", kNames).is_complex);
  EXPECT_TRUE(std::isnan(value("sqrt(-1)").real()));
  EXPECT_TRUE(std::isinf(value("1 / 0").real()));
}

// A function that evaluate.cpp does not know would be no number.
TEST(Formula, EveryFunctionIsEvaluated) {
  for (const FormulaOperation& function : functions()) {
    std::string text = std::string(function.name) + "(0.5";
    for (std::size_t i = 1; i < function.operands; ++i) text += ", 0.25";
    EXPECT_TRUE(std::isfinite(value(text + ")").real())) << function.name;
    if (function.numbers != Domain::any) continue;
    text = std::string(function.name) + "(0.5 + i)";
    EXPECT_TRUE(std::isfinite(value(text).real())) << function.name;
  }
}

TEST(Formula, LongSumsAndTheDeepestBracketsFitAnyStack) {
  std::string sum = "1";
  while (sum.size() + 2 <= kMaxFormulaLength) sum += "+1";
  EXPECT_EQ(value(sum), static_cast<double>((sum.size() + 1) / 2));
  const std::string open(kMaxFormulaDepth - 1, '('), close(kMaxFormulaDepth - 1, ')');
  EXPECT_EQ(value(open + "2" + close), 2.0);
}

}  // namespace
}  // namespace fftcore::formula_test
