// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_run.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "direct_sum.h"
#include "kernel_run.h"
#include "launch_kernel.h"

namespace fftcore::test {
namespace {

/// Index of a sample of a frame in memory.
std::size_t at(const Layout& layout, std::int64_t frame, std::int64_t channel, std::int64_t y,
               std::int64_t x) {
  return static_cast<std::size_t>(frame * layout.frames.stride + channel * layout.channels.stride +
                                  y * layout.rows.stride + x * layout.columns.stride);
}
std::size_t samples_in(const Layout& layout) {
  return at(layout, layout.frames.extent - 1, 0, layout.rows.extent, 0);
}

}  // namespace

double worst_difference(const Convolution& problem, const Taps& taps, float gain, float offset,
                        const LaunchTaps& launch_taps, const PlannedLaunch& launch) {
  KernelMemory memory;
  const bool is_bytes = problem.input.type == SampleType::u8;
  auto& words = memory.halves["taps_spectrum"];
  words.resize(2 * launch_taps.words.size());
  std::memcpy(words.data(), launch_taps.words.data(), 2 * words.size());
  memory.scalars = {{"gain", gain / launch_taps.scale},
                    {"offset", offset + problem.bias},
                    {"input_row_stride", static_cast<double>(problem.input.rows.stride)},
                    {"image_row_stride", static_cast<double>(problem.input.rows.stride)},
                    {"output_row_stride", static_cast<double>(problem.output.rows.stride)},
                    {"input_frame_stride", static_cast<double>(problem.input.frames.stride)},
                    {"output_frame_stride", static_cast<double>(problem.output.frames.stride)}};
  std::mt19937 random(11);
  std::uniform_int_distribution<int> byte(0, 255);
  oracle::Samples input = oracle::samples_of(problem.input);
  std::vector<float> in(samples_in(problem.input)), out(samples_in(problem.output));
  const auto each = [](const oracle::Samples& samples, const auto& action) {
    for (std::int64_t c = 0; c < samples.channels; ++c)
      for (std::int64_t y = 0; y < samples.rows; ++y)
        for (std::int64_t x = 0; x < samples.columns; ++x) action(c, y, x);
  };
  each(input, [&](std::int64_t c, std::int64_t y, std::int64_t x) {
    const int sample = byte(random);
    for (std::int64_t frame = 0; frame < problem.input.frames.extent; ++frame)
      in[at(problem.input, frame, c, y, x)] = static_cast<float>(sample);
    input.at(c, y, x) = sample;
  });
  if (is_bytes) {
    memory.bytes["input"].assign(in.begin(), in.end());
    memory.bytes["image"] = memory.bytes["input"];  // for channels that are copied
    memory.bytes["output"].resize(out.size());
  } else {
    memory.halves.clear();
    memory.numbers = {{"taps_spectrum", launch_taps.words}, {"input", in}, {"output", out}};
  }
  run_kernel(launch_kernel(launch.spec).kernel, memory);
  if (is_bytes)
    out.assign(memory.bytes["output"].begin(), memory.bytes["output"].end());
  else
    out = memory.numbers["output"];
  const oracle::Samples want = oracle::direct_sum(problem, input, taps, gain, offset);
  double most = 0;
  for (std::int64_t frame = 0; frame < problem.output.frames.extent; ++frame)
    each(want, [&](std::int64_t c, std::int64_t y, std::int64_t x) {
      most = std::max(
          most, std::abs(out[at(problem.output, frame, c, y, x)] -
                         (is_bytes ? std::clamp(want.at(c, y, x), 0.0, 255.0) : want.at(c, y, x))));
    });
  return most;
}

}  // namespace fftcore::test
