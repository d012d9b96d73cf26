// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stream_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fftcore {
namespace {

/// Nanoseconds of a tap of the head, for one sample.
constexpr double kTapNs = 0.03;
/// Nanoseconds of a transform's start and of what a level does besides, for each channel.
constexpr double kStartNs = 60;

/// How many samples lie between a block's first one and the first result that it must give.
std::int64_t least_delay(std::int64_t block, std::int64_t push) {
  return block > push ? 2 * block : block;
}

std::int64_t products(const StreamConvolution& stream) {
  return stream.mixing == Mixing::full ? stream.inputs * stream.outputs : stream.outputs;
}

double head_cost(const StreamConvolution& stream, std::int64_t taps) {
  return static_cast<double>(products(stream) * taps) * kTapNs;
}

double level_cost(const StreamConvolution& stream, const StreamLevel& level) {
  const double transforms = static_cast<double>(stream.inputs + stream.outputs) *
                            stream_transform_cost(level.block) / static_cast<double>(level.block);
  return transforms + static_cast<double>(products(stream) * level.partitions) *
                          stream_product_cost(stream, level);
}

/// Tries all growing sequences of blocks, each level as short as the next one allows.
class Search {
 public:
  explicit Search(const StreamConvolution& stream)
      : stream_(stream), end_(stream.latency + stream.taps) {}

  StreamPlan run() {
    best_.head_taps = stream_.taps;
    best_.cost_ns = head_cost(stream_, stream_.taps);
    for (std::int64_t block = kLeastStreamBlock; block <= kMostStreamBlock; block *= 2) {
      const std::int64_t delay = std::max(stream_.latency, least_delay(block, stream_.block));
      if (delay >= end_) break;
      StreamPlan plan;
      plan.head_taps = delay - stream_.latency;
      plan.cost_ns = head_cost(stream_, plan.head_taps);
      extend(plan, block, delay);
    }
    return best_;
  }

 private:
  /// Plans that go on with a level of `block` from `delay` on.
  void extend(const StreamPlan& before, std::int64_t block, std::int64_t delay) {
    if (before.cost_ns >= best_.cost_ns) return;
    const auto with = [&](std::int64_t end) {
      StreamPlan plan = before;
      plan.levels.push_back(
          {block, (end - delay + block - 1) / block, delay, block > stream_.block});
      plan.cost_ns += level_cost(stream_, plan.levels.back());
      return plan;
    };
    if (StreamPlan last = with(end_); last.cost_ns < best_.cost_ns) best_ = std::move(last);
    for (std::int64_t next = 2 * block; next <= kMostStreamBlock; next *= 2) {
      const std::int64_t least = std::max(delay + block, least_delay(next, stream_.block));
      if (least >= end_) break;
      const StreamPlan plan = with(least);
      if (plan.levels.back().end_delay() < end_) extend(plan, next, plan.levels.back().end_delay());
    }
  }

  const StreamConvolution& stream_;
  const std::int64_t end_;
  StreamPlan best_;
};

/// Counts memory. Complex values are two numbers.
void count_memory(StreamPlan& plan, const StreamConvolution& stream) {
  const std::int64_t bytes = stream.numbers == Numbers::f64 ? 8 : 4;
  const std::int64_t responses = impulse_responses_needed(stream);
  std::int64_t numbers = 0, response = plan.head_taps;
  if (plan.head_taps > 0) numbers += stream.inputs * (stream.latency + plan.head_taps + 4096);
  numbers += stream.inputs * kept_samples(plan);
  for (const StreamLevel& level : plan.levels) {
    const std::int64_t spectrum = 2 * level.block;
    response += spectrum * level.partitions;
    numbers += stream.inputs * spectrum * level.partitions;  // spectra of the input
    numbers += 2 * stream.outputs * spectrum;                // sums
    numbers += 2 * stream.outputs * level.block * result_blocks(level);
    numbers +=
        2 * 5 * level.block;  // work and weights, of the caller and of set_impulse_responses()
  }
  plan.responses_bytes = bytes * responses * response;
  plan.memory_bytes = bytes * numbers + plan.responses_bytes;
}

}  // namespace

double stream_transform_cost(std::int64_t points) {
  const double n = static_cast<double>(points);
  return kStartNs + n * (0.5 + 0.13 * std::log2(n) + (points > 1024 ? 2.0 : 0.0));
}

double stream_product_cost(const StreamConvolution& stream, const StreamLevel& level) {
  constexpr double kInCacheNs = 0.2, kFromMemoryNs = 1.0, kCacheBytes = 1 << 20;
  const double number_bytes = stream.numbers == Numbers::f64 ? 8 : 4;
  const double bytes =
      number_bytes * static_cast<double>(2 * level.block * level.partitions *
                                         (stream.inputs + impulse_responses_needed(stream)));
  return number_bytes / 4 * (kInCacheNs + kFromMemoryNs * bytes / (bytes + kCacheBytes));
}

StreamPlan plan_stream(const StreamConvolution& stream) {
  StreamPlan plan = Search(stream).run();
  count_memory(plan, stream);
  for (const StreamLevel& level : plan.levels)
    plan.change_delay = std::max(plan.change_delay, level.first_delay);
  return plan;
}

std::string flaw_of(const StreamPlan& plan, const StreamConvolution& stream) {
  std::int64_t next = stream.latency + plan.head_taps, block = 0;
  if (plan.head_taps < 0 || plan.head_taps > stream.taps)
    return fmt::format("a head of {} taps", plan.head_taps);
  for (const StreamLevel& level : plan.levels) {
    if (level.first_delay != next)
      return fmt::format("a level from delay {}, not {}", level.first_delay, next);
    if (level.partitions < 1) return "a level without partitions";
    if (level.block <= block || (level.block & (level.block - 1)) != 0)
      return fmt::format("a block of {} after one of {}", level.block, block);
    const std::int64_t least = level.is_spread ? 2 * level.block : level.block;
    if (level.first_delay < least)
      return fmt::format("a block of {} from delay {}, before its work is done", level.block,
                         level.first_delay);
    if (level.block > stream.block && !level.is_spread)
      return fmt::format("a block of {}, more than a push, done at once", level.block);
    next = level.end_delay();
    block = level.block;
  }
  if (next < stream.latency + stream.taps) return fmt::format("no taps from delay {} on", next);
  if (!plan.levels.empty() && next - block >= stream.latency + stream.taps)
    return "a partition without taps";
  return {};
}

std::string to_string(const StreamPlan& plan) {
  std::string text;
  if (plan.head_taps > 0) text += fmt::format("{} taps directly", plan.head_taps);
  for (const StreamLevel& level : plan.levels)
    text += fmt::format("{}{} x {} from {}{}", text.empty() ? "" : "; ", level.partitions,
                        level.block, level.first_delay, level.is_spread ? ", spread" : "");
  return text + fmt::format("; {} bytes; changes take at most {} samples", plan.memory_bytes,
                            plan.change_delay);
}

}  // namespace fftcore
