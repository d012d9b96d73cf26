// SPDX-License-Identifier: LGPL-2.1-or-later
#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>

namespace bench {
namespace {

using fftcore::test::CudaGraph;

constexpr double kGraphMs = 3;
constexpr int kMostRepetitions = 500;
constexpr int kMostRounds = 1001;
constexpr int kWarmUps = 3;

struct Replayed {
  Replayed(const Gpu& gpu, Peer& peer) {
    peer.enqueue();  // what is loaded late is loaded now
    const double once = std::max(1e-3, ms_of(gpu, peer, 10) / 10);
    repetitions = std::clamp(static_cast<int>(std::ceil(kGraphMs / once)), 1, kMostRepetitions);
    graph = capture(gpu, peer, repetitions);
    for (int i = 0; i < kWarmUps; ++i) sample_us(gpu);
  }

  double sample_us(const Gpu& gpu) const {
    return gpu.session().elapsed_ms([this] { graph->launch(); }) * 1e3 / repetitions;
  }

  int repetitions = 0;
  std::unique_ptr<CudaGraph> graph;
  std::vector<double> samples;

 private:
  static std::unique_ptr<CudaGraph> capture(const Gpu& gpu, Peer& peer, int times) {
    return std::make_unique<CudaGraph>(gpu.session(), [&] {
      for (int i = 0; i < times; ++i) peer.enqueue();
    });
  }
  static double ms_of(const Gpu& gpu, Peer& peer, int times) {
    const auto few = capture(gpu, peer, times);
    gpu.session().elapsed_ms([&] { few->launch(); });
    return gpu.session().elapsed_ms([&] { few->launch(); });
  }
};

}  // namespace

std::vector<Timing> measure(const Gpu& gpu, std::span<Peer* const> peers, double seconds) {
  std::vector<Replayed> all;
  for (Peer* peer : peers) all.emplace_back(gpu, *peer);
  std::vector<std::size_t> turns(all.size());
  std::iota(turns.begin(), turns.end(), 0);
  std::mt19937 random(4);
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  for (int round = 0; round < kLeastRounds || (round < kMostRounds && elapsed() < seconds); ++round) {
    std::shuffle(turns.begin(), turns.end(), random);
    for (const std::size_t turn : turns) all[turn].samples.push_back(all[turn].sample_us(gpu));
  }
  std::vector<Timing> timings;
  for (Replayed& one : all) timings.push_back({summary_of(std::move(one.samples)), one.repetitions});
  return timings;
}

}  // namespace bench
