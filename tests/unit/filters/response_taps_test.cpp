// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps of responses, against the inverse DFT by its definition.
#include "fftcore/frequency_response.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "kernel_file.h"

namespace fftcore::response_taps_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Complex = std::complex<double>;

double turn(std::int64_t k, std::int64_t place, std::int64_t n) {
  return 2 * std::numbers::pi * static_cast<double>(k) * static_cast<double>(place) /
         static_cast<double>(n);
}

/// The tap at (z, y, x) from the centre.
Complex tap_at(const SampledResponse& response, std::int64_t z, std::int64_t y, std::int64_t x) {
  const auto [rows, columns, slices] = response.grid;
  Complex sum = 0;
  auto value = response.values.begin();
  for (std::int64_t l = 0; l < slices; ++l)
    for (std::int64_t m = 0; m < rows; ++m)
      for (std::int64_t k = 0; k < columns; ++k)
        sum +=
            *value++ * std::polar(1.0, turn(l, z, slices) + turn(m, y, rows) + turn(k, x, columns));
  return sum / static_cast<double>(rows * columns * slices);
}

Complex tap(const Taps& taps, std::size_t i) {
  return {taps.values[i], taps.imaginary.empty() ? 0 : taps.imaginary[i]};
}

void expect_inverse_dft(const SampledResponse& response, const Taps& taps) {
  const auto [rows, columns, slices] = response.grid;
  ASSERT_EQ(taps.extent, response.grid);
  std::size_t i = 0;
  for (std::int64_t z = 0; z < slices; ++z)
    for (std::int64_t y = 0; y < rows; ++y)
      for (std::int64_t x = 0; x < columns; ++x, ++i)
        EXPECT_LE(std::abs(tap(taps, i) -
                           tap_at(response, z - slices / 2, y - rows / 2, x - columns / 2)),
                  1e-14)
            << z << ' ' << y << ' ' << x;
}

TEST(ResponseTaps, AreTheInverseDft) {
  for (const char* text : {"exp(-(f / 0.2)^2)", "exp(-2 * pi * i * (fx * 0.5 + fy))", "i * fx", "i",
                           "fx + 2 * fy + 3 * fz + f", "exp(fx + i * fy) - fz"}) {
    const FrequencyResponse response(text);
    for (const Extent grid : {Extent{1, 1}, {1, 8}, {5, 1}, {6, 7}, {7, 6}, {4, 3, 5}, {1, 2, 6}}) {
      SCOPED_TRACE(text);
      expect_inverse_dft(sampled(response, grid), taps_of(response, grid));
    }
  }
}

TEST(ResponseTaps, AreRealWhereTheResponsesHalvesAreConjugates) {
  for (const char* text : {"f", "i * fx", "exp(-2 * pi * i * (0.3 * fx + 7 * fy))", "3"})
    EXPECT_TRUE(taps_of(FrequencyResponse(text), {6, 7}).imaginary.empty()) << text;
  for (const char* text : {"fx", "i", "exp(i * f)"})
    EXPECT_EQ(taps_of(FrequencyResponse(text), {6, 7}).imaginary.size(), 42U) << text;
}

// Half a cycle a pixel is as much to the left as to the right.
TEST(ResponseTaps, TheGridsEdgeIsTheMeanOfBothSides) {
  const SampledResponse response = sampled(FrequencyResponse("fx + 10 * fy + 100 * fz"), {4, 2, 2});
  const double x[] = {0, 0}, y[] = {0, 0.25, 0, -0.25};
  for (std::size_t i = 0; i < response.values.size(); ++i)
    EXPECT_EQ(response.values[i], x[i % 2] + 10 * y[i / 2 % 4]) << i;
}

// The inverse Fourier transform of exp(-f^2 / c^2) is pi c^2 exp(-pi^2 c^2 r^2).
TEST(ResponseTaps, OfAGaussianAreAGaussian) {
  constexpr double kPi = std::numbers::pi, c = 0.1;
  const Taps taps = taps_of(FrequencyResponse("exp(-(f / 0.1)^2)"));
  EXPECT_EQ(taps.extent, (Extent{31, 31}));
  for (std::int64_t y = -15; y <= 15; ++y)
    for (std::int64_t x = -15; x <= 15; ++x)
      EXPECT_NEAR(taps.values[static_cast<std::size_t>((y + 15) * 31 + x + 15)],
                  kPi * c * c * std::exp(-kPi * kPi * c * c * static_cast<double>(x * x + y * y)),
                  1e-9);
}

