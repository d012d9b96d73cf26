// SPDX-License-Identifier: LGPL-2.1-or-later
// run() of windows, of filters and of warps takes no memory (hot_path_test.cpp).
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "fftcore/backend.h"
#include "memory_calls.h"
#include "test_image.h"

namespace places_hot_path_test {

using namespace fftcore;
using fftcore::test::memory_calls;

TEST(HotPath, WarpsNeitherTakeNorFreeMemory) {
  for (const char* text : {"warp u8 90x161x2 bicubic projective", "warp f64 90x161 lanczos"}) {
    Backend& backend = select_backend("cpu");
    const auto queue = backend.create_queue({.threads = 3});
    const Warp warp = parse_warp(text);
    const auto executable = backend.compile(warp, *queue);
    std::mt19937 random(1);
    oracle::TestImage in(warp.input), out(warp.output);
    in.set(oracle::random_samples(warp.input, random));
    const WarpMap map{0.8F, -0.6F, 70, 0.6F, 0.8F, -20, 0.001F, 0, 1};
    const long before = memory_calls();
    for (int i = 0; i < 5; ++i)
      executable->run(*queue, in.const_buffer(), {map.data()}, out.buffer());
    EXPECT_EQ(memory_calls() - before, 0) << text;
  }
}

TEST(HotPath, WindowsNeitherTakeNorFreeMemory) {
  for (const char* text : {"windows zncc u8 90x161x2 w16x16 weights=0.5,0.5 search=4 count=20",
                           "windows zncc f32 90x161 w24x24 search=20 count=20 mapped",
                           "windows phase u8 90x161 w32x32 count=20"}) {
    Backend& backend = select_backend("cpu");
    const auto queue = backend.create_queue({.threads = 3});
    const WindowCorrelation windows = parse_window_correlation(text);
    const auto executable = backend.compile(windows, *queue);
    std::mt19937 random(1);
    oracle::TestImage image(windows.image);
    image.set(oracle::random_samples(windows.image, random));
    std::vector<float> places;
    for (std::int64_t i = 0; i < windows.count; ++i) {
      const auto x = static_cast<float>(10 + 7 * i), y = static_cast<float>(20 + 2 * i) + 0.25F;
      places.insert(places.end(), {x, y, x + 0.5F, y});
      if (windows.is_mapped) places.insert(places.end(), {1, 0, 0, 1, 0.98F, 0.1F, -0.1F, 0.98F});
    }
    std::vector<WindowResult> results(static_cast<std::size_t>(windows.count));
    const long before = memory_calls();
    for (int i = 0; i < 5; ++i)
      executable->run(*queue, image.const_buffer(), image.const_buffer(), {places.data()},
                      {results.data()});
    executable->set_count(windows.count / 2);
    EXPECT_EQ(memory_calls() - before, 0) << text;
  }
}

TEST(HotPath, FiltersNeitherTakeNorFreeMemory) {
  for (const char* text : {"filters u8 90x161x3 w32x32 count=7 filters=7",
                           "filters f32 90x161 w15x24 count=7 filters=7 stored=f32"}) {
    Backend& backend = select_backend("cpu");
    const auto queue = backend.create_queue({.threads = 3});
    const WindowFilters filters = parse_window_filters(text);
    const auto executable = backend.compile(filters, *queue);
    std::mt19937 random(1);
    oracle::TestImage image(filters.image), stored(stored_filters(filters));
    image.set(oracle::random_samples(filters.image, random));
    std::vector<FilterPlace> places;
    for (int i = 0; i < 7; ++i)
      places.push_back({.x = 30.25F + static_cast<float>(9 * i),
                        .y = 40,
                        .filter = static_cast<float>(i),
                        .rate = i % 2 == 0 ? 0.1F : 0.0F,
                        .map = {1.1F, 0.1F, -0.1F, 1.1F}});
    std::vector<WindowResult> results(7);
    const long before = memory_calls();
    for (int i = 0; i < 5; ++i)
      executable->run(*queue, image.const_buffer(), {places.data()}, stored.buffer(),
                      {results.data()});
    executable->set_count(3);
    EXPECT_EQ(memory_calls() - before, 0) << text;
  }
}

}  // namespace places_hot_path_test
