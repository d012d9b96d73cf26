// SPDX-License-Identifier: LGPL-2.1-or-later
// What of bench_cuda needs no GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "circular.h"
#include "cufft_plan.h"
#include "direct_sum.h"
#include "fftcore/error.h"
#include "nvrtc.h"
#include "options.h"
#include "peer_kernels.h"
#include "reference.h"
#include "report.h"
#include "statistics.h"
#include "work.h"

namespace bench {
namespace {

using namespace fftcore;

TEST(Statistics, MedianAndQuartilesAsNumpyHasThem) {
  const Summary five = summary_of({5, 1, 4, 2, 3});
  EXPECT_EQ(five.least, 1);
  EXPECT_EQ(five.lower_quartile, 2);
  EXPECT_EQ(five.median, 3);
  EXPECT_EQ(five.upper_quartile, 4);
  EXPECT_EQ(five.most, 5);
  EXPECT_EQ(five.samples, 5U);
  const Summary four = summary_of({10, 40, 20, 30});
  EXPECT_DOUBLE_EQ(four.lower_quartile, 17.5);
  EXPECT_DOUBLE_EQ(four.median, 25);
  EXPECT_DOUBLE_EQ(four.upper_quartile, 32.5);
  const Summary one = summary_of({7});
  EXPECT_EQ(one.lower_quartile, 7);
  EXPECT_EQ(one.upper_quartile, 7);
  EXPECT_THROW(summary_of({}), std::invalid_argument);
}

TEST(Cases, EachIsReadByTheLibraryAndNamedOnce) {
  std::set<std::string> names;
  for (const Case& one : gpu_cases()) {
    SCOPED_TRACE(one.text);
    EXPECT_TRUE(names.insert(one.name).second);
    const Task task = parse_task(one.text);
    std::visit([](const auto& value) { validate(value); }, task);
    EXPECT_GT(bytes_of(task), 0);
    EXPECT_GT(flops_of(task), bytes_of(task) / 4);
    if (one.name.starts_with("circular")) {
      EXPECT_EQ(bytes_of(task), 2.0 * 512 * 1024 * 1024);
    }
  }
}

TEST(Cases, FlopsByTheUsualCount) {
  EXPECT_EQ(flops_of(parse_task("c2c 1024 batch=3")), 3 * 5 * 1024 * 10.0);
  EXPECT_EQ(flops_of(parse_task("r2c 1024 batch=3")), 3 * 2.5 * 1024 * 10.0);
  EXPECT_EQ(flops_of(parse_task("conv2d f32 8x1024 k1x1024 wrap same frames=2")),
            16 * (5 * 1024 * 10.0 + 3 * 1024));
  EXPECT_EQ(flops_of(parse_task("conv2d f32 24x56 k9x9 reflect same")), 5 * 2048 * 11.0 + 3 * 2048);
}

TEST(Cases, ACorrelationsFrameIsReadOnce) {
  EXPECT_EQ(bytes_of(parse_task("phase u8 1080x1920")), 1080.0 * 1920);
  EXPECT_EQ(flops_of(parse_task("phase u8 32x32 no-window")), 5 * 1024 * 10.0 + 5 * 1024);
}

TEST(Reference, AShiftGoesEitherWay) {
  const auto error = [&](int frame, double x, double y) {
    Result result;
    result.shift = {x, y};
    result.frame = frame;
    return check_shift(result);
  };
  EXPECT_TRUE(error(1, kShift[0], kShift[1]).is_right());
  EXPECT_TRUE(error(0, -kShift[0], -kShift[1] + 0.4).is_right());
  EXPECT_FALSE(error(0, kShift[0], kShift[1]).is_right());
  EXPECT_EQ(error(1, kShift[0], kShift[1] + 2).error, 2);
  EXPECT_FALSE(error(1, NAN, kShift[1]).is_right());
}

/// The input of a Convolution as the oracle takes it.
oracle::Samples whole_input(const Convolution& problem) {
  oracle::Samples samples = oracle::samples_of(problem.input);
  for (std::size_t i = 0; i < samples.values.size(); ++i)
    samples.values[i] = input_value(i, problem.input.element);
  return samples;
}

TEST(Reference, OnePlaceIsThatOfTheWholeDirectSum) {
  for (const char* text :
       {"conv2d f32 9x11 k4x5 constant same frames=3", "corr2d f32 9x11 k4x5 replicate same",
        "conv2d u8 9x11 k5x4 reflect same frames=2", "conv2d f32 12x7 k3x6 reflect-101 same",
        "corr2d u8 12x7 k2x3 wrap same", "corr2d u10-high 12x7 k2x3 wrap same",
        "conv2d f32 5x16 k1x16 wrap same frames=2"}) {
    SCOPED_TRACE(text);
    const Convolution problem = parse_convolution(text);
    const Taps taps = bench_taps(problem.taps);
    const oracle::Samples whole = oracle::direct_sum(problem, whole_input(problem), taps);
    for (const Place& place : checked_places(problem))
      ASSERT_NEAR(exact_output(problem, taps, place),
                  whole.at(place.frame, 0, 0, place.row, place.column), 1e-12);
  }
}

TEST(Reference, PlacesHoldCornersOfTheFirstAndLastFrame) {
  const Convolution problem =
      parse_convolution("conv2d u8 720x1280 k15x15 reflect-101 same frames=4");
  const std::vector<Place> places = checked_places(problem);
  EXPECT_GE(places.size(), 400U);
  int near_top = 0;
  for (const Place& place : places) {
    ASSERT_TRUE(place.frame >= 0 && place.frame < 4 && place.row >= 0 && place.row < 720 &&
                place.column >= 0 && place.column < 1280);
    near_top += place.row < 15 ? 1 : 0;
  }
  EXPECT_GE(near_top, 30);
  for (const std::int64_t frame : {0, 3})
    for (const std::int64_t row : {0, 719})
      for (const std::int64_t column : {0, 1279})
        EXPECT_TRUE(std::any_of(places.begin(), places.end(), [&](const Place& p) {
          return p.frame == frame && p.row == row && p.column == column;
        }));
}

TEST(Work, PixelsSpreadAndResultsKeepTheirRange) {
  const Convolution problem = parse_convolution("conv2d u8 64x64 k15x15 reflect-101 same");
  const oracle::Samples result =
      oracle::direct_sum(problem, whole_input(problem), bench_taps(problem.taps));
  double sum = 0, squares = 0;
  for (const double value : result.values) {
    sum += value;
    squares += value * value;
  }
  const double count = static_cast<double>(result.values.size()), mean = sum / count;
  EXPECT_NEAR(mean, 127.5, 5);
  // else a misplaced result would pass for rounding
  EXPECT_GT(std::sqrt(squares / count - mean * mean), 10);
}

/// Circular convolution by its definition.
double convolved(const std::vector<float>& grid, const std::vector<double>& x,
                 const Circular& circular, int row, int column) {
  double sum = 0;
  for (int y = 0; y < circular.rows; ++y)
    for (int x_ = 0; x_ < circular.columns; ++x_) {
      const int from_row = ((row - y) % circular.rows + circular.rows) % circular.rows;
      const int from_column =
          ((column - x_) % circular.columns + circular.columns) % circular.columns;
      sum += grid[static_cast<std::size_t>(y * circular.columns + x_)] *
             x[static_cast<std::size_t>(from_row * circular.columns + from_column)];
    }
  return sum;
}

TEST(Circular, TheKernelsGridGivesTheProblemsResult) {
  for (const char* text :
       {"conv2d f32 9x11 k4x5 replicate same", "corr2d f32 9x11 k4x5 reflect-101 same",
        "conv2d f32 3x16 k1x16 wrap same", "corr2d f32 3x16 k1x7 wrap same",
        "conv2d f32 6x7 k3x4 constant same"}) {
    SCOPED_TRACE(text);
    const Convolution problem = parse_convolution(text);
    const Taps taps = bench_taps(problem.taps);
    const oracle::Samples input = whole_input(problem),
                          exact = oracle::direct_sum(problem, input, taps);
    const bool is_line = is_circular_line(problem);
    const Circular circular = is_line ? circular_line(problem) : circular_frame(problem, 16, 20);
    const std::vector<float> grid = kernel_grid(problem, taps, circular);
    const auto rows = static_cast<int>(problem.input.rows.extent),
               columns = static_cast<int>(problem.input.columns.extent);
    std::vector<double> x(static_cast<std::size_t>(circular.points()));
    for (int line = 0; line < (is_line ? rows : 1); ++line) {
      // As the kernel `pad` lays a frame out.
      for (int y = 0; y < (is_line ? 1 : circular.extended_rows); ++y)
        for (int k = 0; k < (is_line ? columns : circular.extended_columns); ++k) {
          const auto row =
              is_line ? line : oracle::walk_edge(y - circular.rows_before, rows, problem.edge);
          const auto column =
              is_line ? k : oracle::walk_edge(k - circular.columns_before, columns, problem.edge);
          x[static_cast<std::size_t>(y * circular.columns + k)] =
              row < 0 || column < 0 ? 0 : input.at(0, row, column);
        }
      for (int row = 0; row < (is_line ? 1 : rows); ++row)
        for (int column = 0; column < columns; ++column)
          ASSERT_NEAR(convolved(grid, x, circular, row, column),
                      exact.at(0, is_line ? line : row, column), 1e-6);
    }
  }
}

TEST(Cufft, GridsToTry) {
  EXPECT_EQ(smooth_extents(1950), (std::vector{1960, 2000, 2048}));
  EXPECT_EQ(smooth_extents(1110), (std::vector{1120, 1152}));
  EXPECT_EQ(smooth_extents(2), (std::vector{2, 16, 128}));
  EXPECT_FALSE(is_smooth(11));
}

TEST(PeerKernels, CompileForEveryGeneration) {
  try {
    Nvrtc::shared();
  } catch (const BackendUnavailable& why) {
    GTEST_SKIP() << why.what();
  }
  for (const int capability : {75, 90}) {
    const Nvrtc& nvrtc = Nvrtc::shared();
    const CudaBinary binary =
        nvrtc.compile("peer_kernels", peer_kernels(), nvrtc.architecture_for(capability));
    EXPECT_FALSE(binary.code.empty());
    EXPECT_EQ(binary.log.find("warning"), std::string::npos) << binary.log;
    for (std::size_t at = binary.log.find("bytes stack frame"); at != std::string::npos;
         at = binary.log.find("bytes stack frame", at + 1))
      EXPECT_EQ(binary.log.substr(at - 2, 2), "0 ") << binary.log;
  }
}

TEST(Options, AreReadAndRefused) {
  const char* words[] = {"bench_cuda", "--filter", "1080p.*u8", "--peers",  "^cuFFT$", "--seconds",
                         "0.5",        "--json",   "x.json",    "--device", "1"};
  const Options options = parse_options(11, words);
  EXPECT_TRUE(options.wants("1080p u8 31x31", ""));
  EXPECT_FALSE(options.wants("1080p f32", "conv2d f32"));
  EXPECT_TRUE(options.wants_peer("cuFFT") && options.wants_peer("fftcore"));
  EXPECT_FALSE(options.wants_peer("cuFFT+frame"));
  EXPECT_EQ(options.seconds, 0.5);
  EXPECT_EQ(options.json, "x.json");
  EXPECT_EQ(options.device, 1);
  for (const std::vector<const char*>& bad : {std::vector{"bench_cuda", "--what"},
                                              {"bench_cuda", "--json"},
                                              {"bench_cuda", "--seconds", "-1"},
                                              {"bench_cuda", "--device", "1x"},
                                              {"bench_cuda", "--filter", "("},
                                              {"bench_cuda", "--peers", "["}})
    EXPECT_THROW(parse_options(static_cast<int>(bad.size()), bad.data()), InvalidArgument);
}

CaseResult some_result() {
  CaseResult result{{"a \"case\"", "conv2d ...", "kin"}, 4000, 8000, {}, {}};
  for (const PeerKind& kind : peer_kinds())
    result.rows.push_back({kind.name, Status::not_done, "no\nway", {}, {}});
  result.rows[kOurs] = {"fftcore", Status::timed, "plan", {1e-7, 1e-6}, {summary_of({10}), 3, 1}};
  result.rows[kFloor] = {"copy", Status::timed, "", {0, 0}, {summary_of({5}), 3, 1}};
  result.rows[2] = {"cuFFT", Status::timed, "", {1e-7, 1e-6}, {summary_of({25, 25}), 3, 5}};
  result.rows[3] = {"cuFFT+frame", Status::wrong, "", {NAN, 1e-6}, {}};
  return result;
}

TEST(Report, RatiosAndReasons) {
  const CaseResult result = some_result();
  const std::string table = table_of(result);
  EXPECT_NE(table.find("2.50"), std::string::npos) << table;  // cuFFT over ours
  EXPECT_NE(table.find("50"), std::string::npos) << table;    // per cent of the copy
  EXPECT_NE(table.find("wrong"), std::string::npos) << table;
  EXPECT_NE(table.find("not done by cuFFT+frame, in place; VkFFT; fftcore, three-pass"),
            std::string::npos)
      << table;
  const std::string json = json_of({}, {result});
  EXPECT_NE(json.find(R"("ratio": 2.5000, "of_floor": 0.2000)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("error": null)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"(a \"case\")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"(no\u000away)"), std::string::npos) << json;
}

TEST(Report, NothingIsARatioWhereOursWasNotTimed) {
  CaseResult result = some_result();
  result.rows[kOurs] = {"fftcore", Status::not_done, "no way", {}, {}};
  EXPECT_NE(table_of(result).find("not done  no way"), std::string::npos) << table_of(result);
  EXPECT_EQ(json_of({}, {result}).find("\"ratio\""), std::string::npos);
  EXPECT_EQ(medians_of({result, result}), "");
}

TEST(Report, MediansOverCases) {
  EXPECT_NE(medians_of({some_result(), some_result()}).find("median over 2 cases 2.50 times ours"),
            std::string::npos);
}

}  // namespace
}  // namespace bench
