// SPDX-License-Identifier: LGPL-2.1-or-later
// Plans of streams, without running them.
#include "stream_plan.h"

#include <gtest/gtest.h>

namespace stream_plan_test {

using namespace fftcore;

namespace {

StreamPlan plan_of(std::string_view text) {
  return plan_stream(parse_stream(text));
}

}  // namespace

TEST(StreamPlan, NoLevelNeedsASampleThatHasNotCome) {
  for (const std::int64_t taps :
       {1, 2, 3, 31, 32, 33, 64, 997, 1000, 4096, 65537, 1 << 20, 1 << 24})
    for (const std::int64_t latency : {0, 1, 31, 32, 64, 100, 1000, 65536, 1 << 30})
      for (const std::int64_t block : {1, 7, 64, 480, 1024, 1 << 20}) {
        StreamConvolution stream{.inputs = 2, .outputs = 2, .taps = taps};
        stream.latency = latency;
        stream.block = block;
        const StreamPlan plan = plan_stream(stream);
        EXPECT_EQ(flaw_of(plan, stream), "") << to_string(stream) << "\n" << to_string(plan);
      }
}

TEST(StreamPlan, FlawsAreSeen) {
  const StreamConvolution stream = parse_stream("stream 1x1 k1000 block=64");
  const StreamPlan good{.head_taps = 64, .levels = {{64, 3, 64, false}, {128, 6, 256, true}}};
  EXPECT_EQ(flaw_of(good, stream), "");
  const auto flaw = [&](auto change) {
    StreamPlan plan = good;
    change(plan);
    return flaw_of(plan, stream);
  };
  EXPECT_NE(flaw([](StreamPlan& plan) { plan.head_taps = 63; }), "");
  EXPECT_NE(flaw([](StreamPlan& plan) { plan.levels[0].partitions = 2; }), "");
  EXPECT_NE(flaw([](StreamPlan& plan) { plan.levels[1].partitions = 5; }), "");
  EXPECT_NE(flaw([](StreamPlan& plan) { plan.levels[1].partitions = 7; }), "");
  EXPECT_NE(flaw([](StreamPlan& plan) { plan.levels[1].is_spread = false; }), "");
  EXPECT_NE(flaw([](StreamPlan& plan) {
              plan.head_taps = 32;
              plan.levels = {{64, 16, 32, false}};
            }),
            "");
  EXPECT_NE(flaw([](StreamPlan& plan) {
              plan.head_taps = 128;
              plan.levels = {{128, 7, 128, true}};
            }),
            "");
  EXPECT_NE(flaw([](StreamPlan& plan) {
              plan.levels = {{64, 3, 64, false}, {64, 12, 256, false}};
            }),
            "");
}

TEST(StreamPlan, BlocksGrowWithTheResponse) {
  EXPECT_TRUE(plan_of("stream 1x1 k20").levels.empty());
  EXPECT_EQ(plan_of("stream 1x1 k20").head_taps, 20);
  EXPECT_GE(plan_of("stream 1x1 k65536 block=64").levels.size(), 2U);
  // Much cheaper than a sum over all taps, or than blocks of one size.
  EXPECT_LT(plan_of("stream 1x1 k65536 block=64").cost_ns, 150);
  // Latency leaves no need for direct sums.
  EXPECT_EQ(plan_of("stream 1x1 k65536 latency=4096 block=64").head_taps, 0);
  EXPECT_LE(plan_of("stream 1x1 k65536 latency=4096 block=64").cost_ns,
            plan_of("stream 1x1 k65536 block=64").cost_ns);
}

TEST(StreamPlan, MemoryIsCounted) {
  // A response of 2^20 taps: 2^20 complex values, for it and for the input's spectra.
  const StreamPlan plan = plan_of("stream 1x1 k1048576 block=64");
  EXPECT_GE(plan.responses_bytes, (8 << 20) - 4096);
  EXPECT_LE(plan.responses_bytes, 9 << 20);
  EXPECT_GE(plan.memory_bytes, 16 << 20);
  EXPECT_LE(plan.memory_bytes, 24 << 20);
  EXPECT_GT(plan_of("stream 2x2 k1048576 block=64 mix=full").responses_bytes,
            3 * plan.responses_bytes);
  EXPECT_GT(plan_of("stream 1x1 k1048576 block=64 f64").responses_bytes,
            plan.responses_bytes * 3 / 2);
}

TEST(StreamPlan, SaysItself) {
  const StreamPlan plan{.head_taps = 64,
                        .levels = {{64, 3, 64, false}, {128, 6, 256, true}},
                        .memory_bytes = 1234,
                        .change_delay = 256};
  EXPECT_EQ(to_string(plan),
            "64 taps directly; 3 x 64 from 64; 6 x 128 from 256, spread; 1234 bytes; changes take "
            "at most 256 samples");
}

}  // namespace stream_plan_test
