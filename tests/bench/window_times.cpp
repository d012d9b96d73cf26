// SPDX-License-Identifier: LGPL-2.1-or-later
// Correlations of windows on the CPU, and on a CUDA GPU where there is one: the median time of a
// run and of a window. window_times [--seconds S] [WORK...], as "windows zncc u8 1080x1920 w32x32
// count=1000". Images, places and results lie in the memory of what computes, and runs of the GPU
// are replayed as a graph. Exit status 1 where the GPU's peaks lie elsewhere than the CPU's.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_graph.h"
#include "fftcore/backend.h"
#include "fftcore/error.h"

namespace fftcore::test {
namespace {

constexpr const char* kUsual[] = {
    "windows zncc u8 1080x1920 w16x16 search=4 count=1000",
    "windows zncc u8 1080x1920 w32x32 count=1000",
    "windows zncc u8 1080x1920 w32x32 count=1000 refine=0",
    "windows zncc u8 1080x1920 w32x32 count=1000 mapped",
    "windows zncc u8 1080x1920 w64x64 count=1000",
    "windows phase u8 1080x1920 w64x64 count=1000",
};

/// Of one run, in microseconds: runs for so long.
double median_us(double seconds, int runs_of_frame, const std::function<double()>& frame_us) {
  using Clock = std::chrono::steady_clock;
  constexpr int kWarm = 3, kLeast = 5;
  for (int i = 0; i < kWarm; ++i) frame_us();
  std::vector<double> us;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end || us.size() < kLeast) us.push_back(frame_us() / runs_of_frame);
  std::ranges::nth_element(us, us.begin() + static_cast<std::ptrdiff_t>(us.size() / 2));
  return us[us.size() / 2];
}

/// An image of grains of 1 to 4 pixels, and where its windows are: between samples, moved by a part
/// of a pixel, turned a little where they have maps.
struct Scene {
  explicit Scene(const WindowCorrelation& work) {
    std::mt19937 random(1);
    const std::int64_t rows = work.image.rows.extent, columns = work.image.columns.extent;
    if (work.image.type != SampleType::u8 || work.image.channels.extent != 1 ||
        work.image.rows.stride != columns)
      throw InvalidArgument("images of u8 and one channel, row after row, are timed");
    std::vector<float> grains(static_cast<std::size_t>(rows * columns), 0);
    for (std::int64_t grain = 1; grain <= 4; grain *= 2)
      for (std::int64_t y = 0; y < rows; y += grain)
        for (std::int64_t x = 0; x < columns; x += grain) {
          const float level = std::normal_distribution<float>(0, 20)(random);
          for (std::int64_t v = y; v < std::min(y + grain, rows); ++v)
            for (std::int64_t u = x; u < std::min(x + grain, columns); ++u)
              grains[static_cast<std::size_t>(v * columns + u)] += level;
        }
    for (const float level : grains)
      image.push_back(static_cast<std::uint8_t>(std::clamp(level + 128, 0.0F, 255.0F)));
    std::uniform_real_distribution<float> across(80, static_cast<float>(columns) - 80),
        down(80, static_cast<float>(rows) - 80), apart(-2, 2);
    for (std::int64_t i = 0; i < work.count; ++i) {
      const float x = std::floor(across(random)) + 0.5F, y = std::floor(down(random)) + 0.5F;
      places.insert(places.end(), {x, y, x + apart(random), y + apart(random)});
      if (work.is_mapped) places.insert(places.end(), {1, 0, 0, 1, 0.99F, 0.05F, -0.05F, 0.99F});
    }
  }
  std::vector<std::uint8_t> image;
  std::vector<float> places;
};

class OnCpu {
 public:
  OnCpu(const WindowCorrelation& work, const Scene& scene, int threads)
      : scene_(scene),
        queue_(select_backend("cpu").create_queue({.threads = threads})),
        executable_(select_backend("cpu").compile(work, *queue_)),
        results(static_cast<std::size_t>(work.count)) {}

