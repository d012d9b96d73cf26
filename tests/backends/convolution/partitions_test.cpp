// SPDX-License-Identifier: LGPL-2.1-or-later
// The CPU's rule `partitions`, with blocks far smaller than it would choose, so that small problems
// have all that large ones have: several partitions, windows and strips.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "convolution_check.h"
#include "cpu_backend.h"
#include "cpu_executable.h"
#include "fftcore/error.h"
#include "partitions.h"
#include "problem_list.h"
#include "select_engine.h"

namespace partitions_test {

using namespace fftcore;

namespace {

class Draw {
 public:
  std::int64_t from(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, std::max(least, most))(random_);
  }
  /// A way to cut an axis: small halves, or one partition in blocks that are not much larger.
  PartitionAxis axis(std::int64_t outputs, std::int64_t taps, std::int64_t multiple_of) {
    constexpr std::array<std::int64_t, 9> kSizes = {2, 4, 6, 8, 10, 12, 16, 24, 32};
    if (outputs == 1 && taps == 1) return axis_of_one(multiple_of, 1, 1);
    if (from(0, 2) != 0) return axis_of_halves(kSizes[from(1, 8)], outputs, taps);
    std::int64_t size = taps + from(0, 2 * taps + 8);
    while (std::ranges::none_of(kSizes, [&](auto good) { return size % good == 0; })) ++size;
    return axis_of_one(fast(size + size % multiple_of), outputs, taps);
  }

 private:
  /// 2^k or 3 * 2^k.
  static std::int64_t fast(std::int64_t least) {
    std::int64_t power = 2;
    while (power < least) power *= 2;
    return power / 4 * 3 >= least ? power / 4 * 3 : power;
  }
  std::mt19937 random_{7};
};

Plan drawn_plan(Draw& draw, const Convolution& problem, const DeviceTraits& traits) {
  const Extent out = problem.output.extent();
  const PartitionAxis rows = draw.axis(out.rows, problem.taps.rows, 1),
                      columns = draw.axis(out.columns, problem.taps.columns, 2);
  return partition_plan(
      problem, rows, columns,
      {draw.from(1, rows.grid), draw.from(1, std::min<std::int64_t>(columns.grid, 5))}, traits);
}

}  // namespace

/// Every fifth problem of the list that has no volumes, each with other blocks.
TEST(Partitions, OfAnySizeAreRight) {
  const auto queue = cpu_backend()->create_queue({.threads = 2});
  Draw draw;
  std::mt19937 random(3);
  int done = 0, several = 0, strips = 0;
  const std::vector<std::string> list = problems::all();
  for (std::size_t i = 0; i < list.size(); i += 5) {
    Convolution problem;
    try {
      problem = parse_convolution(list[i]);
    } catch (const InvalidArgument&) {
      continue;  // `valid` of taps larger than the image
    }
    if (problem.input.slices.extent > 1 || problem.taps.slices > 1) continue;
    const Plan plan = drawn_plan(draw, problem, cpu_traits(2));
    const auto& blocks = std::get<PartitionPlan>(plan.geometry);
    several += blocks.partitions.rows > 1 && blocks.partitions.columns > 1;
    strips += blocks.window.rows < blocks.grid.rows && blocks.window.columns < blocks.grid.columns;
    const auto executable = make_partition_executable(problem, plan, 2, select_fft_engine());
    const bool integers = !oracle::is_real(problem.output.type);
    SCOPED_TRACE(to_string(plan));
    problems::expect_right(*executable, *queue, problem,
                           integers ? oracle::averaging_kernels(problem, random)
                                    : oracle::random_kernels(problem, random),
                           integers ? 1.4F : -0.75F, integers ? -20.0F : 0.25F,
                           static_cast<unsigned>(++done));
  }
  EXPECT_GT(done, 100);
  EXPECT_GT(several, 12);
  EXPECT_GT(strips, 12);
}

/// A pulse brings out the taps, wherever it is: in the first block, across blocks, in the last one.
TEST(Partitions, BringOutManyTapsOfAPulse) {
  const Convolution problem = parse_convolution("conv1d f32 1500000 k70001 constant same");
  const auto queue = cpu_backend()->create_queue({.threads = 2});
  const Plan plan = partition_plan(problem, axis_of_one(1, 1, 1),
                                   axis_of_halves(32768, 1500000, 70001), {1, 16}, cpu_traits(2));
  ASSERT_GT(std::get<PartitionPlan>(plan.geometry).partitions.columns, 4);
  const auto executable = make_partition_executable(problem, plan, 2, select_fft_engine());
  Taps taps{{1, 70001}, std::vector<double>(70001)};
  for (std::size_t i = 0; i < taps.values.size(); ++i)
    taps.values[i] = static_cast<double>(i % 1009) / 1009 - 0.5;
  executable->set_taps(taps);
  std::vector<float> signal(1500000), result(1500000);
  for (const std::int64_t place : {0, 16383, 16384, 777777, 1499999}) {
    signal[static_cast<std::size_t>(place)] = 1;
    executable->run(*queue, {signal.data()}, {result.data()});
    signal[static_cast<std::size_t>(place)] = 0;
    double worst = 0;
    for (std::int64_t n = 0; n < 1500000; ++n) {
      const std::int64_t tap = n - place + 35000;
      const double want = tap >= 0 && tap < 70001 ? taps.values[static_cast<std::size_t>(tap)] : 0;
      worst = std::max(worst, std::abs(result[static_cast<std::size_t>(n)] - want));
    }
    EXPECT_LT(worst, 1e-6) << place;
  }
}

}  // namespace partitions_test
