// SPDX-License-Identifier: LGPL-2.1-or-later
// What must hold without any reference: impulse, linearity, shift; and that the same Convolution
// gives the same bits.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "test_backend.h"
#include "test_image.h"

namespace properties_test {

using namespace fftcore;
using oracle::Samples;

namespace {

class Properties : public problems::ByRule {
 protected:
  Samples filter(const Convolution& problem, const Samples& input, const Taps& taps,
                 int threads = 2) {
    Backend& backend = problems::backend();
    const auto queue = backend.create_queue({.threads = threads});
    const auto executable = backend.compile(problem, *queue);
    oracle::TestImage in(problem.input), out(problem.output);
    in.set(input);
    executable->set_taps(taps);
    executable->run(*queue, in.const_buffer(), out.buffer());
    return out.get();
  }

  static double norm(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value * value;
    return std::sqrt(sum);
  }

  std::mt19937 random_{5};
};

}  // namespace

TEST_P(Properties, AnImpulseShowsTheTaps) {
  for (const auto operation : {Operation::convolve, Operation::correlate}) {
    for (const Extent kernel : {Extent{5, 7}, Extent{4, 6}}) {
      const Convolution problem = convolution(Layout::interleaved(SampleType::f32, {40, 50}),
                                              kernel, operation, EdgeMode::constant);
      const Taps taps = oracle::random_taps(kernel, random_);
      Samples impulse{1, 40, 50, std::vector<double>(2000)};
      impulse.at(0, 20, 30) = 1;
      const Samples got = filter(problem, impulse, taps);
      for (std::int64_t j = 0; j < kernel.rows; ++j)
        for (std::int64_t k = 0; k < kernel.columns; ++k) {
          const std::int64_t dy = j - kernel.rows / 2, dx = k - kernel.columns / 2;
          const bool convolve = operation == Operation::convolve;
          EXPECT_NEAR(got.at(0, convolve ? 20 + dy : 20 - dy, convolve ? 30 + dx : 30 - dx),
                      taps.values[static_cast<std::size_t>(j * kernel.columns + k)], 1e-6);
        }
      EXPECT_NEAR(norm(got.values), norm(taps.values), 1e-5);  // and nothing elsewhere
    }
  }
}

TEST_P(Properties, TheImageMovesOverTheTaps) {
  const Convolution problem =
      convolution(Layout::interleaved(SampleType::f32, {1, 40}), {1, 7}, Operation::correlate_image,
                  EdgeMode::constant, Region::full);
  const Taps taps = oracle::random_taps({1, 7}, random_);
  const Samples x = oracle::random_samples(problem.input, random_);
  const Samples got = filter(problem, x, taps);
  for (std::int64_t m = -39; m <= 6; ++m) {  // sum_k x[k] h[k + m]
    double sum = 0;
    for (std::int64_t k = 0; k < 40; ++k)
      if (k + m >= 0 && k + m < 7)
        sum += x.at(0, 0, k) * taps.values[static_cast<std::size_t>(k + m)];
    EXPECT_NEAR(got.at(0, 0, m + 39), sum, 1e-6) << m;
  }
}

TEST_P(Properties, LinearInTheImage) {
  const Convolution problem = parse_convolution("conv2d f32 61x83 k9x12 reflect same");
  const Taps taps = oracle::random_taps(problem.taps, random_);
  const Samples a = oracle::random_samples(problem.input, random_),
                b = oracle::random_samples(problem.input, random_);
  Samples mixed = a;
  for (std::size_t i = 0; i < mixed.values.size(); ++i)
    mixed.values[i] = static_cast<float>(2 * a.values[i] - 3 * b.values[i]);
  const Samples fa = filter(problem, a, taps), fb = filter(problem, b, taps),
                fm = filter(problem, mixed, taps);
  std::vector<double> difference;
  for (std::size_t i = 0; i < fm.values.size(); ++i)
    difference.push_back(fm.values[i] - (2 * fa.values[i] - 3 * fb.values[i]));
  EXPECT_LE(norm(difference), 1e-5 * norm(fm.values));
}

TEST_P(Properties, ShiftingAWrappedImageShiftsTheResult) {
  const Convolution problem = parse_convolution("conv2d f32 48x70 k11x8 wrap same");
  const Taps taps = oracle::random_taps(problem.taps, random_);
  const Samples image = oracle::random_samples(problem.input, random_);
  Samples shifted = image;
  for (std::int64_t y = 0; y < 48; ++y)
    for (std::int64_t x = 0; x < 70; ++x)
      shifted.at(0, (y + 17) % 48, (x + 59) % 70) = image.at(0, y, x);
  const Samples plain = filter(problem, image, taps), moved = filter(problem, shifted, taps);
  std::vector<double> difference;
  for (std::int64_t y = 0; y < 48; ++y)
    for (std::int64_t x = 0; x < 70; ++x)
      difference.push_back(moved.at(0, (y + 17) % 48, (x + 59) % 70) - plain.at(0, y, x));
  EXPECT_LE(norm(difference), 1e-5 * norm(plain.values));
}

TEST_P(Properties, TheSameBitsEveryTime) {
  for (const char* text : {"conv2d f32 200x300 k21x21 reflect-101 same",
                           "conv2d f32 200x300 k21x21 reflect-101 same precision=fast"}) {
    const Convolution problem = parse_convolution(text);
    const Taps taps = oracle::random_taps(problem.taps, random_);
    const Samples image = oracle::random_samples(problem.input, random_);
    const Samples first = filter(problem, image, taps);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(filter(problem, image, taps).values, first.values);
  }
}

TEST_P(Properties, FastTakesTapsOfAnySize) {
  const Convolution problem = parse_convolution("conv2d f32 61x83 k9x12 wrap same precision=fast");
  const Taps taps = oracle::random_taps(problem.taps, random_);
  const Samples image = oracle::random_samples(problem.input, random_);
  const Samples got = filter(problem, image, taps);
  for (const int exponent : {-40, -7, 7, 40}) {
    Taps other = taps;
    Samples want = got;
    for (double& value : other.values) value = std::ldexp(value, exponent);
    for (double& value : want.values) value = std::ldexp(value, exponent);
    EXPECT_EQ(filter(problem, image, other).values, want.values) << "2^" << exponent;
  }
}

TEST_P(Properties, FastTakesSamplesOfItsWholeRange) {
  const Convolution problem = parse_convolution("conv2d f32 61x83 k9x12 wrap same precision=fast");
  const Taps taps{problem.taps, std::vector<double>(9 * 12, 4.0 / (9 * 12))};
  for (const double size : {double{kFastRange}, 1.0, 0.01}) {
    const Samples image{1, 61, 83, std::vector<double>(61 * 83, size)};
    for (const double value : filter(problem, image, taps).values)
      EXPECT_NEAR(value, 4 * size, 4 * size / 512);
  }
}

TEST_P(Properties, FastIsFullOnTheCpu) {
  if (!problems::on_cpu()) GTEST_SKIP() << "there spectra are kept in half precision";
  Convolution problem = parse_convolution("conv2d f32 61x83 k9x12 wrap same");
  const Taps taps = oracle::random_taps(problem.taps, random_);
  const Samples image = oracle::random_samples(problem.input, random_);
  const Samples full = filter(problem, image, taps);
  problem.precision = Precision::fast;
  EXPECT_EQ(filter(problem, image, taps).values, full.values);
}

TEST_P(Properties, TheIdentityReturnsEveryByte) {
  const Convolution problem = parse_convolution("conv2d u8 70x90x3 k1x1 wrap same");
  const Samples image = oracle::random_samples(problem.input, random_);
  EXPECT_EQ(filter(problem, image, {{1, 1}, {1.0}}).values, image.values);
}

INSTANTIATE_TEST_SUITE_P(Rule, Properties, testing::Values("tile", "partitions", "three-pass"),
                         [](const auto& parameter) {
                           const std::string name = parameter.param;
                           return name == "three-pass" ? "three_pass" : name;
                         });

}  // namespace properties_test
