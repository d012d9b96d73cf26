// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stream_blocks.h"

#include <fmt/format.h>

#include <algorithm>

#include "ceil_div.h"

namespace fftcore {

Planned<StreamBlocks> stream_blocks(const StreamConvolution& stream) {
  if (stream.latency < kLeastGpuLatency)
    return NoPlan{fmt::format("its latency is {}, and GPUs need {} samples or more", stream.latency,
                              kLeastGpuLatency)};
  const std::int64_t channels = std::max(stream.inputs, stream.outputs);
  if (stream.mixing == Mixing::full && channels > kMaxMixedChannels)
    return NoPlan{
        fmt::format("GPUs mix up to {} channels, and there are {}", kMaxMixedChannels, channels)};
  StreamBlocks blocks;
  // Blocks beyond the taps' number gain little.
  blocks.block =
      std::min(stream.latency < 2 * stream.block ? stream.latency : stream.latency - stream.block,
               std::max(stream.block, stream.taps));
  blocks.ring_blocks = ceil_div(stream.taps - 1, blocks.block) + 1;
  blocks.result_blocks = ceil_div(stream.latency, blocks.block);

  const SampleType type = stream.numbers == Numbers::f64 ? SampleType::f64 : SampleType::f32;
  Convolution& work = blocks.work;
  work.taps = {1, stream.taps};
  work.region = Region::valid;
  work.input = Layout::planar(type, {1, stream.taps - 1 + blocks.block}, channels, 0,
                              2 * blocks.ring_samples());
  work.output = Layout::planar(type, {1, blocks.block}, channels);
  work.mixing = stream.mixing;
  return blocks;
}

}  // namespace fftcore
