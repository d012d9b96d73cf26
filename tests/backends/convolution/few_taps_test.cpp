// SPDX-License-Identifier: LGPL-2.1-or-later
// Few taps, summed up on GPUs without transforms, against the direct sum.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "few_taps_check.h"
#include "few_taps_list.h"
#include "fftcore/error.h"
#include "random_draws.h"
#include "test_backend.h"
#include "test_image.h"

namespace few_taps_test {

using namespace fftcore;

namespace {

class FewTaps : public testing::Test, public problems::RandomDraws {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
    if (problems::on_cpu()) GTEST_SKIP() << "Oracle.TheWholeList has the CPU's";
  }
  void TearDown() override { unsetenv("FFTCORE_PLAN"); }

  /// The problems, or the one that this is asked for (FFTCORE_TEST_PROBLEM).
  static std::vector<Convolution> chosen_of(const std::vector<std::string>& list) {
    const char* const only = std::getenv("FFTCORE_TEST_PROBLEM");
    std::vector<Convolution> chosen;
    for (const std::string& text : only != nullptr ? std::vector<std::string>{only} : list)
      chosen.push_back(parse_convolution(text));
    return chosen;
  }

  void expect_right(ConvolutionExecutable& executable, Queue& queue, const Convolution& problem,
                    const Taps& taps) {
    problems::expect_right(executable, queue, problem, taps, ++seed_);
  }
  Taps random_taps(const Convolution& problem) { return problems::random_taps(problem, engine()); }
  Taps products(const Convolution& problem, int count) {
    return problems::products(problem, count, engine());
  }

  /// Valid, or not: `valid` may leave nothing.
  Convolution draw(Extent least, Extent most) {
    constexpr std::array kElements = {SampleType::u8,  SampleType::u8,  SampleType::u16,
                                      SampleType::f16, SampleType::f32, SampleType::f32,
                                      SampleType::u12};
    Convolution work;
    work.operation =
        one_of(std::array{Operation::convolve, Operation::correlate, Operation::correlate_image});
    work.edge = one_of(std::array{EdgeMode::constant, EdgeMode::replicate, EdgeMode::reflect,
                                  EdgeMode::reflect_101, EdgeMode::wrap});
    work.region = one_of(std::array{Region::same, Region::same, Region::valid, Region::full});
    work.taps = {number(least.rows, most.rows), number(least.columns, most.columns)};
    const Extent image{number(1, 90), one_in(2) ? number(1, 300) : 4 * number(1, 75)};
    const std::int64_t channels = one_in(3) ? number(2, 4) : 1, frames = one_in(4) ? 2 : 1;
    const bool is_planar = one_in(2);
    const auto layout = [&](SampleType type, Extent extent) {
      const std::int64_t row = is_planar ? extent.columns : extent.columns * channels,
                         stride = one_in(3) ? row + number(1, 9) : (row + 3) / 4 * 4;
      return (is_planar ? Layout::planar(type, extent, channels, stride)
                        : Layout::interleaved(type, extent, channels, stride))
          .with_frames(frames);
    };
    const SampleType in = one_of(kElements);
    work.input = layout(in, image);
    work.output =
        layout(one_in(3) ? one_of(kElements) : in, output_extent(image, work.taps, work.region));
    if (one_in(4)) work.bias = 0.5F;
    return work;
  }

  /// Of convolutions that are drawn, by the rule; as `narrowed` makes them, where it likes them.
  template <class Narrowed>
  void expect_random_ones_right(const char* rule, Extent least, Extent most, Narrowed narrowed) {
    setenv("FFTCORE_PLAN", rule, 1);
    const auto queue = problems::backend().create_queue({});
    for (int done = 0; done < count(0, 4) && !HasFailure();) {
      Convolution work = draw(least, most);
      if (!narrowed(work)) continue;
      try {
        validate(work);
      } catch (const InvalidArgument&) {
        continue;
      }
      const auto executable = problems::backend().compile(work, *queue);
      expect_right(*executable, *queue, work, random_taps(work));
      expect_right(*executable, *queue, work, products(work, 1));
      ++done;
    }
  }

  /// Whether band matrices may be of samples that are no bytes: not on Turing.
  static bool takes_reals() {
    setenv("FFTCORE_PLAN", "bands", 1);
    try {
      problems::backend().compile(parse_convolution(problems::of_real_bands().front()),
                                  *problems::backend().create_queue({}));
      return true;
    } catch (const Unsupported& error) {
      if (std::string_view(error.what()).find("no matrices of TF32") == std::string_view::npos)
        throw;
      return false;
    }
  }

  unsigned seed_ = 0;
};

}  // namespace

TEST_F(FewTaps, SummedUpDirectlyAreRight) {
  setenv("FFTCORE_PLAN", "direct", 1);
  const auto queue = problems::backend().create_queue({});
  for (const Convolution& problem : chosen_of(problems::of_few_taps())) {
    const auto executable = problems::backend().compile(problem, *queue);
    expect_right(*executable, *queue, problem, random_taps(problem));
  }
}

