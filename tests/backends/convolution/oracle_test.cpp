// SPDX-License-Identifier: LGPL-2.1-or-later
// Each problem of the list, by each rule that can plan it, against the direct sum.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "convolution_check.h"
#include "fftcore/error.h"
#include "problem_list.h"
#include "test_backend.h"
#include "test_image.h"

namespace oracle_test {

using namespace fftcore;

namespace {

class Oracle : public problems::ByRule {
 protected:
  void check(const Convolution& problem, const std::vector<Taps>& taps, float gain, float offset) {
    std::unique_ptr<ConvolutionExecutable> executable;
    try {
      if (!queue_) queue_ = problems::backend().create_queue({.threads = 2});
      executable = problems::backend().compile(problem, *queue_);
    } catch (const Unsupported&) {
      return;  // this rule has no plan; another one must (checked by TheWholeList)
    }
    ++compiled_;
    problems::expect_right(*executable, *queue_, problem, taps, gain, offset,
                           static_cast<unsigned>(compiled_));
  }

  std::unique_ptr<Queue> queue_;
  std::size_t compiled_ = 0;
};

}  // namespace

TEST_P(Oracle, TheWholeList) {
  std::mt19937 random(1);
  // A GPU compiles kernels for each problem: there every pair of choices meets once.
  // FFTCORE_TEST_PROBLEM: this one alone.
  const char* const only = std::getenv("FFTCORE_TEST_PROBLEM");
  const bool is_tile = std::string_view(GetParam()) == "tile";
  const auto list = only != nullptr      ? std::vector<std::string>{only}
                    : problems::on_cpu() ? problems::all()
                    : is_tile            ? problems::in_tiles()
                                         : problems::on_gpus();
  int valid = 0;
  for (const auto& text : list) {
    Convolution problem;
    try {
      problem = parse_convolution(text);
    } catch (const InvalidArgument&) {
      // `valid` of taps larger than the image: refused, as executable_test.cpp checks
      continue;
    }
    ++valid;
    const bool integers = !oracle::is_real(problem.output.type);
    // Averaging taps keep integers in range; a gain and an offset that move them a little out of it
    // test the clamp.
    check(problem,
          integers ? oracle::averaging_kernels(problem, random)
                   : oracle::random_kernels(problem, random),
          integers ? 1.4F : -0.75F, integers ? -20.0F : 0.25F);
  }
  if (only != nullptr) return;
  if (!problems::on_cpu()) {
    EXPECT_EQ(compiled_, valid);
    EXPECT_GT(valid, is_tile ? 8 : 40);
    return;
  }
  const std::string_view rule = GetParam();
  const bool volumes = rule == "five-pass", direct = rule == "direct" || rule == "separable";
  // What is left to transforms: complex numbers, double precision, channels that mix.
  if (direct) {
    EXPECT_GT(compiled_, 800U);
  } else {
    EXPECT_EQ(compiled_, volumes ? problems::volumes().size()
                                 : static_cast<std::size_t>(valid) - problems::volumes().size());
  }
  EXPECT_GT(valid, 600);
}

INSTANTIATE_TEST_SUITE_P(Rule, Oracle,
                         testing::Values("direct", "separable", "tile", "partitions", "three-pass",
                                         "five-pass"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace oracle_test
