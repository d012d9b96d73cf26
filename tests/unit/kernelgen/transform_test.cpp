// SPDX-License-Identifier: LGPL-2.1-or-later
// Plain transforms of generated kernels against the definition in long double.
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "convolve_stages.h"
#include "device_run.h"
#include "emitter.h"
#include "line_kernel.h"

namespace fftcore::test::transform_test {
namespace {

constexpr double kUnit = 0x1p-24;

double bound(int n) {
  return 4 * kUnit * std::sqrt(std::log2(std::max(n, 2)));
}

struct Case {
  LineShape shape;
  int lines = 3;
  Work work{};
};

void expect_transform(const Case& c) {
  const auto n = static_cast<std::size_t>(c.shape.length);
  const auto count = static_cast<std::size_t>(c.lines);
  const std::int64_t element = c.shape.lines_adjacent ? c.lines : 1;
  const std::int64_t line = c.shape.lines_adjacent ? 1 : c.shape.length;
  LineSpec spec;
  spec.name = "transform";
  spec.shape = c.shape;
  spec.lines = {1, {{Dim::row, c.lines}}};
  spec.work = c.work;
  spec.load =
      ComplexLoad{ast::Storage::f32, {element, {0, {{Dim::row, line}}}, 0}, c.shape.length, 1};
  spec.store = ComplexStore{
      ast::Storage::f32, {element, {0, {{Dim::row, line}}}, 0}, c.shape.length, 1, false, 1};
  const std::vector<std::complex<float>> input = random_complex(n * count, 7);
  HostArguments arguments;
  arguments.buffers["input"] = bytes_of(input);
  arguments.buffers["output"] =
      bytes_of(std::vector<std::complex<float>>(input.size(), {NAN, NAN}));
  run(line_kernel(spec), arguments);
  const auto output = values_of<std::complex<float>>(arguments.buffers.at("output"));
  for (std::size_t l = 0; l < count; ++l) {
    std::vector<std::complex<float>> x(n);
    std::vector<std::complex<float>> y(n);
    for (std::size_t e = 0; e < n; ++e) {
      const std::size_t index =
          e * static_cast<std::size_t>(element) + l * static_cast<std::size_t>(line);
      x[e] = input[index];
      y[e] = output[index];
    }
    const double error =
        relative_error(y, dft(x, std::holds_alternative<Forward>(c.work) ? -1 : 1));
    EXPECT_LE(error, bound(c.shape.length))
        << fmt::format("length {} = {}, line {}", n, fmt::join(c.shape.radices, " * "), l);
    if (l == 0)
      testing::Test::RecordProperty(fmt::format("error_{}", n),
                                    fmt::format("{:.2f} u", error / kUnit));
    if (l == 0 && std::getenv("FFTCORE_SHOW") != nullptr)
      fmt::print("{} = {}: {:.2f} u of {:.2f} u\n", n, fmt::join(c.shape.radices, "*"),
                 error / kUnit, bound(c.shape.length) / kUnit);
  }
}

class Transform : public testing::Test {
 protected:
  void SetUp() override {
    if (device() == nullptr) GTEST_SKIP() << reason();
  }
};

TEST_F(Transform, OneButterfly) {
  for (const int n : {2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                      16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 29, 31, 32})
    expect_transform({shape_of({n})});
}

TEST_F(Transform, SeveralStages) {
  for (const auto& radices : std::vector<std::vector<int>>{{4, 4},
                                                           {8, 8, 8},
                                                           {16, 16, 8},
                                                           {24, 24},
                                                           {3, 5, 7},
                                                           {13, 11},
                                                           {2, 2, 2, 2, 2},
                                                           {16, 8, 9},
                                                           {10, 10, 10},
                                                           {16, 16, 16},
                                                           {32, 16, 16}})
    expect_transform({shape_of(radices)});
}

TEST_F(Transform, Inverse) {
  for (const auto& radices : std::vector<std::vector<int>>{
           {7}, {16, 16, 8}, {24, 24}, {3, 5, 7}, {16, 8, 9}, {32, 16, 16}})
    expect_transform({shape_of(radices), 3, Inverse{}});
}

TEST_F(Transform, ThreadsThatDoNotDivideTheButterflies) {
  for (const int threads : {48, 100}) {
    LineShape shape = shape_of({16, 8, 9});
    shape.threads = threads;
    expect_transform({shape});
  }
}

TEST_F(Transform, OneExchangeBuffer) {
  LineShape shape = shape_of({8, 8, 8, 2});
  shape.exchange_buffers = 1;
  expect_transform({shape});
}

TEST_F(Transform, AdjacentLinesWithSomeLeftOver) {
  LineShape shape = shape_of({24, 24});
  shape.lines_adjacent = true;
  shape.lines = 8;
  expect_transform({shape, 19});
}

TEST_F(Transform, SeveralLinesABlockWithSomeLeftOver) {
  LineShape shape = shape_of({6, 10});
  shape.lines = 4;
  expect_transform({shape, 7});
}

}  // namespace
}  // namespace fftcore::test::transform_test