TEST_F(FewTaps, ByTilesOfHalvesAreRight) {
  if (problems::backend_name() != "cuda") GTEST_SKIP() << "matrices are CUDA's";
  setenv("FFTCORE_PLAN", "half-tile", 1);
  const auto queue = problems::backend().create_queue({});
  for (const Convolution& problem : chosen_of(problems::of_half_tiles())) {
    const auto executable = problems::backend().compile(problem, *queue);
    expect_right(*executable, *queue, problem, random_taps(problem));
    expect_right(*executable, *queue, problem, products(problem, 1));
  }
}

// Taps that are a product, and taps that are none, one after the other, by one executable; and
// gains that would show what halves leave out.
TEST_F(FewTaps, ByBandMatricesAreRight) {
  if (problems::backend_name() != "cuda") GTEST_SKIP() << "matrices are CUDA's";
  setenv("FFTCORE_PLAN", "bands", 1);
  const auto queue = problems::backend().create_queue({});
  std::vector<Convolution> all = chosen_of(problems::of_bands());
  if (takes_reals())
    for (const Convolution& problem : chosen_of(problems::of_real_bands())) all.push_back(problem);
  for (const Convolution& problem : all) {
    const auto executable = problems::backend().compile(problem, *queue);
    EXPECT_EQ(executable->plan_text().find("bands"), 0U);
    for (const auto& taps : {products(problem, 1), random_taps(problem), products(problem, 1)})
      expect_right(*executable, *queue, problem, taps);
    executable->set_gain(1, 0);
  }
}

// Taps of any rank, one after the other, by one executable.
TEST_F(FewTaps, AsProductsAreRight) {
  setenv("FFTCORE_PLAN", "separable", 1);
  const auto queue = problems::backend().create_queue({});
  for (const Convolution& problem : chosen_of(problems::of_products())) {
    const auto executable = problems::backend().compile(problem, *queue);
    for (const Taps& taps : problems::taps_of_each_rank(problem, engine()))
      expect_right(*executable, *queue, problem, taps);
  }
}

TEST_F(FewTaps, DrawnAtRandomAreRight) {
  const auto any = [](const Convolution&) { return true; };
  expect_random_ones_right("direct", {1, 1}, {15, 15}, any);
  expect_random_ones_right("separable", {5, 5}, {33, 33}, any);
  if (problems::backend_name() != "cuda") return;
  expect_random_ones_right("bands", {1, 1}, {127, 127}, [](Convolution& work) {
    work.input.type = work.output.type = SampleType::u8;
    if (work.bias != 0) work.bias = 30;
    return work.input.columns.stride == 1;
  });
  if (!takes_reals()) return;
  expect_random_ones_right("bands", {1, 1}, {95, 95}, [](Convolution& work) {
    const Layout& in = work.input;
    work.input.type = work.output.type =
        in.rows.stride % 8 == 0 ? SampleType::f32 : SampleType::u16;
    return in.columns.stride == 1 && in.columns.extent >= 4 && in.rows.stride % 4 == 0 &&
           in.channels.stride % 4 == 0 && in.frames.stride % 4 == 0;
  });
}

// Frames go on while taps change their rank: each is by the old taps or by the new ones.
TEST_F(FewTaps, ChangeTheirRankWhileFramesRun) {
  setenv("FFTCORE_PLAN", "separable", 1);
  const auto queue = problems::backend().create_queue({});
  const Convolution problem = parse_convolution("conv2d f32 40x60 k7x5 reflect same");
  const auto executable = problems::backend().compile(problem, *queue);
  oracle::TestImage in(problem.input), out(problem.output);
  in.set(oracle::random_samples(problem.input, engine()));
  const std::vector<Taps> both{products(problem, 1), random_taps(problem)};
  std::vector<std::vector<double>> wanted;
  for (const Taps& taps : both) {
    expect_right(*executable, *queue, problem, taps);
    executable->set_gain(1, 0);
    executable->run(*queue, in.const_buffer(), out.buffer());
    wanted.push_back(out.get().values);
  }
  ASSERT_NE(wanted.front(), wanted.back());

  std::atomic<bool> is_done = false;
  std::jthread changes([&] {
    for (std::size_t i = 0; !is_done; ++i) executable->set_taps(both[i % both.size()]);
  });
  std::vector<int> seen(both.size());
  // The other thread may not run for some time.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  for (int frame = 0; frame < 100 || ((seen.front() == 0 || seen.back() == 0) &&
                                      std::chrono::steady_clock::now() < end);
       ++frame) {
    executable->run(*queue, in.const_buffer(), out.buffer());
    const std::vector<double> got = out.get().values;
    const bool is_first = got == wanted.front();
    ASSERT_TRUE(is_first || got == wanted.back()) << "frame " << frame;
    ++seen[is_first ? 0 : 1];
  }
  is_done = true;
  EXPECT_GT(seen.front(), 0);
  EXPECT_GT(seen.back(), 0);
}

}  // namespace few_taps_test
