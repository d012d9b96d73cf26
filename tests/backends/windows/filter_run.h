// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters of windows on the backend under test, and places to try them at.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string_view>
#include <vector>

#include "fftcore/error.h"
#include "filter_oracle.h"
#include "half.h"
#include "search_run.h"
#include "test_backend.h"

namespace filters_test {

using fftcore::FilterPlace, fftcore::WindowFilters, fftcore::WindowResult, fftcore::WindowState;
using oracle::Samples;

/// Compiled for the backend under test, with filters that have learned nothing.
class Ready {
 public:
  explicit Ready(const WindowFilters& wanted, int threads = 2)
      : filters(wanted),
        queue(problems::backend().create_queue({.threads = threads})),
        executable(problems::backend().compile(filters, *queue)),
        stored(numbers_of_filter() * static_cast<std::size_t>(filters.filters) *
               (filters.stored == fftcore::SampleType::f16 ? 2 : 4)) {}

  std::size_t numbers_of_filter() const {
    const fftcore::Layout layout = fftcore::stored_filters(filters);
    return static_cast<std::size_t>(layout.rows.extent * layout.columns.extent);
  }
  double number(std::size_t at) const {
    if (filters.stored == fftcore::SampleType::f16)
      return static_cast<double>(reinterpret_cast<const oracle::Half*>(stored.data())[at]);
    return static_cast<double>(reinterpret_cast<const float*>(stored.data())[at]);
  }

  /// Results of as many windows as there are places.
  std::vector<WindowResult> run(const Samples& image, std::vector<FilterPlace> places) {
    const oracle::TestImage buffer = searches::image_of(filters.image, image);
    const std::size_t used = places.size(), all = static_cast<std::size_t>(filters.count);
    places.resize(all);
    std::vector<WindowResult> results(all);
    executable->set_count(static_cast<std::int64_t>(used));
    executable->run(*queue, buffer.const_buffer(), {places.data()}, {stored.data()},
                    {results.data()});
    queue->wait();
    EXPECT_TRUE(buffer.padding_is_untouched());
    for (std::size_t i = used; i < all; ++i) EXPECT_EQ(results[i].deviation, 0) << "row " << i;
    results.resize(used);
    return results;
  }

  const WindowFilters filters;
  std::unique_ptr<fftcore::Queue> queue;
  std::unique_ptr<fftcore::FilterExecutable> executable;
  std::vector<std::byte> stored;
};

/// Skipped where the machine lacks the backend, or the backend the work.
template <class Base>
class OnThisBackend : public Base {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
  std::unique_ptr<Ready> compile(std::string_view text, int threads = 2) {
    try {
      return std::make_unique<Ready>(fftcore::parse_window_filters(text), threads);
    } catch (const fftcore::Unsupported& error) {
      if (problems::on_cpu()) throw;
      [&] { GTEST_SKIP() << error.what(); }();
      return nullptr;
    }
  }
};

}  // namespace filters_test
