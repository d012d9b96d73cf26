// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps of u8 images that a CPU sums up in 16 bits, against the direct sum.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "convolution_check.h"
#include "random_draws.h"
#include "test_backend.h"
#include "test_image.h"

namespace fixed_point_test {

using namespace fftcore;

namespace {

/// What the results may be off, by the formula in fixed_point_taps.h.
constexpr double kBound = 0.97;

class FixedPoint : public testing::Test, public problems::RandomDraws {
 protected:
  void SetUp() override {
    if (!problems::on_cpu()) GTEST_SKIP() << "GPUs have sums in floats, or by matrices";
    setenv("FFTCORE_PLAN", "separable", 1);
  }
  void TearDown() override { unsetenv("FFTCORE_PLAN"); }

  /// A product of a column and a row, whose magnitudes add up to `sum`.
  Taps product(Extent extent, double sum, bool has_signs) {
    std::uniform_real_distribution<double> number(has_signs ? -1 : 0.05, 1);
    std::vector<double> row, column;
    for (std::int64_t x = 0; x < extent.columns; ++x) row.push_back(number(engine()));
    for (std::int64_t y = 0; y < extent.rows; ++y) column.push_back(number(engine()));
    Taps taps{extent, {}};
    double magnitudes = 0;
    for (const double down : column)
      for (const double along : row) {
        taps.values.push_back(down * along);
        magnitudes += std::abs(down * along);
      }
    for (double& tap : taps.values) tap *= sum / magnitudes;
    return taps;
  }

  Convolution draw() {
    Convolution work;
    work.operation = one_of(std::array{Operation::convolve, Operation::correlate});
    work.edge = one_of(std::array{EdgeMode::constant, EdgeMode::replicate, EdgeMode::reflect,
                                  EdgeMode::reflect_101, EdgeMode::wrap});
    work.region = one_of(std::array{Region::same, Region::full});
    work.taps = {number(1, 19), number(1, 19)};
    const Extent image{number(1, 90), number(1, 300)};
    const std::int64_t channels = one_in(3) ? number(2, 4) : 1, frames = one_in(4) ? 2 : 1;
    const bool is_planar = one_in(2);
    const auto layout = [&](Extent extent) {
      const std::int64_t row = is_planar ? extent.columns : extent.columns * channels,
                         stride = row + (one_in(3) ? number(1, 9) : 0);
      return (is_planar ? Layout::planar(SampleType::u8, extent, channels, stride)
                        : Layout::interleaved(SampleType::u8, extent, channels, stride))
          .with_frames(frames);
    };
    work.input = layout(image);
    work.output = layout(output_extent(image, work.taps, work.region));
    if (channels == 4 && work.region == Region::same) work.skipped_channels = 8;
    return work;
  }

  /// The most that results are off.
  static double worst_of(const Convolution& work, const Taps& taps, float gain, float offset,
                         unsigned seed) {
    const auto queue = problems::backend().create_queue({});
    const auto executable = problems::backend().compile(work, *queue);
    problems::expect_right(*executable, *queue, work, {taps}, gain, offset, seed);
    std::mt19937 random(seed);
    const auto input = oracle::random_samples(work.input, random);
    oracle::TestImage in(work.input), out(work.output);
    in.set(input);
    executable->run(*queue, in.const_buffer(), out.buffer());
    const auto got = out.get(), want = oracle::direct_sum(work, input, {taps}, gain, offset);
    double worst = 0;
    for (std::size_t i = 0; i < got.values.size(); ++i)
      worst = std::max(worst,
                       std::abs(got.values[i] - oracle::clamped(want.values[i], SampleType::u8)));
    return worst;
  }
};

TEST_F(FixedPoint, IsWithinItsBound) {
  double all = 0;
  for (int done = 0; done < 60 && !HasFailure(); ++done) {
    const Convolution work = draw();
    const Taps taps = product(work.taps, 1, one_in(2));
    const float offset = one_in(2) ? 0 : static_cast<float>(number(-255 * 8, 255 * 8)) / 8;
    const double worst = worst_of(work, taps, 1, offset, static_cast<unsigned>(done));
    EXPECT_LE(worst, kBound) << to_string(work);
    all = std::max(all, worst);
  }
  // Floats would be off by half.
  EXPECT_GT(all, 0.501);
}

TEST_F(FixedPoint, OtherGainsAndOffsetsAreInFloats) {
  for (const auto& [gain, offset] :
       {std::pair(1.25F, 0.0F), std::pair(-1.0F, 255.0F), std::pair(1.0F, 256.0F)})
    for (int i = 0; i < 5; ++i) {
      const Convolution work = draw();
      EXPECT_LE(worst_of(work, product(work.taps, 1, true), gain, offset, 1), 0.51)
          << to_string(work);
    }
}

TEST_F(FixedPoint, LargeTapsAreInFloats) {
  for (int i = 0; i < 10; ++i) {
    const Convolution work = draw();
    EXPECT_LE(worst_of(work, product(work.taps, 1.001, true), 1, 0, 1), 0.51) << to_string(work);
  }
}

TEST_F(FixedPoint, EvenAreasStayAsTheyAre) {
  const auto queue = problems::backend().create_queue({});
  for (const int side : {1, 2, 3, 5, 8, 15, 19})
    for (const double value : {0.0, 1.0, 127.0, 254.0, 255.0}) {
      const std::string size = std::to_string(side);
      const Convolution work =
          parse_convolution("conv2d u8 33x71 k" + size + "x" + size + " replicate same");
      const auto executable = problems::backend().compile(work, *queue);
      executable->set_taps(product(work.taps, 1, false));
      oracle::Samples input = oracle::TestImage(work.input).get();
      input.values.assign(input.values.size(), value);
      oracle::TestImage in(work.input), out(work.output);
      in.set(input);
      executable->run(*queue, in.const_buffer(), out.buffer());
      EXPECT_EQ(out.get().values, input.values) << side << " taps, " << value;
    }
}

TEST_F(FixedPoint, ThePlanSaysSo) {
  unsetenv("FFTCORE_PLAN");
  const auto queue = problems::backend().create_queue({});
  const Convolution work = parse_convolution("conv2d u8 1080x1920 k5x5 replicate same");
  const auto executable = problems::backend().compile(work, *queue);
  const std::string in_16_bits = "separable, in 16 bits while the gain is 1";
  const auto text_with = [&](const Taps& taps) {
    executable->set_taps(taps);
    return executable->plan_text();
  };
  EXPECT_NE(text_with(product(work.taps, 1, false)).find(in_16_bits), std::string::npos);
  EXPECT_EQ(text_with(product(work.taps, 3, false)).find(in_16_bits), std::string::npos);
}

}  // namespace

}  // namespace fixed_point_test
