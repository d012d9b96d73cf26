// SPDX-License-Identifier: LGPL-2.1-or-later
// How far one value that is not finite reaches in transforms and stages: what it does not reach has
// the bits that it has without it. channels_test.cpp and unseen_test.cpp have the rest.
#include <limits>

#include "spectrum_run.h"
#include "transform_run.h"

namespace reach_test {

using namespace fftcore;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class ReachOfTransforms : public transforms::OnThisBackend {};
class ReachOfStages : public stages::OnThisBackend<testing::Test> {};

}  // namespace

TEST_F(ReachOfTransforms, IsTheirOwnPartOfTheBatch) {
  for (const char* text :
       {"r2c 30 batch=9", "c2c 12x20 batch=3", "c2r 35 batch=3", "c2c 13 batch=5"}) {
    const Transform transform = parse_transform(text);
    std::mt19937 random(12);
    transforms::Values values = transforms::random_values(transform, random);
    const transforms::Values before = transforms::run(transform, values);
    const std::int64_t count = transform.batches[0].extent;
    const std::size_t each = before.size() / static_cast<std::size_t>(count);
    values[values.size() / static_cast<std::size_t>(count) + 3] = kNaN;  // of the second one
    const transforms::Values got = transforms::run(transform, values);
    for (std::size_t i = 0; i < got.size(); ++i)
      if (i / each != 1) {
        ASSERT_EQ(got[i], before[i]) << text << ": value " << i;
      }
    EXPECT_TRUE(std::isnan(got[each].real())) << text;
  }
}

TEST_F(ReachOfStages, IsTheirChannel) {
  for (const char* text : {"conv2d f32 30x40x3 k5x3 reflect same | rows to-rows",
                           "conv2d f32 30x40x2 k5x3 wrap same | both to-both"}) {
    const auto ready = compile(text);
    std::mt19937 random(13);
    ready->multiply->set_taps(oracle::random_kernels(ready->chain.problem, random));
    const Layout& layout = ready->chain.forward.image;
    oracle::Samples image = oracle::random_samples(layout, random);
    const auto run = [&] {
      oracle::TestImage memory(layout);
      memory.set(image);
      return ready->run(memory).get();
    };
    const oracle::Samples before = run();
    image.at(1, 15, 20) = kNaN;
    const oracle::Samples got = run();
    for (std::int64_t c = 0; c < got.channels; ++c)
      for (std::int64_t y = 0; c != 1 && y < got.rows; ++y)
        for (std::int64_t x = 0; x < got.columns; ++x)
          ASSERT_EQ(got.at(c, y, x), before.at(c, y, x)) << text << ": channel " << c;
    EXPECT_TRUE(std::isnan(got.at(1, 15, 20))) << text;
  }
}

}  // namespace reach_test
