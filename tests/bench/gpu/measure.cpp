// SPDX-License-Identifier: LGPL-2.1-or-later
#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>

#include "fftcore/error.h"

namespace bench {
namespace {

using fftcore::test::CudaGraph;

constexpr double kGraphMs = 3;
constexpr int kMostRepetitions = 500;
constexpr int kTrialRepetitions = 10;
constexpr int kMostRounds = 1001;
constexpr double kWarmUpSeconds = 0.2;

std::unique_ptr<CudaGraph> capture(const Gpu& gpu, Peer& peer, int repetitions) {
  auto graph = std::make_unique<CudaGraph>(gpu.session(), [&] {
    for (int i = 0; i < repetitions; ++i) peer.enqueue();
  });
  // What goes to another stream is not captured, and would take no time.
  if (graph->nodes() < static_cast<std::size_t>(repetitions))
    throw fftcore::Error("its work does not go to the stream that it was given");
  return graph;
}

int repetitions_for(const Gpu& gpu, Peer& peer) {
  const auto trial = capture(gpu, peer, kTrialRepetitions);
  const auto replay = [&] { trial->launch(); };
  gpu.session().elapsed_ms(replay);
  const double once_ms = std::max(gpu.session().elapsed_ms(replay) / kTrialRepetitions, 1e-4);
  return std::clamp(static_cast<int>(std::ceil(kGraphMs / once_ms)), 1, kMostRepetitions);
}

/// Calls round() at least `least` times, and until the seconds are over.
template <class Round>
void repeat(int least, double seconds, const Round& round) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  for (int i = 0; i < least || (i < kMostRounds && elapsed() < seconds); ++i) round();
}

}  // namespace

Replay::Replay(const Gpu& gpu, Peer& peer)
    : gpu_(gpu),
      repetitions_(repetitions_for(gpu, peer)),
      graph_(capture(gpu, peer, repetitions_)) {}

double Replay::sample_us() const {
  return gpu_.session().elapsed_ms([this] { graph_->launch(); }) * 1e3 / repetitions_;
}

std::vector<Timing> measure(std::span<const Replay> replays, double seconds) {
  std::vector<std::vector<double>> samples(replays.size());
  repeat(1, kWarmUpSeconds, [&] {
    for (const Replay& replay : replays) replay.sample_us();
  });
  std::vector<std::size_t> turns(replays.size());
  std::iota(turns.begin(), turns.end(), 0);
  std::mt19937 random(4);
  repeat(kLeastRounds, seconds, [&] {
    std::shuffle(turns.begin(), turns.end(), random);
    for (const std::size_t turn : turns) samples[turn].push_back(replays[turn].sample_us());
  });
  std::vector<Timing> timings;
  for (std::size_t i = 0; i < replays.size(); ++i)
    timings.push_back(
        {summary_of(std::move(samples[i])), replays[i].repetitions(), replays[i].nodes()});
  return timings;
}

}  // namespace bench
