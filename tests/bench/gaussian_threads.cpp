// SPDX-License-Identifier: LGPL-2.1-or-later
// Gaussians by several numbers of threads: how long a frame takes, and how much of processors. It
// needs the library alone, so that a result of another commit's library is made by LD_LIBRARY_PATH.
//   gaussian_threads SECONDS THREADS...
// Each number of threads has so many seconds for each work. The first one's result is what others'
// are compared with.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "fftcore/backend.h"

namespace {

using namespace fftcore;

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Taps gaussian_taps(int n) {
  Taps taps{{n, n}, {}};
  double sum = 0;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      const double dy = y - n / 2, dx = x - n / 2;
      taps.values.push_back(std::exp(-18 * (dy * dy + dx * dx) / (n * n)));
      sum += taps.values.back();
    }
  for (double& tap : taps.values) tap /= sum;
  return taps;
}

struct Times {
  double wall_ms = 0;  ///< the median
  double processor_ms = 0;
  bool shares_rows = false;
};

Times measure(const Convolution& work, const Taps& taps, int threads, double seconds,
              const std::vector<std::uint8_t>& input, std::vector<std::uint8_t>& output) {
  const auto queue = select_backend("cpu").create_queue({.threads = threads});
  const auto executable = select_backend("cpu").compile(work, *queue);
  executable->set_taps({&taps, 1});
  const auto run = [&] { executable->run(*queue, {input.data()}, {output.data()}); };
  for (int i = 0; i < 3; ++i) run();
  std::vector<double> walls;
  const double begin = seconds_of(CLOCK_MONOTONIC), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  for (double last = begin; last < begin + seconds;) {
    run();
    const double now = seconds_of(CLOCK_MONOTONIC);
    walls.push_back(now - last);
    last = now;
  }
  const double processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used;
  std::ranges::sort(walls);
  const std::string text = executable->plan_text();
  return {1e3 * walls[walls.size() / 2], 1e3 * processor / static_cast<double>(walls.size()),
          text.find("all rows") != std::string::npos && text.ends_with("separable")};
}

void print_work(const char* size, int n, double seconds, const std::vector<int>& threads) {
  const Convolution work =
      parse_convolution(fmt::format("conv2d u8 {} k{}x{} reflect-101 same", size, n, n));
  std::vector<std::uint8_t> input(
      static_cast<std::size_t>(work.input.rows.extent * work.input.columns.extent)),
      first, output(input.size());
  std::mt19937 random(1);
  for (std::uint8_t& sample : input) sample = static_cast<std::uint8_t>(random());
  const Taps taps = gaussian_taps(n);
  std::string line = fmt::format("{:9} {:>7}", size, fmt::format("{}x{}", n, n));
  for (const int count : threads) {
    const Times times = measure(work, taps, count, seconds, input, output);
    if (first.empty()) first = output;
    for (std::size_t i = 0; i < output.size(); ++i)
      if (std::abs(output[i] - first[i]) > 1)
        throw std::runtime_error(fmt::format("{} threads differ at sample {}", count, i));
    line += fmt::format("  {}: {:.3f} ms, {:.3f} of processors{}", count, times.wall_ms,
                        times.processor_ms, times.shares_rows ? ", rows shared" : "");
  }
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0;
  std::vector<int> threads;
  for (int i = 2; i < argc; ++i) threads.push_back(std::atoi(argv[i]));
  if (!(seconds > 0) || threads.empty() || std::ranges::min(threads) < 1) {
    fmt::print(stderr, "usage: gaussian_threads SECONDS THREADS...\n");
    return 2;
  }
  try {
    for (const char* const size : {"480x640", "1080x1920", "2160x3840"})
      for (const int n : {21, 31, 63, 127}) print_work(size, n, seconds, threads);
  } catch (const std::exception& error) {
    fmt::print(stderr, "gaussian_threads: {}\n", error.what());
    return 1;
  }
}
