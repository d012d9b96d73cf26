// SPDX-License-Identifier: LGPL-2.1-or-later
#include <cmath>
#include <cstddef>
#include <memory>

#include "fftcore/error.h"
#include "window_bench.h"

namespace fftcore::test {
namespace {

struct FilterScene {
  explicit FilterScene(const WindowFilters& work) {
    const Layout& of = work.image;
    const std::int64_t rows = of.rows.extent, columns = of.columns.extent,
                       channels = of.channels.extent;
    if (of.type != SampleType::u8 || of.rows.stride != columns * channels)
      throw InvalidArgument("images of u8, row after row, are timed");
    std::mt19937 random(1);
    image = grainy_image(rows, columns * channels, random);
    std::uniform_real_distribution<float> across(80, static_cast<float>(columns) - 80),
        down(80, static_cast<float>(rows) - 80);
    for (std::int64_t i = 0; i < work.count; ++i)
      places.push_back({.x = across(random),
                        .y = down(random),
                        .filter = static_cast<float>(i % work.filters),
                        .rate = 1,
                        .map = {1.2F, 0, 0, 1.2F}});
    moved = places;
    for (FilterPlace& place : moved) place.x += 2, place.rate = 0.1F;
  }
  std::vector<std::uint8_t> image;
  std::vector<FilterPlace> places, moved;
};

std::vector<std::byte> stored_of(const WindowFilters& work) {
  const Layout layout = stored_filters(work);
  const auto numbers =
      static_cast<std::size_t>(layout.rows.extent * layout.columns.extent * work.filters);
  return std::vector<std::byte>(numbers * (work.stored == SampleType::f16 ? 2 : 4));
}

/// Filters learn at their places, and then meet what lies beside.
struct FiltersOnCpu {
  FiltersOnCpu(const WindowFilters& work, const FilterScene& scene, int threads)
      : scene(scene),
        queue(select_backend("cpu").create_queue({.threads = threads})),
        executable(select_backend("cpu").compile(work, *queue)),
        stored(stored_of(work)),
        results(static_cast<std::size_t>(work.count)) {
    run(scene.places);
    run(scene.moved);
    first = results;
  }

  void run(const std::vector<FilterPlace>& places) {
    executable->run(*queue, {scene.image.data()}, {places.data()}, {stored.data()},
                    {results.data()});
  }
  double run_us() {
    const auto begin = std::chrono::steady_clock::now();
    run(scene.moved);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
        .count();
  }

  const FilterScene& scene;
  std::unique_ptr<Queue> queue;
  std::unique_ptr<FilterExecutable> executable;
  std::vector<std::byte> stored;
  std::vector<WindowResult> results, first;
};

bool run_cuda(const WindowFilters& work, const FilterScene& scene, double seconds,
              const std::vector<WindowResult>& want) {
  Backend& backend = select_backend("cuda");
  const CudaSession session(0);
  const auto queue = backend.create_queue(
      {.native_context = session.context(), .native_stream = session.stream()});
  const auto executable = backend.compile(work, *queue);
  std::vector<WindowResult> results(want.size());
  const DeviceBytes image(scene.image), places(scene.places), moved(scene.moved),
      stored(stored_of(work)), found(results);
  const auto run = [&](const DeviceBytes& at) {
    executable->run(*queue, image.const_buffer(), at.const_buffer(), stored.buffer(),
                    found.buffer());
  };
  run(places);
  run(moved);
  queue->wait();
  found.read(results);
  print("cuda", graph_us(session, seconds, [&] { run(moved); }), work.count);
  constexpr float kApart = 0.02F;
  int apart = 0;
  for (std::size_t i = 0; i < want.size(); ++i)
    if (want[i].state != results[i].state ||
        std::hypot(want[i].x - results[i].x, want[i].y - results[i].y) > kApart)
      ++apart;
  fmt::print("  {} of {} peaks lie elsewhere than the CPU's\n", apart, work.count);
  return apart == 0;
}

}  // namespace

bool run_filters(const std::string& text, double seconds, bool has_cuda) {
  const WindowFilters work = parse_window_filters(text);
  const FilterScene scene(work);
  fmt::print("{}\n", text);
  FiltersOnCpu alone(work, scene, 1), all(work, scene, 0);
  print("1 thread", median_us(seconds, 1, [&] { return alone.run_us(); }), work.count);
  print("all threads", median_us(seconds, 1, [&] { return all.run_us(); }), work.count);
  return !has_cuda || run_cuda(work, scene, seconds, alone.first);
}

}  // namespace fftcore::test
