// SPDX-License-Identifier: LGPL-2.1-or-later
// Blocks of streams on GPUs, without running them.
#include "stream_blocks.h"

#include <gtest/gtest.h>

namespace stream_blocks_test {

using namespace fftcore;

TEST(StreamBlocks, ComeInTimeAndKeepWhatIsNeeded) {
  for (const std::int64_t taps : {1, 2, 64, 65, 1000, 65536, 1 << 24})
    for (const std::int64_t latency : {32, 33, 64, 127, 128, 1000, 1 << 20, 1 << 30})
      for (const std::int64_t block : {1, 64, 480, 1024, 1 << 20}) {
        StreamConvolution stream{.inputs = 2, .outputs = 2, .taps = taps};
        stream.latency = latency;
        stream.block = block;
        SCOPED_TRACE(to_string(stream));
        const auto blocks = stream_blocks(stream);
        ASSERT_TRUE(blocks);
        // Results are due no sooner than their block is complete.
        EXPECT_LE(blocks->block, latency);
        // The ring keeps a block and the samples before it, and results their time.
        EXPECT_GE(blocks->ring_samples(), taps - 1 + blocks->block);
        EXPECT_GE(blocks->result_blocks * blocks->block, latency);
        EXPECT_EQ(blocks->work.input.columns.extent, taps - 1 + blocks->block);
        EXPECT_EQ(blocks->work.output.columns.extent, blocks->block);
        EXPECT_NO_THROW(validate(blocks->work));
      }
}

TEST(StreamBlocks, LeaveTheGpuABlocksTimeWhereTheyCan) {
  const auto block = [](std::string_view text) { return stream_blocks(parse_stream(text))->block; };
  EXPECT_EQ(block("stream 1x1 k65536 latency=64 block=64"), 64);
  EXPECT_EQ(block("stream 1x1 k65536 latency=127 block=64"), 127);
  EXPECT_EQ(block("stream 1x1 k65536 latency=128 block=64"), 64);
  EXPECT_EQ(block("stream 1x1 k65536 latency=1024 block=64"), 960);
  EXPECT_EQ(block("stream 1x1 k100 latency=48000 block=64"), 100);
}

TEST(StreamBlocks, AreRefusedWithTheReason) {
  EXPECT_EQ(stream_blocks(parse_stream("stream 1x1 k8 latency=31")).none().reason,
            "its latency is 31, and GPUs need 32 samples or more");
  EXPECT_EQ(stream_blocks(parse_stream("stream 2x17 k8 mix=full latency=64")).none().reason,
            "GPUs mix up to 16 channels, and there are 17");
}

}  // namespace stream_blocks_test
