// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions on the CPU without transforms: random ones by each rule, and taps whose rank changes
// while frames run.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "convolution_check.h"
#include "fftcore/error.h"
#include "random_draws.h"
#include "test_backend.h"

namespace direct_test {

using namespace fftcore;

namespace {

/// Taps column[y] * row[x], added up; each product's taps sum to 1.
Taps products(Extent extent, int count, std::mt19937& random) {
  Taps taps{extent, std::vector<double>(static_cast<std::size_t>(extent.rows * extent.columns))};
  for (int i = 0; i < count; ++i) {
    const Taps column = oracle::averaging_taps({extent.rows, 1}, random),
               row = oracle::averaging_taps({1, extent.columns}, random);
    for (std::size_t at = 0; at < taps.values.size(); ++at)
      taps.values[at] +=
          column.values[at / row.values.size()] * row.values[at % row.values.size()] / count;
  }
  return taps;
}

Taps scaled(Taps taps, double by) {
  for (double& value : taps.values) value *= by;
  return taps;
}

class DirectConvolutions : public testing::Test, public problems::RandomDraws {
 protected:
  void SetUp() override {
    if (!problems::on_cpu()) GTEST_SKIP() << "these are plans for CPUs";
  }
  void TearDown() override { unsetenv("FFTCORE_PLAN"); }

