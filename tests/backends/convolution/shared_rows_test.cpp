// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows, then columns, by threads that share the rows: the same bits as one thread makes.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <random>

#include "few_taps_check.h"
#include "test_backend.h"

namespace shared_rows_test {

using namespace fftcore;

namespace {

/// Bits of samples: NaN equals NaN.
std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  for (const double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

class SharedRows : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!problems::on_cpu()) GTEST_SKIP() << "these are plans for CPUs";
  }
};

}  // namespace

TEST_P(SharedRows, AreThoseOfOneThread) {
  const Convolution work = parse_convolution(GetParam());
  std::mt19937 random(3);
  const auto alone = problems::backend().create_queue({.threads = 1});
  const auto one = problems::backend().compile(work, *alone);
  int compared = 0;  // of rows that were shared; what is planned depends on the CPU's vectors
  for (const int threads : {2, 6, 16}) {
    const auto queue = problems::backend().create_queue({.threads = threads});
    const auto all = problems::backend().compile(work, *queue);
    const bool shares = all->plan_text().find("all rows, then columns") != std::string::npos;
    for (const int count : {1, 2, 0}) {
      Taps one_of_all = problems::products(work, std::max(count, 1), random);
      if (count == 0) std::ranges::fill(one_of_all.values, 0);
      const std::vector<Taps> taps(oracle::random_kernels(work, random).size(), one_of_all);
      problems::expect_right(*all, *queue, work, taps, 0.9F, 0.1F, 7);
      all->set_gain(1, 0);
      one->set_taps(taps);
      const auto is_separable = [](const ConvolutionExecutable& executable) {
        return executable.plan_text().ends_with("separable");
      };
      if (!is_separable(*one) || !is_separable(*all)) {
        EXPECT_TRUE(count == 2 || !shares) << one->plan_text() << all->plan_text();
        continue;
      }
      oracle::TestImage in(work.input), out(work.output), want(work.output);
      oracle::Samples samples = oracle::random_samples(work.input, random);
      if (oracle::is_real(work.input.type))
        samples.at(0, 5, 7) = std::numeric_limits<double>::quiet_NaN();
      in.set(samples);
      one->run(*alone, in.const_buffer(), want.buffer());
      all->run(*queue, in.const_buffer(), out.buffer());
      EXPECT_EQ(bits_of(out.get().values), bits_of(want.get().values)) << threads << ' ' << count;
      EXPECT_TRUE(out.padding_is_untouched());
      compared += shares ? 1 : 0;
    }
  }
  EXPECT_GT(compared, 0) << one->plan_text();
}

INSTANTIATE_TEST_SUITE_P(Works, SharedRows,
                         testing::Values("conv2d u8 240x300 k31x29 reflect-101 same",
                                         "conv2d f32 197x131 k20x17 constant same",
                                         "corr2d u8 220x200x3 k33x31 replicate same",
                                         "conv2d f32>u8 150x100 k21x15 wrap full",
                                         "icorr2d u16 180x190 k17x19 reflect valid",
                                         "conv2d f32 220x100x2 k21x15 reflect same planar",
                                         "conv2d f32 160x100 k19x19 reflect same frames=3"));

}  // namespace shared_rows_test
