// SPDX-License-Identifier: LGPL-2.1-or-later
// Formulas that read a second image, w: steps of Richardson and Lucy by each rule, samples of w
// that are not finite, and which buffers run() takes. sample_formula_list.h has more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "direct_sum.h"
#include "fftcore/error.h"
#include "test_backend.h"

namespace second_image_test {

using namespace fftcore;

namespace {

constexpr std::size_t kRows = 40, kColumns = 48;

std::vector<const char*> rules_of_images() {
  if (!problems::on_cpu()) return {"tile", "three-pass", "half-spectrum"};
  return {"tile", "partitions", "three-pass", "direct", "separable"};
}

/// An outer product whose sum is 1, and which is not symmetric.
Taps blur() {
  const std::vector<double> column{1, 2, 4, 3, 2}, row{1, 3, 5, 2, 1};
  Taps taps{{5, 5}, {}};
  for (const double a : column)
    for (const double b : row) taps.values.push_back(a * b / 144);
  return taps;
}

std::vector<float> scene() {
  std::vector<float> image(kRows * kColumns, 0.5F);
  for (std::size_t i = 0; i < image.size(); ++i)
    if (i % 37 == 0 || (i / kColumns > 12 && i % kColumns > 30)) image[i] = 2;
  return image;
}

double norm_between(const auto& a, const auto& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

class SecondImage : public problems::ByRule {
 protected:
  void SetUp() override {
    // Few taps have rules of their own on GPUs, but no formulas.
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
    setenv("FFTCORE_PLAN", GetParam(), 1);
    queue_ = problems::backend().create_queue({.threads = 2});
  }
  std::unique_ptr<ConvolutionExecutable> compiled(const std::string& text, const Taps& taps) {
    auto executable = problems::backend().compile(parse_convolution(text), *queue_);
    executable->set_taps(taps);
    return executable;
  }

  std::unique_ptr<Queue> queue_;
};

}  // namespace

TEST_P(SecondImage, RestoresAsRichardsonAndLucyDo) {
  const std::string rest = "f32 40x48 k5x5 wrap same store=\"";
  const auto divides = compiled("conv2d " + rest + "w / v\"", blur());
  const auto multiplies = compiled("corr2d " + rest + "w * v\"", blur());
  const Convolution there = parse_convolution("conv2d f32 40x48 k5x5 wrap same"),
                    back = parse_convolution("corr2d f32 40x48 k5x5 wrap same");
  const std::vector<float> sharp = scene();
  oracle::Samples image = oracle::samples_of(there.input);
  image.values.assign(sharp.begin(), sharp.end());
  const std::vector<double> seen = oracle::direct_sum(there, image, blur()).values;
  const std::vector<float> observed(seen.begin(), seen.end());

  std::vector<float> estimate = observed, ratio(sharp.size()), next(sharp.size());
  oracle::Samples want = oracle::samples_of(there.input);
  want.values.assign(observed.begin(), observed.end());
  constexpr int kIterations = 5;
  for (int i = 0; i < kIterations; ++i) {
    divides->run(*queue_, {estimate.data()}, {observed.data()}, {ratio.data()});
    multiplies->run(*queue_, {ratio.data()}, {estimate.data()}, {next.data()});
    std::swap(estimate, next);
    oracle::Samples quotient = oracle::direct_sum(there, want, blur());
    for (std::size_t at = 0; at < observed.size(); ++at)
      quotient.values[at] = observed[at] / quotient.values[at];
    const oracle::Samples factor = oracle::direct_sum(back, quotient, blur());
    for (std::size_t at = 0; at < observed.size(); ++at) want.values[at] *= factor.values[at];
  }
  // Each of the steps rounds to some units, of values that differ by a factor of 4.
  const double norm = norm_between(want.values, std::vector<double>(want.values.size()));
  EXPECT_LE(norm_between(estimate, want.values), 2 * kIterations * 4 * std::ldexp(4, -24) * norm);
  EXPECT_LT(norm_between(estimate, sharp), 0.9 * norm_between(observed, sharp));
}

// What w is reaches its own output alone; samples of the input that are not finite, or much larger
// than the others, reach those that their taps reach, with w as everywhere.
TEST_P(SecondImage, ReachesItsOwnOutputAlone) {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN(), kLarge = 1e20F;
  const Taps ones{{3, 3}, std::vector<double>(9, 1)};
  const auto executable = compiled("conv2d f32 40x48 k3x3 constant same store=\"v * w\"", ones);
  std::vector<float> image(kRows * kColumns, 1), w(image.size()), out(image.size());
  std::iota(w.begin(), w.end(), 1.0F);
  const auto at = [](std::size_t y, std::size_t x) { return y * kColumns + x; };
  const auto is_beside = [](std::size_t y, std::size_t x, std::size_t row, std::size_t column) {
    return y + 1 >= row && y <= row + 1 && x + 1 >= column && x <= column + 1;
  };
  w[at(20, 20)] = kNaN;
  w[at(30, 7)] = -INFINITY;
  for (const bool has_others : {false, true}) {
    if (has_others) {
      image[at(10, 10)] = kNaN;
      image[at(5, 30)] = kLarge;
    }
    executable->run(*queue_, {image.data()}, {w.data()}, {out.data()});
    for (std::size_t y = 0; y < kRows; ++y)
      for (std::size_t x = 0; x < kColumns; ++x) {
        const float got = out[at(y, x)], factor = w[at(y, x)];
        const std::size_t rows = y == 0 || y + 1 == kRows ? 2 : 3,
                          columns = x == 0 || x + 1 == kColumns ? 2 : 3;
        if (std::isnan(factor) || (has_others && is_beside(y, x, 10, 10)))
          ASSERT_TRUE(std::isnan(got)) << y << ", " << x;
        else if (std::isinf(factor))
          ASSERT_EQ(got, factor);
        else if (has_others && is_beside(y, x, 5, 30))
          ASSERT_NEAR(got / kLarge, factor, 1e-5 * factor) << y << ", " << x;
        else
          ASSERT_NEAR(got, static_cast<float>(rows * columns) * factor, 1e-5 * 9 * factor)
              << y << ", " << x;
      }
  }
}

TEST_P(SecondImage, HasABufferOfItsOwn) {
  const auto expect_error = [](auto call, std::string_view words) {
    try {
      call();
      ADD_FAILURE() << "no error that says " << words;
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string_view(error.what()).find(words), std::string_view::npos) << error.what();
    }
  };
  const Taps one{{1, 1}, {1}};
  const auto executable = compiled("conv2d f32 40x48 k1x1 wrap same store=\"w - v\" w=u8", one),
             plain = compiled("conv2d f32 40x48 k1x1 wrap same store=\"-v\"", one),
             of_itself = compiled("conv2d f32 40x48 k1x1 wrap same store=\"w + v\"", one);
  std::vector<float> image(kRows * kColumns, 2), out(image.size());
  constexpr std::size_t kPitch = 64;
  std::vector<std::uint8_t> w(kRows * kPitch, 255);
  for (std::size_t y = 0; y < kRows; ++y)
    for (std::size_t x = 0; x < kColumns; ++x) w[y * kPitch + x] = static_cast<std::uint8_t>(y + x);
  executable->run(*queue_, {image.data()}, {w.data(), kPitch}, {out.data()});
  for (std::size_t i = 0; i < out.size(); ++i)
    ASSERT_NEAR(out[i], static_cast<double>(i / kColumns + i % kColumns) - 2, 1e-4);
  of_itself->run(*queue_, {image.data()}, {image.data()}, {out.data()});
  for (const float value : out) ASSERT_NEAR(value, 4, 1e-5);

  expect_error([&] { executable->run(*queue_, {image.data()}, {out.data()}); }, "no input w");
  expect_error([&] { executable->run(*queue_, {image.data()}, {}, {out.data()}); }, "input w");
  expect_error([&] { plain->run(*queue_, {image.data()}, {w.data()}, {out.data()}); }, "takes 1");
  expect_error(
      [&] {
        executable->run(*queue_, {image.data()}, {w.data(), 47}, {out.data()});
      },
      "input w");
  expect_error([&] { of_itself->run(*queue_, {image.data()}, {out.data()}, {out.data()}); },
               "overlap");
}

INSTANTIATE_TEST_SUITE_P(Rule, SecondImage, testing::ValuesIn(rules_of_images()),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace second_image_test
