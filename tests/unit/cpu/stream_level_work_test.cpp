// SPDX-License-Identifier: LGPL-2.1-or-later
// The work of a stream's levels, spread over pushes.
#include "stream_level_work.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "stockham_engine.h"

namespace stream_level_work_test {

using namespace fftcore;

namespace {

/// Estimated nanoseconds of each push, while the largest level does several blocks.
std::vector<double> costs_of_pushes(const StreamConvolution& stream, const StreamPlan& plan) {
  std::vector<StreamLevelWork<float>> levels;
  std::vector<AlignedArray<float>> responses;
  for (const StreamLevel& level : plan.levels) {
    levels.emplace_back(stream, level, stockham_engine()->f32());
    responses.emplace_back(impulse_responses_needed(stream) *
                           StreamLevelWork<float>::response_values(level));
  }
  const AlignedArray<float> samples(kept_samples(plan));
  const std::vector<StreamHistory<float>> histories(static_cast<std::size_t>(stream.inputs),
                                                    {samples.data(), samples.size()});
  std::vector<double> costs;
  const std::int64_t least = plan.levels.front().block, most = plan.levels.back().block;
  for (std::int64_t t = 0; t < 4 * most;) {
    const std::int64_t end = t + stream.block;
    double cost = 0;
    while (t < end) {
      t = std::min(end, (t / least + 1) * least);
      for (std::size_t i = 0; i < levels.size(); ++i) {
        const StreamLevel& level = plan.levels[i];
        if (t % level.block == 0) {
          cost += levels[i].advance(level.block);
          levels[i].begin(t / level.block - 1, histories, {responses[i].data(), nullptr});
          if (!level.is_spread) cost += levels[i].advance(level.block);
        }
        if (level.is_spread) cost += levels[i].advance(t % level.block);
      }
    }
    if (t > 2 * most) costs.push_back(cost);
  }
  return costs;
}

}  // namespace

TEST(StreamLevelWork, NoPushDoesMuchMoreThanOthers) {
  for (const char* const text :
       {"stream 14x14 k65536 mix=diagonal block=64", "stream 1x1 k131072 block=1024",
        "stream 2x2 k48000 mix=full block=480", "stream 1x1 k65536 block=64",
        "stream 1x1 k65536 block=512"}) {
    const StreamConvolution stream = parse_stream(text);
    const StreamPlan plan = plan_stream(stream);
    ASSERT_TRUE(plan.levels.back().is_spread) << to_string(plan);
    const std::vector<double> costs = costs_of_pushes(stream, plan);
    double sum = 0;
    for (const double cost : costs) sum += cost;
    EXPECT_LE(*std::max_element(costs.begin(), costs.end()),
              2 * sum / static_cast<double>(costs.size()))
        << text << "\n"
        << to_string(plan);
  }
}

}  // namespace stream_level_work_test
