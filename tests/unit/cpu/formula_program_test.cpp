// SPDX-License-Identifier: LGPL-2.1-or-later
// Formulas in blocks of samples beside their values one by one.
#include "formula_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <type_traits>

#include "operations.h"

namespace fftcore::formula_program_test {
namespace {

/// The formula's value for v = a + b i, by the tree.
std::complex<double> expected(std::string text, std::complex<double> v, bool is_complex) {
  constexpr std::array<std::string_view, 2> kNames{"a", "b"};
  const std::string sample = is_complex ? "(a + b * i)" : "a";
  for (std::size_t at = 0; (at = text.find('v', at)) != std::string::npos; at += sample.size())
    text.replace(at, 1, sample);
  return value_of(parse_formula(text, kNames), std::array{v.real(), v.imag()});
}

template <class Number>
void expect_values(const std::string& text, double tolerance) {
  constexpr bool kIsComplex = !std::is_floating_point_v<Number>;
  const FormulaProgram program({text, kIsComplex});
  std::vector<Number> samples(700);  // some blocks
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto angle = static_cast<double>(i);
    if constexpr (kIsComplex)
      samples[i] = {static_cast<typename Number::value_type>(0.9 * std::sin(angle)),
                    static_cast<typename Number::value_type>(0.9 * std::cos(2 * angle))};
    else
      samples[i] = static_cast<Number>(0.9 * std::sin(angle));
  }
  const std::vector<Number> before = samples;
  program({}, {}, static_cast<std::int64_t>(samples.size()), samples.data());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::complex<double> want = expected(text, before[i], kIsComplex), got = samples[i];
    if (!std::isfinite(want.real())) {
      EXPECT_TRUE(got.real() == want.real() || std::isnan(want.real())) << text << before[i];
      EXPECT_FALSE(std::isfinite(got.real())) << text << " of " << before[i];
      continue;
    }
    EXPECT_LE(std::abs(got - want), tolerance * (1 + std::abs(want)))
        << text << " of " << before[i];
  }
}

TEST(FormulaProgram, EveryOperationGivesTheTreesValues) {
  for (const bool is_function : {true, false})
    for (const FormulaOperation& operation : is_function ? functions() : operators()) {
      std::string text;
      if (is_function) {
        text = std::string(operation.name) + "(v";
        for (std::size_t i = 1; i < operation.operands; ++i) text += ", v * 0.75 + 0.25";
        text += ")";
      } else {
        text = operation.operands == 1
                   ? std::string(operation.name) + "v"
                   : "(v * v + 0.5) " + std::string(operation.name) + " (v + 2)";
      }
      expect_values<double>(text, 1e-14);
      expect_values<float>(text, 2e-6);
      if (operation.numbers == Domain::real || operation.numbers == Domain::condition) continue;
      expect_values<std::complex<double>>(text, 1e-14);
      expect_values<std::complex<float>>(text, 4e-6);
    }
}

TEST(FormulaProgram, RealAndComplexPartsMeet) {
  for (const char* text :
       {"v * 2 + 1", "2 - v", "abs(v) * v + i", "if(abs(v) < 0.5, v, 1 / (v + 2))", "v ^ 2",
        "v ^ 0", "(v + 2) ^ 2.5", "2 ^ v", "(abs(v) + 1) ^ (i * 2)", "re(v) + im(v)", "conj(v) * i",
        "if(re(v) < 0, 1, i)", "exp(i * re(v)) - i * i"})
    expect_values<std::complex<double>>(text, 1e-14);
}

TEST(FormulaProgram, KnowsPlacesAndParameters) {
  const FormulaProgram program(
      {"v + 10 * x + 100 * y + 1e3 * z + 1e4 * c + 1e5 * n + 1e6 * p0 + p7"});
  std::vector<double> samples(600, 0.5);
  Parameters parameters{};
  parameters[0] = 3;
  parameters[7] = 0.25;
  program({{5, 7, 2}, {-1, 0, 3}, 4, 6}, parameters, 600, samples.data());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto at = static_cast<double>(i);
    EXPECT_EQ(samples[i], 0.5 + 10 * (5 - at) + 700 + 1e3 * (2 + 3 * at) + 4e4 + 6e5 + 3e6 + 0.25);
  }
}

// The stack holds what the deepest formulas need.
TEST(FormulaProgram, DeepAndLongFormulas) {
  std::string deep, end, sum = "v";
  for (int i = 0; i + 2 < static_cast<int>(kMaxFormulaDepth) / 2; ++i) {
    deep += "atan2(v, 1 + (";
    end += "))";
  }
  expect_values<double>(deep + "v" + end, 1e-14);
  // as many operands as may wait for others
  deep = "v";
  for (std::size_t i = 0; i + 4 < kMaxFormulaDepth; ++i)
    deep = "if(v < 2, 1, 0 || 1 && 0 < 1 + 2 * " + deep + ")";
  ASSERT_LE(deep.size(), kMaxFormulaLength);
  expect_values<double>(deep, 1e-14);
  expect_values<double>("if(v < 2, 0, " + deep + ") + abs(i)", 1e-14);
  while (sum.size() + 2 <= 2000) sum += "+v";
  expect_values<double>(sum, 1e-12);
}

}  // namespace
}  // namespace fftcore::formula_program_test
