// SPDX-License-Identifier: LGPL-2.1-or-later
// Every operation of formulas, on every backend, beside the C++ library's.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "fftcore/backend.h"
#include "test_backend.h"

namespace formula_functions_test {

using namespace fftcore;

namespace {

using C = std::complex<double>;

template <class Number>
struct Case {
  std::string text;
  std::function<Number(Number)> function;
};

double sign(double v) {
  return (v > 0) - (v < 0);
}
double sinc(double v) {
  return v == 0 ? 1 : std::sin(std::numbers::pi * v) / (std::numbers::pi * v);
}

const std::vector<Case<double>>& real_cases() {
  static const std::vector<Case<double>> cases = {
      {"-v * 2 + 1 / (v + 4) - 3", [](double v) { return -v * 2 + 1 / (v + 4) - 3; }},
      {"v ^ 2 - v ^ 3", [](double v) { return v * v - v * v * v; }},
      {"(v + 4) ^ -1.5", [](double v) { return std::pow(v + 4, -1.5); }},
      {"(v < 1) + 2 * (v >= 0.5) + 4 * (v > -1) + 8 * (v <= -2)",
       [](double v) { return (v < 1) + 2 * (v >= 0.5) + 4 * (v > -1) + 8 * (v <= -2); }},
      {"(floor(v) == 1) + 2 * (floor(v) != 0)",
       [](double v) { return (std::floor(v) == 1) + 2 * (std::floor(v) != 0); }},
      {"(v > 0 && v < 1) + 2 * (v < -1 || v > 1) + 4 * !(v < 0)",
       [](double v) { return (v > 0 && v < 1) + 2 * (v < -1 || v > 1) + 4 * !(v < 0); }},
      {"if(floor(v), v, 7)", [](double v) { return std::floor(v) != 0 ? v : 7; }},
      {"exp(v) + log(v + 4)", [](double v) { return std::exp(v) + std::log(v + 4); }},
      {"sqrt(v + 4)", [](double v) { return std::sqrt(v + 4); }},
      {"sin(20 * v) + 2 * cos(3 * v)",
       [](double v) { return std::sin(20 * v) + 2 * std::cos(3 * v); }},
      {"tan(v / 3)", [](double v) { return std::tan(v / 3); }},
      {"sinh(v) + 30 * cosh(v)", [](double v) { return std::sinh(v) + 30 * std::cosh(v); }},
      {"tanh(v)", [](double v) { return std::tanh(v); }},
      {"re(v) + 2 * im(v) + abs(v) * 3 + conj(v)",
       [](double v) { return 2 * v + 3 * std::abs(v); }},
      {"arg(v + 0.25)", [](double v) { return v + 0.25 < 0 ? std::numbers::pi : 0; }},
      {"asin(v / 4) + 3 * acos(v / 4)",
       [](double v) { return std::asin(v / 4) + 3 * std::acos(v / 4); }},
      {"atan(v)", [](double v) { return std::atan(v); }},
      {"atan2(v, v - 1)", [](double v) { return std::atan2(v, v - 1); }},
      {"hypot(v, 2)", [](double v) { return std::hypot(v, 2); }},
      {"min(v, 0.3) + 2 * max(v, -0.6)",
       [](double v) { return std::min(v, 0.3) + 2 * std::max(v, -0.6); }},
      {"floor(v) + 10 * round(v) + 100 * sign(v)",
       [](double v) { return std::floor(v) + 10 * std::round(v) + 100 * sign(v); }},
      {"sinc(v) + 3 * sinc(0 * v)", [](double v) { return sinc(v) + 3; }},
      {"if(v < 0, 1 / 0, -1 / 0)", [](double v) { return v < 0 ? INFINITY : -INFINITY; }},
      {"1e300 * 1e300 - v", [](double) { return INFINITY; }},
  };
  return cases;
}

const std::vector<Case<C>>& complex_cases() {
  static const C i{0, 1};
  static const std::vector<Case<C>> cases = {
      {"-v * (2 - i) + v / 3", [](C v) { return -v * (2.0 - i) + v / 3.0; }},
      {"(1 + i) / v + 2 / (v + 5)", [](C v) { return (1.0 + i) / v + 2.0 / (v + 5.0); }},
      {"v ^ 2 + 3 * v", [](C v) { return v * v + 3.0 * v; }},
      {"v ^ 1.5", [](C v) { return std::pow(v, 1.5); }},
      {"v ^ (0.5 + i)", [](C v) { return std::pow(v, 0.5 + i); }},
      {"2 ^ v", [](C v) { return std::pow(C(2), v); }},
      {"exp(v) + log(v)", [](C v) { return std::exp(v) + std::log(v); }},
      {"sqrt(v)", [](C v) { return std::sqrt(v); }},
      {"sqrt(-v)", [](C v) { return std::sqrt(-v); }},
      {"sin(v)", [](C v) { return std::sin(v); }},
      {"cos(v)", [](C v) { return std::cos(v); }},
      {"tan(v)", [](C v) { return std::tan(v); }},
      {"tan(v + 100 * i)", [](C) { return C(0, 1); }},
      {"sinh(v)", [](C v) { return std::sinh(v); }},
      {"cosh(v)", [](C v) { return std::cosh(v); }},
      {"tanh(v)", [](C v) { return std::tanh(v); }},
      {"conj(v) + re(v) + 2 * im(v)", [](C v) { return std::conj(v) + v.real() + 2 * v.imag(); }},
      {"abs(v) + i * arg(v)", [](C v) { return std::abs(v) + i * std::arg(v); }},
      {"if(abs(v) < 1, v, 1 / v)", [](C v) { return std::abs(v) < 1 ? v : 1.0 / v; }},
      {"if(re(v) < 0, 3, i)", [](C v) { return v.real() < 0 ? C(3) : i; }},
  };
  return cases;
}

/// One channel for each of some cases, whose outputs are the functions of the sample.
template <class Number>
std::string formula_of(const std::vector<Case<Number>>& cases, std::size_t first, std::size_t end) {
  std::string text;
  for (std::size_t n = first; n < end; ++n)
    text += n + 1 < end ? "if(c == " + std::to_string(n - first) + ", " + cases[n].text + ", "
                        : cases[n].text;
  return text + std::string(end - first - 1, ')');
}

/// `Stored`: the sample as memory has it.
template <class Number, class Stored>
void expect_values(const std::vector<Case<Number>>& cases, const char* element, double tolerance) {
  constexpr std::size_t kSamples = 64, kChannels = 6;
  for (std::size_t first = 0; first < cases.size(); first += kChannels) {
    const std::size_t end = std::min(first + kChannels, cases.size()), channels = end - first;
    Convolution work = parse_convolution("conv1d " + std::string(element) + " 64x" +
                                         std::to_string(channels) + " k1 wrap same planar");
    work.store = formula_of(cases, first, end);
    std::vector<Stored> in, out(channels * kSamples);
    for (std::size_t c = 0; c < channels; ++c)
      for (std::size_t n = 0; n < kSamples; ++n) {
        // no ends of steps
        const double turn = 0.7 * static_cast<double>(n) + 0.1;
        if constexpr (std::is_floating_point_v<Stored>)
          in.push_back(static_cast<Stored>(2.47 * std::sin(turn)));
        else
          in.emplace_back(static_cast<typename Stored::value_type>(1.3 * std::sin(turn)),
                          static_cast<typename Stored::value_type>(1.2 * std::cos(2 * turn)));
      }
    const auto queue = problems::backend().create_queue({.threads = 2});
    const auto executable = problems::backend().compile(work, *queue);
    executable->set_taps(Taps{{1, 1}, {1}});
    executable->run(*queue, {in.data()}, {out.data()});
    for (std::size_t c = 0; c < channels; ++c)
      for (std::size_t n = 0; n < kSamples; ++n) {
        const std::size_t at = c * kSamples + n;
        const Number want = cases[first + c].function(Number(in[at])), got(out[at]);
        if (std::abs(want) == INFINITY)
          EXPECT_EQ(got, want) << cases[first + c].text;
        else
          EXPECT_LE(std::abs(got - want), tolerance * (1 + std::abs(want)))
              << cases[first + c].text << " of " << in[at];
      }
  }
}

class FormulaFunctions : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

}  // namespace

// Samples come through a transform there and back, which errs by some units; sin(20 v) by as many
// times more.
TEST_F(FormulaFunctions, OfRealNumbers) {
  expect_values<double, float>(real_cases(), "f32", 4e-5);
}
TEST_F(FormulaFunctions, OfRealNumbersInDouble) {
  expect_values<double, double>(real_cases(), "f64", 1e-13);
}
TEST_F(FormulaFunctions, OfComplexNumbers) {
  expect_values<C, std::complex<float>>(complex_cases(), "complex64", 4e-5);
}
TEST_F(FormulaFunctions, OfComplexNumbersInDouble) {
  expect_values<C, std::complex<double>>(complex_cases(), "complex128", 1e-13);
}

}  // namespace formula_functions_test