  double run_us() {
    const auto begin = std::chrono::steady_clock::now();
    executable_->run(*queue_, {scene_.image.data()}, {scene_.image.data()}, {scene_.places.data()},
                     {results.data()});
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
        .count();
  }

 private:
  const Scene& scene_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<WindowExecutable> executable_;

 public:
  std::vector<WindowResult> results;
};

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

/// Peaks that are farther apart, of windows that both say are good.
int count_apart(const std::vector<WindowResult>& some, const std::vector<WindowResult>& others) {
  constexpr float kApart = 0.01F;
  int count = 0;
  for (std::size_t i = 0; i < some.size(); ++i) {
    const bool are_good = some[i].state == 0 && others[i].state == 0;
    if (some[i].state != others[i].state ||
        (are_good && std::hypot(some[i].x - others[i].x, some[i].y - others[i].y) > kApart))
      ++count;
  }
  return count;
}

void print(const std::string& who, double us, std::int64_t count) {
  fmt::print("  {:<12} {:>10.1f} us {:>8.3f} us a window\n", who, us,
             us / static_cast<double>(count));
  std::fflush(stdout);
}

/// Whether the results are the CPU's.
bool run_cuda(const WindowCorrelation& work, const Scene& scene, double seconds,
              const std::vector<WindowResult>& want) {
  constexpr int kRunsOfGraph = 20;
  Backend& backend = select_backend("cuda");
  const CudaSession session(0);
  const auto queue = backend.create_queue(
      {.native_context = session.context(), .native_stream = session.stream()});
  const auto executable = backend.compile(work, *queue);
  std::vector<WindowResult> results = want;
  for (WindowResult& result : results) result = {};
  const DeviceBytes image(scene.image), places(scene.places), found(results);
  const auto run = [&] {
    executable->run(*queue, image.const_buffer(), image.const_buffer(), places.const_buffer(),
                    found.buffer());
  };
  run();
  queue->wait();
  found.read(results);
  const CudaGraph graph(session, [&] {
    for (int i = 0; i < kRunsOfGraph; ++i) run();
  });
  const double us = median_us(seconds, kRunsOfGraph,
                              [&] { return 1e3 * session.elapsed_ms([&] { graph.launch(); }); });
  print("cuda", us, work.count);
  const int apart = count_apart(want, results);
  fmt::print("  {} of {} peaks lie elsewhere than the CPU's\n", apart, work.count);
  return apart == 0;
}

bool run(const std::string& text, double seconds, bool has_cuda) {
  const WindowCorrelation work = parse_window_correlation(text);
  const Scene scene(work);
  fmt::print("{}\n", text);
  OnCpu alone(work, scene, 1), all(work, scene, 0);
  print("1 thread", median_us(seconds, 1, [&] { return alone.run_us(); }), work.count);
  print("all threads", median_us(seconds, 1, [&] { return all.run_us(); }), work.count);
  if (count_apart(alone.results, all.results) != 0)
    throw Error("results depend on the number of threads");
  return !has_cuda || run_cuda(work, scene, seconds, alone.results);
}

int run_all(int count, char** words) {
  double seconds = 1;
  std::vector<std::string> texts;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word != "--seconds")
      texts.emplace_back(word);
    else if (++i == count || !((seconds = std::atof(words[i])) > 0))
      throw InvalidArgument("--seconds takes a number above 0");
  }
  if (texts.empty()) texts.assign(std::begin(kUsual), std::end(kUsual));
  std::string reason = "it is not in this build";
  for (const Backend* backend : backends())
    if (backend->name() == "cuda") reason = backend->unavailable_reason();
  if (!reason.empty()) fmt::print("without CUDA: {}\n", reason);
  bool is_same = true;
  for (const std::string& text : texts) is_same = run(text, seconds, reason.empty()) && is_same;
  return is_same ? 0 : 1;
}

}  // namespace
}  // namespace fftcore::test

int main(int count, char** words) {
  try {
    return fftcore::test::run_all(count, words);
  } catch (const std::exception& error) {
    fmt::print(stderr, "window_times: {}\n", error.what());
    return 1;
  }
}