  Convolution draw() {
    constexpr std::array kIn = {SampleType::u8,       SampleType::u16,   SampleType::f16,
                                SampleType::f32,      SampleType::u12,   SampleType::f32,
                                SampleType::u10_high, SampleType::u16_be};
    constexpr std::array kOut = {SampleType::u8, SampleType::f32, SampleType::f32, SampleType::f16,
                                 SampleType::u16};
    Convolution work;
    work.operation =
        one_of(std::array{Operation::convolve, Operation::correlate, Operation::correlate_image});
    work.edge = one_of(std::array{EdgeMode::constant, EdgeMode::replicate, EdgeMode::reflect,
                                  EdgeMode::reflect_101, EdgeMode::wrap});
    work.region = one_of(std::array{Region::same, Region::same, Region::valid, Region::full});
    work.mixing = one_in(4) ? Mixing::diagonal : Mixing::none;
    const Extent image{one_in(4) ? 1 : number(1, 60), one_in(4) ? number(1, 700) : number(1, 60)};
    work.taps = {image.rows == 1 ? 1 : number(1, 14), number(1, 19)};
    work.filters = one_in(4) ? 3 : 1;
    const std::int64_t frames = one_in(4) ? 3 : 1, channels = number(1, 4);
    if (one_in(2)) work.bank = Bank::crossed;
    work.bias = one_in(4) ? 0.1F : 0;
    const SampleType in = one_of(kIn), out = one_in(2) ? in : one_of(kOut);
    const bool is_planar = one_in(2);
    const auto layout = [&](SampleType type, Extent extent, std::int64_t count) {
      const std::int64_t row = is_planar ? extent.columns : extent.columns * channels,
                         stride = one_in(2) ? row + number(1, 9) : row;
      return (is_planar ? Layout::planar(type, extent, channels, stride)
                        : Layout::interleaved(type, extent, channels, stride))
          .with_frames(count);
    };
    work.input = layout(in, image, frames);
    work.output =
        layout(out, output_extent(image, work.taps, work.region),
               work.bank == Bank::crossed ? frames * work.filters : std::max(frames, work.filters));
    if (channels > 1 && in == out && one_in(3)) work.skipped_channels = 1;
    return work;
  }
};

}  // namespace

TEST_F(DirectConvolutions, RandomOnesAreRight) {
  const auto queue = problems::backend().create_queue({.threads = 2});
  for (const char* rule : {"direct", "separable", ""}) {
    setenv("FFTCORE_PLAN", rule, 1);
    for (int done = 0; done < count(150, 0) && !HasFailure();) {
      const Convolution work = draw();
      std::unique_ptr<ConvolutionExecutable> executable;
      try {
        executable = problems::backend().compile(work, *queue);
      } catch (const InvalidArgument&) {
        continue;  // `valid` of an image smaller than the taps, and others that validate() refuses
      } catch (const Unsupported&) {
        continue;  // several filters of a frame, which separable leaves to others
      }
      ++done;
      SCOPED_TRACE(executable->plan_text());
      const bool is_whole = !oracle::is_real(work.output.type);
      auto taps = is_whole ? oracle::averaging_kernels(work, engine())
                           : oracle::random_kernels(work, engine());
      if (one_in(3))
        for (Taps& one : taps) one = products(work.taps, one_in(2) ? 1 : 2, engine());
      const bool is_plain = one_in(2);
      problems::expect_right(*executable, *queue, work, taps,
                             is_plain   ? 1.0F
                             : is_whole ? 1.4F
                                        : -0.7F,
                             is_plain   ? 0.0F
                             : is_whole ? -20.0F
                                        : 0.1F,
                             static_cast<unsigned>(done));
    }
  }
}

// Floats without gain and offset go straight into the image, as far as whole vectors do.
TEST_F(DirectConvolutions, EveryWidthIsRight) {
  const auto queue = problems::backend().create_queue({.threads = 2});
  std::mt19937 random(1);
  for (const char* rule : {"direct", "separable"}) {
    setenv("FFTCORE_PLAN", rule, 1);
    for (const char* taps : {"3x3", "5x4", "1x5"})
      for (const int rows : {1, 4, 7})
        for (const int columns : {1, 15, 16, 17, 33, 95, 96, 191, 192, 384, 577}) {
          const std::string size = std::to_string(rows) + "x" + std::to_string(columns);
          const Convolution work =
              parse_convolution("conv2d f32 " + size + "x2 k" + taps + " reflect same planar");
          const auto executable = problems::backend().compile(work, *queue);
          problems::expect_right(*executable, *queue, work, oracle::random_kernels(work, random), 1,
                                 0, 1);
        }
  }
}

// Columns that see no edge are summed up from the image itself, the others from copies. With a gain
// all come from copies.
TEST_F(DirectConvolutions, WhereSamplesComeFromChangesNoBit) {
  const auto queue = problems::backend().create_queue({.threads = 2});
  setenv("FFTCORE_PLAN", "direct", 1);
  std::mt19937 random(2);
  for (const char* taps : {"3x3", "2x2", "3x1", "2x4", "9x1"})
    for (const char* edge : {"constant", "replicate", "reflect", "reflect-101", "wrap"})
      for (const char* region : {"same", "valid", "full"}) {
        const int columns = std::uniform_int_distribution(9, 130)(random);
        const Convolution work = parse_convolution(fmt::format(
            "conv2d f32 21x{}x2 k{} {} {} planar frames=2", columns, taps, edge, region));
        const auto executable = problems::backend().compile(work, *queue);
        executable->set_taps(oracle::random_kernels(work, random));
        oracle::TestImage in(work.input), out(work.output), doubled(work.output);
        in.set(oracle::random_samples(work.input, random));
        executable->run(*queue, in.const_buffer(), out.buffer());
        executable->set_gain(2, 0);
        executable->run(*queue, in.const_buffer(), doubled.buffer());
        std::vector<double> twice = out.get().values;
        for (double& value : twice) value *= 2;
        EXPECT_EQ(doubled.get().values, twice) << to_string(work);
      }
}

TEST_F(DirectConvolutions, EachRankIsRightAndSaysItsMethod) {
  const auto queue = problems::backend().create_queue({.threads = 2});
  std::mt19937 random(1);
  for (const char* text :
       {"conv2d f32 300x400 k15x15 reflect same", "corr2d u8 300x400x3 k31x31 replicate same"}) {
    const Convolution problem = parse_convolution(text);
    const auto executable = problems::backend().compile(problem, *queue);
    EXPECT_NE(executable->plan_text().find("or not set yet: tile"), std::string::npos)
        << executable->plan_text();
    const Taps full = oracle::averaging_taps(problem.taps, random), zero = scaled(full, 0),
               one = products(problem.taps, 1, random);
    const std::pair<const Taps*, const char*> changes[] = {
        {&one, "taps are 1 outer product: separable"},
        {&full, "or not set yet: tile"},
        {&zero, "taps are 0 outer products: separable"},
        {&one, "taps are 1 outer product: separable"}};
    for (const auto& [taps, words] : changes) {
      problems::expect_right(*executable, *queue, problem, {*taps}, 1.2F, 0.1F, 5);
      EXPECT_TRUE(executable->plan_text().ends_with(words)) << executable->plan_text();
    }
    // Taps that are refused change nothing.
    EXPECT_THROW(executable->set_taps(oracle::averaging_taps({3, 3}, random)), InvalidArgument);
    EXPECT_TRUE(executable->plan_text().ends_with("separable")) << executable->plan_text();
  }
}

TEST_F(DirectConvolutions, ASingleTapIsAGain) {
  const auto queue = problems::backend().create_queue({.threads = 2});
  setenv("FFTCORE_PLAN", "direct", 1);
  for (const char* text : {"conv2d f32 30x200x2 k1x1 reflect same filters=3 bank=crossed frames=2",
                           "icorr2d u8>f32 30x40 k1x1 wrap full"}) {
    const Convolution problem = parse_convolution(text);
    const auto executable = problems::backend().compile(problem, *queue);
    const auto taps = oracle::random_kernels(problem, engine());
    for (const float gain : {1.0F, -0.7F})
      problems::expect_right(*executable, *queue, problem, taps, gain, 0.1F, 3);
  }
}

/// While one thread runs, another sets taps of rank 1 and of full rank: every result is that of one
/// set as a whole.
TEST_F(DirectConvolutions, TheRankChangesBetweenRunsOnly) {
  const auto queue = problems::backend().create_queue({.threads = 2});
  const Convolution problem = parse_convolution("conv2d f32 100x120 k15x15 replicate same");
  const auto executable = problems::backend().compile(problem, *queue);
  ASSERT_NE(executable->plan_text().find("beside it separable"), std::string::npos)
      << executable->plan_text();
  oracle::TestImage in(problem.input), out(problem.output);
  in.set({1, 100, 120, std::vector<double>(12000, 1.0)});
  std::mt19937 random(1);
  // Sums of 1 and 3 have one product, of 2 all.
  const Taps all[] = {products(problem.taps, 1, random),
                      scaled(oracle::averaging_taps(problem.taps, random), 2),
                      scaled(products(problem.taps, 1, random), 3)};
  executable->set_taps(all[0]);
  std::atomic<bool> stop = false;
  std::thread setter([&] {
    for (std::size_t i = 0; !stop; ++i) executable->set_taps(all[i % 3]);
  });
  std::vector<int> seen(4);
  for (int i = 0; i < 2000 && (i < 300 || seen[1] * seen[2] * seen[3] == 0); ++i) {
    executable->run(*queue, in.const_buffer(), out.buffer());
    const auto values = out.get().values;
    const double first = values.front();
    ++seen.at(static_cast<std::size_t>(std::lround(first)));
    for (const double value : values) ASSERT_NEAR(value, std::round(first), 1e-5);
  }
  stop = true;
  setter.join();
  EXPECT_EQ(seen[0], 0);
  EXPECT_GT(seen[1] * seen[2] * seen[3], 0);
}

}  // namespace direct_test