TEST(ResponseTaps, ThatFallSlowlyAreMany) {
  EXPECT_EQ(taps_of(FrequencyResponse("1")).extent, (Extent{31, 31}));
  EXPECT_EQ(taps_of(FrequencyResponse("0")).extent, (Extent{31, 31}));
  EXPECT_EQ(taps_of(FrequencyResponse("exp(-2 * pi * i * 20 * fx)")).extent, (Extent{63, 63}));
  EXPECT_EQ(taps_of(FrequencyResponse("exp(-(f / 0.03)^2)")).extent, (Extent{63, 63}));
  EXPECT_EQ(taps_of(FrequencyResponse("exp(-(f / 0.008)^2)")).extent, (Extent{255, 255}));
  EXPECT_EQ(taps_of(FrequencyResponse("if(f < 0.1, 1, 0)")).extent, (Extent{511, 511}));
}

std::string error_of_response(const std::string& text, Extent grid) {
  try {
    taps_of(FrequencyResponse(text), grid);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "no error";
}

TEST(ResponseTaps, RefuseWhatIsNotFinite) {
  EXPECT_THAT(error_of_response("1 / f", {4, 4}),
              AllOf(HasSubstr("'1 / f' is infinite at fx = 0, fy = 0"), HasSubstr("if(f == 0")));
  EXPECT_THAT(error_of_response("sqrt(fy)", {4, 4}), HasSubstr("is no number at fx = 0, fy = "));
  EXPECT_THAT(error_of_response("f", {4, 8192}),
              HasSubstr("the grid's columns is 8192; allowed is 1 to 8191"));
  EXPECT_THAT(error_of_response("f", {0, 4}), HasSubstr("the grid's rows is 0"));
  EXPECT_THAT(error_of_response("f +", {4, 4}), HasSubstr("column 4"));
  EXPECT_THROW(taps_of(SampledResponse{{2, 2}, {1, 2, 3}}), InvalidArgument);
  EXPECT_THROW(taps_of(SampledResponse{{1, 2}, {1, std::numeric_limits<double>::quiet_NaN()}}),
               InvalidArgument);
}

TEST(ResponseTaps, AResponseIsItsText) {
  const FrequencyResponse response("f"), same = response;
  EXPECT_EQ(response, same);
  EXPECT_FALSE(response == FrequencyResponse("f + 0"));
  EXPECT_EQ(same.text(), "f");
  EXPECT_EQ(same({3, 4, 12}), 13.0);
}

TEST(LoadResponse, RealOrComplexOfOneToThreeDimensions) {
  const std::vector<double> numbers = {1, 2, 3, 4, 5, 6, 7, 8};
  const auto load = [&](const char* descr, const char* shape, const char* fortran = "False") {
    const KernelFile file(npy(npy_header(descr, fortran, shape),
                              std::string_view(descr).find('4') != std::string_view::npos ||
                                      std::string_view(descr) == "'<c8'"
                                  ? little_endian_floats<float>(numbers)
                                  : little_endian_floats<double>(numbers)));
    return load_frequency_response(file.path());
  };
  EXPECT_EQ(load("'<f4'", "(8,)"), (SampledResponse{{1, 8}, {1, 2, 3, 4, 5, 6, 7, 8}}));
  EXPECT_EQ(load("'<f8'", "(2, 4)"), (SampledResponse{{2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}}));
  EXPECT_EQ(load("'<f8'", "(2, 2, 2)"), (SampledResponse{{2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}}));
  const std::vector<Complex> pairs = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  EXPECT_EQ(load("'<c8'", "(2, 2)"), (SampledResponse{{2, 2}, pairs}));
  EXPECT_EQ(load("'<c16'", "(4, 1)"), (SampledResponse{{4, 1}, pairs}));
  EXPECT_EQ(load("'<c16'", "(2, 2)", "True"),
            (SampledResponse{{2, 2}, {{1, 2}, {5, 6}, {3, 4}, {7, 8}}}));
  EXPECT_THROW(load("'<f8'", "()"), FileError);
  EXPECT_THROW(load("'<f8'", "(1, 1, 2, 4)"), FileError);
  EXPECT_THROW(load("'<f8'", "(0, 4)"), FileError);
  EXPECT_THROW(load("'<O8'", "(8,)"), FileError);
  EXPECT_THROW(load("'<c16'", "(8,)"), FileError);  // ends too early
}

TEST(LoadComplexTaps, ComplexAndReal) {
  const std::vector<double> numbers = {1, 2, 3, 4};
  const KernelFile complex_file(
      npy(npy_header("'<c16'", "False", "(1, 2)"), little_endian_floats<double>(numbers)));
  EXPECT_EQ(load_complex_taps(complex_file.path()), (Taps{{1, 2}, {1, 3}, {2, 4}}));
  EXPECT_THAT(error_of(complex_file.path()), HasSubstr("floats of 16, 32 and 64 bits, in"));
  const KernelFile real_file(
      npy(npy_header("'<f8'", "False", "(2, 2)"), little_endian_floats<double>(numbers)));
  EXPECT_EQ(load_complex_taps(real_file.path()), (Taps{{2, 2}, {1, 2, 3, 4}}));
}

}  // namespace
}  // namespace fftcore::response_taps_test
