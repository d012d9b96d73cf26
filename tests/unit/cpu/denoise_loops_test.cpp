// SPDX-License-Identifier: LGPL-2.1-or-later
// The loops of a Denoise: those for any CPU give what those for this one give, and without noise
// blocks come back.
#include "denoise_loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "aligned_array.h"

namespace denoise_loops_test {

using namespace fftcore;

namespace {

/// What one row of blocks gives: a row of samples for each row of the blocks.
std::vector<std::vector<float>> blocks_of(const DenoiseLoops& loops, const Denoise& denoise,
                                          const std::vector<std::vector<float>>& rows) {
  const DenoiseNumbers numbers(denoise);
  const DenoiseFactors factors(denoise, denoise.strength);
  const std::int64_t pitch = denoise.block * loops.lanes;
  AlignedArray<float> bins(pitch * static_cast<std::int64_t>(rows.size())),
      sums(pitch * denoise.block), scratch(denoise_scratch(numbers)),
      inverse_scratch(denoise_scratch(numbers));
  const std::int64_t fresh = pitch * (denoise.block - denoise.step);
  std::fill_n(sums.data() + fresh, sums.size() - fresh, 1e30F);  // which is replaced
  std::vector<const float*> from;
  std::vector<float*> to;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    float* const row = bins.data() + static_cast<std::int64_t>(i) * pitch;
    loops.row_forward(numbers, rows[i].data(), row, scratch.data());
    from.push_back(row);
  }
  for (std::int64_t y = 0; y < denoise.block; ++y) to.push_back(sums.data() + y * pitch);
  loops.columns({numbers, factors, from.data(), to.data(), scratch.data()});
  std::vector<std::vector<float>> result;
  for (const float* row : to) {
    result.emplace_back(
        static_cast<std::size_t>(denoise_samples(denoise.block, denoise.step, loops.lanes)));
    loops.row_inverse(numbers, row, result.back().data(), inverse_scratch.data());
  }
  return result;
}

std::vector<std::vector<float>> noise_for(const Denoise& denoise) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> level(0, 255);
  std::vector<std::vector<float>> rows(
      static_cast<std::size_t>((denoise.before + 1 + denoise.after) * denoise.block));
  for (auto& row : rows) {
    row.resize(static_cast<std::size_t>(denoise_samples(denoise.block, denoise.step, 16)));
    for (float& sample : row) sample = level(random);
  }
  return rows;
}

class DenoiseLoopsOf : public testing::TestWithParam<std::string> {};

}  // namespace

TEST_P(DenoiseLoopsOf, AnyCpuGiveWhatThoseOfThisOneGive) {
  const Denoise denoise = parse_denoise("denoise u8 9x9 " + GetParam());
  const auto rows = noise_for(denoise);
  const auto here = blocks_of(denoise_loops(), denoise, rows),
             anywhere = blocks_of(denoise_loops_anywhere(), denoise, rows);
  // What a ninth block does not reach.
  for (std::size_t y = 0; y < here.size(); ++y)
    for (std::size_t x = 0; x < static_cast<std::size_t>(8 * denoise.step); ++x)
      ASSERT_NEAR(here[y][x], anywhere[y][x], 1e-3) << y << ' ' << x;
}

TEST_P(DenoiseLoopsOf, BlocksWithoutNoiseComeBackWithTheirWindow) {
  Denoise denoise = parse_denoise("denoise u8 9x9 " + GetParam());
  denoise.kind = DenoiseKind::wiener;
  denoise.strength = {};  // does not sharpen either
  denoise.strength.power = 0;
  const auto rows = noise_for(denoise);
  const DenoiseNumbers numbers(denoise);
  for (const DenoiseLoops& loops : {denoise_loops(), denoise_loops_anywhere()}) {
    const auto got = blocks_of(loops, denoise, rows);
    for (std::size_t y = 0; y < got.size(); ++y)
      for (std::size_t x = 0; x < got[y].size(); ++x) {
        const auto block = static_cast<std::size_t>(denoise.block),
                   step = static_cast<std::size_t>(denoise.step);
        double window = 0;
        for (std::size_t lane = 0; lane < static_cast<std::size_t>(loops.lanes); ++lane)
          if (x >= lane * step && x < lane * step + block)
            window += numbers.row_window[x - lane * step] * numbers.row_window[x - lane * step];
        window *= numbers.row_window[y] * numbers.row_window[y];
        ASSERT_NEAR(got[y][x],
                    window * rows[static_cast<std::size_t>(denoise.before) * block + y][x], 1e-3)
            << loops.lanes << " lanes, " << y << ' ' << x;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(
    , DenoiseLoopsOf,
    testing::Values("b8 step1 wiener sigma=60", "b8 step4 after=1 wiener sigma=60 beta=1.5",
                    "b16 step4 wiener sigma=60", "b16 step8 keep-mean before=2 gain gain=0.25",
                    "b32 step4 before=1 after=2 temporal-window=hann wiener sigma=60",
                    "b64 step16 soft-band power-min=100 power-max=9000",
                    "b16 step2 before=2 after=2 wiener sigma=60",
                    "b16 step4 after=1 wiener sigma=60 sharpen=1 dehalo=0.5",
                    "b16 step2 before=2 after=3 wiener sigma=60",
                    "b16 step2 before=3 after=3 wiener sigma=60"));

}  // namespace denoise_loops_test
