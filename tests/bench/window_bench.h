// SPDX-License-Identifier: LGPL-2.1-or-later
// What the times of windows and of filters share: an image, device memory, and how a run is timed.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "cuda_graph.h"
#include "fftcore/backend.h"

namespace fftcore::test {

/// Of one run, in microseconds: runs for so long.
inline double median_us(double seconds, int runs_of_frame,
                        const std::function<double()>& frame_us) {
  using Clock = std::chrono::steady_clock;
  constexpr int kWarm = 3, kLeast = 5;
  for (int i = 0; i < kWarm; ++i) frame_us();
  std::vector<double> us;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end || us.size() < kLeast) us.push_back(frame_us() / runs_of_frame);
  std::ranges::nth_element(us, us.begin() + static_cast<std::ptrdiff_t>(us.size() / 2));
  return us[us.size() / 2];
}

/// Rows x columns samples of grains of 1 to 4 pixels.
inline std::vector<std::uint8_t> grainy_image(std::int64_t rows, std::int64_t columns,
                                              std::mt19937& random) {
  std::vector<float> grains(static_cast<std::size_t>(rows * columns), 0);
  for (std::int64_t grain = 1; grain <= 4; grain *= 2)
    for (std::int64_t y = 0; y < rows; y += grain)
      for (std::int64_t x = 0; x < columns; x += grain) {
        const float level = std::normal_distribution<float>(0, 20)(random);
        for (std::int64_t v = y; v < std::min(y + grain, rows); ++v)
          for (std::int64_t u = x; u < std::min(x + grain, columns); ++u)
            grains[static_cast<std::size_t>(v * columns + u)] += level;
      }
  std::vector<std::uint8_t> image;
  for (const float level : grains)
    image.push_back(static_cast<std::uint8_t>(std::clamp(level + 128, 0.0F, 255.0F)));
  return image;
}

class DeviceBytes {
 public:
  template <class Number>
  explicit DeviceBytes(const std::vector<Number>& numbers)
      : size_(numbers.size() * sizeof(Number)) {
    cuda::check(cuda::api().MemAlloc(&address_, size_), "cuMemAlloc");
    cuda::check(cuda::api().MemcpyHtoDAsync(address_, numbers.data(), size_, nullptr),
                "cuMemcpyHtoDAsync");
    cuda::check(cuda::api().StreamSynchronize(nullptr), "cuStreamSynchronize");
  }
  ~DeviceBytes() { cuda::api().MemFree(address_); }
  DeviceBytes(const DeviceBytes&) = delete;
  DeviceBytes& operator=(const DeviceBytes&) = delete;

  Buffer buffer() const { return {reinterpret_cast<void*>(address_), 0, 0, MemoryKind::device}; }
  ConstBuffer const_buffer() const {
    return {reinterpret_cast<const void*>(address_), 0, 0, MemoryKind::device};
  }
  template <class Number>
  void read(std::vector<Number>& numbers) const {
    cuda::check(cuda::api().MemcpyDtoHAsync(numbers.data(), address_, size_, nullptr),
                "cuMemcpyDtoHAsync");
    cuda::check(cuda::api().StreamSynchronize(nullptr), "cuStreamSynchronize");
  }

 private:
  cuda::Address address_ = 0;
  std::size_t size_;
};

inline void print(const std::string& who, double us, std::int64_t count) {
  fmt::print("  {:<12} {:>10.1f} us {:>8.3f} us a window\n", who, us,
             us / static_cast<double>(count));
  std::fflush(stdout);
}

/// Of a run that only puts work on a CUDA queue, replayed as a graph, in microseconds.
inline double graph_us(const CudaSession& session, double seconds,
                       const std::function<void()>& run) {
  constexpr int kRunsOfGraph = 20;
  const CudaGraph graph(session, [&] {
    for (int i = 0; i < kRunsOfGraph; ++i) run();
  });
  return median_us(seconds, kRunsOfGraph,
                   [&] { return 1e3 * session.elapsed_ms([&] { graph.launch(); }); });
}

/// Times of WindowFilters. Whether the results are the CPU's.
bool run_filters(const std::string& text, double seconds, bool has_cuda);

}  // namespace fftcore::test
