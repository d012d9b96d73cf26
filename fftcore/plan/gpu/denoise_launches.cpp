// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "channel_mask.h"
#include "denoise_tables.h"
#include "launch_steps.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

constexpr int kAllRegisters = 65536;  // of a multiprocessor
constexpr int kReservedBytes = 1024;  // of shared memory, by the driver, in each block

/// Blocks beside each other on a multiprocessor. More warps than hide each other's latencies are of
/// no use, and make segments short.
int blocks_beside(const DenoiseSpec& spec, const DeviceTraits& traits) {
  constexpr int kWarps = 16, kParts = 4, kPartRegisters = 16384;
  const int warps = (spec.threads() + traits.warp_threads - 1) / traits.warp_threads;
  int blocks = std::max(1, kWarps / warps);
  const auto has_room = [&] {
    const int of_part = (blocks * warps + kParts - 1) / kParts;
    return blocks * (spec.shared_bytes() + kReservedBytes) <=
               traits.shared_bytes + kReservedBytes &&
           of_part * traits.warp_threads * spec.registers() <= kPartRegisters;
  };
  while (blocks > 1 && !has_room()) --blocks;
  return blocks;
}

/// Lanes of a block: the most that fit it, with as few arrays outside of shared memory as possible.
/// Where there are some, registers that are too few are made up for in the thread's own memory.
bool choose_lanes(DenoiseSpec& spec, const DeviceTraits& traits) {
  constexpr int kMost = 32, kLeast = 8, kLeastRegisters = 128;
  const int apart = std::max(1, traits.warp_threads / spec.columns());  // whole warps
  for (spec.outside = 0; spec.outside <= kDenoiseArrays; ++spec.outside)
    for (spec.lanes = kMost; spec.lanes >= std::max(kLeast, spec.overlap()); spec.lanes -= apart) {
      const int registers =
          spec.outside == 0 ? spec.registers() : std::min(spec.registers(), kLeastRegisters);
      if (spec.shared_bytes() <= traits.shared_bytes && spec.threads() <= traits.block_threads &&
          spec.threads() * registers <= kAllRegisters)
        return true;
    }
  return false;
}

/// Steps of a segment. Each segment begins with as many steps as blocks overlap; blocks that are
/// more than fit beside each other wait for another turn.
void choose_groups(DenoiseSpec& spec, const DeviceTraits& traits) {
  const int all = (spec.output.rows + spec.step - 1) / spec.step,
            places = traits.compute_units * spec.blocks_beside;
  constexpr int kLastSteps = 1;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  int best = all;
  for (spec.groups = all; spec.groups >= 1; --spec.groups) {
    const std::int64_t turns = (spec.all_blocks() + places - 1) / places,
                       steps = turns * (spec.groups + spec.overlap() - 1 + kLastSteps);
    if (steps >= least) continue;
    least = steps;
    best = spec.groups;
  }
  spec.groups = best;
}

}  // namespace

Planned<LaunchPlan> launches_of(const Denoise& denoise, const DeviceTraits& traits) {
  for (const Layout& layout : {denoise.input, denoise.output})
    if (image_reach(layout) > std::numeric_limits<std::int32_t>::max())
      return NoPlan{fmt::format("an image reaches over {} samples; kernels count up to 2^31",
                                image_reach(layout))};
  DenoiseSpec spec;
  spec.name = "denoise";
  std::vector<int> channels;
  for (int c = 0; c < static_cast<int>(denoise.input.channels.extent); ++c)
    (is_in_mask(c, denoise.skipped_channels) ? spec.copied_channels : channels).push_back(c);
  if (channels.empty()) return NoPlan{"all channels are copied"};
  spec.input = geometry_of(denoise.input, channels);
  spec.output = geometry_of(denoise.output, channels);
  spec.channels = static_cast<int>(channels.size());
  spec.block = static_cast<int>(denoise.block);
  spec.step = static_cast<int>(denoise.step);
  spec.before = denoise.before;
  spec.after = denoise.after;
  spec.kind = denoise.kind;
  spec.zero_mean = denoise.zero_mean;
  spec.sharpens = denoise.sharpens;
  spec.window = block_window(denoise);
  spec.time_window = frame_window(denoise);
  spec.window_bins = window_bins(spec.window);
  spec.time_bins = window_bins(spec.time_window, denoise.before);
  if (!choose_lanes(spec, traits))
    return NoPlan{
        fmt::format("blocks of {0}x{0} samples of {1} frames do not fit a block of {2} "
                    "({3} KiB of shared memory)",
                    spec.block, spec.frames(), traits.name, traits.shared_bytes / 1024)};
  spec.blocks_beside = blocks_beside(spec, traits);
  choose_groups(spec, traits);
  const std::int64_t outside = spec.all_blocks() * spec.numbers_outside();
  if (outside > std::numeric_limits<std::int32_t>::max())
    return NoPlan{
        fmt::format("blocks of {0}x{0} samples of {1} frames want {2} GiB, kernels count "
                    "up to 8",
                    spec.block, spec.frames(), outside >> 28)};
  LaunchPlan plan;
  plan.bytes_of(Place::block_arrays) = outside * size_bytes(Storage::f32);
  plan.kept_numbers = StrengthNumbers::count(spec);
  plan.bytes_of(Place::spectrum) = plan.kept_numbers * size_bytes(Storage::f32);
  plan.run.push_back({std::move(spec), frame_place(denoise.before), Place::output});
  return plan;
}

std::vector<float> strength_numbers(const Denoise& denoise, const DenoiseStrength& strength,
                                    const DenoiseSpec& spec) {
  using N = StrengthNumbers;
  std::vector<float> numbers(static_cast<std::size_t>(N::count(spec)));
  const double scale = power_scale(denoise);
  const auto set = [&](int number, double value) {
    numbers[static_cast<std::size_t>(number)] = static_cast<float>(value);
  };
  set(N::kBeta, strength.beta);
  set(N::kFloor, strength.floor);
  set(N::kM, strength.gain);
  set(N::kM2, strength.gain_outside);
  set(N::kPMin, strength.power_min / scale);
  set(N::kPMax, strength.power_max / scale);
  for (int x = 0; x < spec.bins(); ++x)
    for (int y = 0; y < spec.bins(); ++y)
      set(N::kPowers + x * spec.power_pitch() + y,
          std::max(threshold_of(denoise, strength, x, y) / scale, kLeastDividedPower));
  if (!spec.sharpens) return numbers;
  const double frames = spec.frames(), frame_scale = frame_power_scale(denoise) / (frames * frames);
  const auto set_level = [&](int number, double level) {
    set(number, std::max(level * level / frame_scale, kLeastDividedPower));
  };
  set_level(N::sharpen_min(spec), strength.sharpen_min);
  set_level(N::sharpen_max(spec), strength.sharpen_max);
  set_level(N::halo_threshold(spec), strength.halo_threshold);
  for (int x = 0; x < spec.bins(); ++x)
    for (int y = 0; y < spec.bins(); ++y) {
      const int at = x * spec.power_pitch() + y;
      set(N::sharpen_weights(spec) + at, sharpen_weight(strength, denoise.block, x, y));
      set(N::dehalo_weights(spec) + at, dehalo_weight(strength, denoise.block, x, y));
    }
  return numbers;
}

}  // namespace fftcore
