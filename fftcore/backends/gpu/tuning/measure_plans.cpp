// SPDX-License-Identifier: LGPL-2.1-or-later
#include "measure_plans.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <memory>

#include "fftcore/compile_stop.h"
#include "fftcore/error.h"
#include "launch.h"
#include "log_line.h"
#include "strided_values.h"

namespace fftcore {
namespace {

using Microseconds = std::chrono::duration<double, std::micro>;

// A turn is as many runs as take kTurn, then a wait, so that starting and waiting count for little.
// Turns go round all plans, since clock rates change with time. The median of a plan's turns
// counts.
constexpr Microseconds kTurn{2000};
constexpr double kMostRuns = 100;  // in a turn: streams hold about 1000 launches
constexpr std::size_t kRounds = 9;
constexpr std::size_t kLeastRounds = 3;
constexpr Microseconds kMostTime{500'000};  // after which no round is begun

const LaunchPlan& launches_of(const Plan& plan) {
  return std::get<LaunchPlan>(plan.geometry);
}

/// Memory that the plans read and write, by place; none for taps.
class TimedMemory {
 public:
  TimedMemory(Device& device, DeviceStream& stream, const Convolution& problem,
              std::span<const Plan> plans) {
    PerPlace<std::size_t> sizes;
    sizes[Place::input] = reach_bytes(image_values(problem.input));
    sizes[Place::output] = reach_bytes(image_values(problem.output));
    if (problem.second) sizes[Place::second] = reach_bytes(image_values(*problem.second));
    for (const Plan& plan : plans)
      for (const Place place : {Place::work_0, Place::work_1, Place::spectrum})
        sizes[place] =
            std::max(sizes[place], static_cast<std::size_t>(launches_of(plan).bytes_of(place)));
    for (const PlaceEntry& entry : kPlaceTable) {
      if (sizes[entry.place] == 0) continue;
      memory_[entry.place] = device.allocate(sizes[entry.place]);
      fill(*memory_[entry.place], stream);
    }
    stream.wait();
  }

  Bindings bindings(const Convolution& problem) const {
    Bindings bindings;
    for (const PlaceEntry& entry : kPlaceTable)
      bindings.memory[entry.place] = memory_[entry.place].get();
    bindings.memory[Place::source] = bindings.memory[Place::input];
    bindings.row_strides[Place::input] = bindings.row_strides[Place::source] =
        static_cast<std::int32_t>(problem.input.rows.stride);
    bindings.row_strides[Place::output] = static_cast<std::int32_t>(problem.output.rows.stride);
    if (problem.second)
      bindings.row_strides[Place::second] = static_cast<std::int32_t>(problem.second->rows.stride);
    bindings.offset = problem.bias;
    return bindings;
  }

 private:
  /// Fills it with bytes that are an ordinary number in every format, neither 0 nor NaN: 60 as u8,
  /// 1.06 as f16, 0.0115 as f32.
  void fill(DeviceMemory& memory, DeviceStream& stream) const {
    for (std::size_t done = 0; done < memory.size_bytes(); done += filling_.size()) {
      const std::size_t count = std::min(filling_.size(), memory.size_bytes() - done);
      stream.copy_in(memory, filling_.data(), {count, 1, count, count, done});
    }
  }

  const std::vector<std::byte> filling_ = std::vector<std::byte>(1U << 20U, std::byte{0x3C});
  PerPlace<std::unique_ptr<DeviceMemory>> memory_;
};

/// A plan, compiled.
class PlanCandidate {
 public:
  PlanCandidate(Device& device, const Plan& plan)
      : launches_(load_launches(device, launches_of(plan).run)) {}

  /// The first run loads code; the second tells how many make a turn.
  void warm_up(DeviceStream& stream, const Bindings& bindings) {
    timed(1, stream, bindings);
    runs_ =
        static_cast<int>(std::clamp(std::ceil(kTurn / timed(1, stream, bindings)), 1.0, kMostRuns));
    timed(runs_, stream, bindings);
  }
  void take_turn(DeviceStream& stream, const Bindings& bindings) {
    turns_.push_back(timed(runs_, stream, bindings).count() / runs_);
  }
  /// Microseconds of a run.
  double median() {
    const auto middle = turns_.begin() + static_cast<std::ptrdiff_t>(turns_.size() / 2);
    std::nth_element(turns_.begin(), middle, turns_.end());
    return *middle;
  }

 private:
  Microseconds timed(int runs, DeviceStream& stream, const Bindings& bindings) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < runs; ++i) enqueue(launches_, stream, bindings);
    stream.wait();
    return std::chrono::steady_clock::now() - start;
  }

  std::vector<Launch> launches_;
  int runs_ = 1;
  std::vector<double> turns_;  // microseconds of a run
};

}  // namespace

std::vector<std::optional<double>> measure_plans(Device& device, const Convolution& problem,
                                                 std::span<const Plan> plans) {
  const auto stream = device.create_stream();
  const TimedMemory memory(device, *stream, problem, plans);
  const Bindings bindings = memory.bindings(problem);
  std::vector<std::optional<PlanCandidate>> candidates(plans.size());
  for (std::size_t i = 0; i < plans.size(); ++i) {
    try {
      candidates[i].emplace(device, plans[i]);
      candidates[i]->warm_up(*stream, bindings);
    } catch (const Stopped&) {
      throw;
    } catch (const Error& error) {
      log_line("plan", "not measured: {}: {}", name_of(plans[i]), error.what());
      candidates[i].reset();
    }
  }
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t round = 0; round < kRounds; ++round) {
    if (round >= kLeastRounds && std::chrono::steady_clock::now() - start > kMostTime) break;
    for (auto& candidate : candidates)
      if (candidate) candidate->take_turn(*stream, bindings);
  }
  std::vector<std::optional<double>> times;
  for (auto& candidate : candidates)
    times.push_back(candidate ? std::optional(candidate->median()) : std::nullopt);
  return times;
}

}  // namespace fftcore
