// SPDX-License-Identifier: LGPL-2.1-or-later
// Correlations of windows, and filters that learn a tenth of each, on the CPU, and on a CUDA GPU
// where there is one: the median time of a run and of a window. window_times [--seconds S]
// [WORK...], as "windows zncc u8 1080x1920 w32x32 count=1000". Images, places and results lie in
// the memory of what computes, and runs of the GPU are replayed as a graph. Exit status 1 where the
// GPU's peaks lie elsewhere than the CPU's.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "window_bench.h"

namespace fftcore::test {
namespace {

constexpr const char* kUsual[] = {
    "windows zncc u8 1080x1920 w16x16 search=4 count=1000",
    "windows zncc u8 1080x1920 w32x32 count=1000",
    "windows zncc u8 1080x1920 w32x32 count=1000 refine=0",
    "windows zncc u8 1080x1920 w32x32 count=1000 mapped",
    "windows zncc u8 1080x1920 w64x64 count=1000",
    "windows phase u8 1080x1920 w64x64 count=1000",
    "filters u8 1080x1920 w64x64 count=1000 filters=1000",
    "filters u8 1080x1920x3 w64x64 count=1000 filters=1000",
    "filters u8 1080x1920x3 w32x32 count=1000 filters=1000",
};

/// An image of grains of 1 to 4 pixels, and where its windows are: between samples, moved by a part
/// of a pixel, turned a little where they have maps.
struct Scene {
  explicit Scene(const WindowCorrelation& work) {
    std::mt19937 random(1);
    const std::int64_t rows = work.image.rows.extent, columns = work.image.columns.extent;
    if (work.image.type != SampleType::u8 || work.image.channels.extent != 1 ||
        work.image.rows.stride != columns)
      throw InvalidArgument("images of u8 and one channel, row after row, are timed");
    image = grainy_image(rows, columns, random);
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

/// Whether the results are the CPU's.
bool run_cuda(const WindowCorrelation& work, const Scene& scene, double seconds,
              const std::vector<WindowResult>& want) {
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
  const double us = graph_us(session, seconds, run);
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
  for (const std::string& text : texts) {
    const bool is_filters = text.starts_with("filters");
    is_same = (is_filters ? run_filters : run)(text, seconds, reason.empty()) && is_same;
  }
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
