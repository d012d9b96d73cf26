// SPDX-License-Identifier: LGPL-2.1-or-later
// Each chain of the list, stage by stage, against the definitions in long double.
// FFTCORE_TEST_STAGE: one chain alone.
#include <cmath>
#include <cstdlib>

#include "channel_bits.h"
#include "spectrum_check.h"
#include "spectrum_list.h"

namespace spectrum_test {

using namespace fftcore;
using namespace stages;

namespace {

std::vector<std::string> asked_for() {
  const char* one = std::getenv("FFTCORE_TEST_STAGE");
  return one != nullptr ? std::vector<std::string>{one} : problems::stages();
}

/// Of those, the ones that are a convolution of the image as a whole.
std::vector<std::string> convolutions() {
  std::vector<std::string> list;
  for (const std::string& text : asked_for())
    if (text.find(" spectrum") == std::string::npos && text.find(" hann") == std::string::npos &&
        text.find(" from=") == std::string::npos)
      list.push_back(text);
  return list;
}

class Stages : public OnThisBackend<testing::TestWithParam<std::string>> {
 protected:
  std::unique_ptr<Ready> compile() { return OnThisBackend::compile(GetParam()); }
  std::mt19937 random{static_cast<unsigned>(std::hash<std::string>{}(GetParam()))};
};
class WholeChains : public Stages {};

}  // namespace

TEST_P(Stages, ForwardIsRight) {
  expect_forward_right(*compile(), random);
}

TEST_P(Stages, ProductIsRight) {
  expect_product_right(*compile(), random);
}

TEST_P(Stages, InverseIsRight) {
  expect_inverse_right(*compile(), random);
}

/// All three against the convolution summed directly.
TEST_P(WholeChains, AreTheConvolution) {
  const auto ready = compile();
  const Convolution& problem = ready->chain.problem;
  const TestImage image = random_image(problem.input, random);
  const std::vector<Taps> taps = oracle::averaging_kernels(problem, random);
  ready->multiply->set_taps(taps);
  const Samples got = ready->run(image).get(),
                want = oracle::direct_sum(problem, image.get(), taps);
  const bool is_half = ready->chain.forward.spectrum.type == SampleType::f16,
             is_real = oracle::is_real(problem.output.type);
  const Extent points = ready->chain.forward.spectrum.points;
  for (std::int64_t c = 0; c < got.channels; ++c) {
    if (oracle::names(problem.skipped_channels, c)) continue;
    double squares = 0, most = 0;
    for (std::int64_t y = 0; y < got.rows; ++y)
      for (std::int64_t x = 0; x < got.columns; ++x) {
        const double error =
            got.at(c, y, x) - oracle::clamped(want.at(c, y, x), problem.output.type);
        squares += error * error;
        most = std::isnan(error) ? INFINITY : std::max(most, std::abs(error));
      }
    const double bound = oracle::error_bound(
        problem, image.get(), taps, static_cast<double>(points.rows * points.columns), 0, c);
    if (is_real)  // f16 spectra, and f16 samples: each rounds once more
      EXPECT_LE(std::sqrt(squares), bound * (is_half                                  ? 2048
                                             : problem.output.type == SampleType::f16 ? 1024
                                                                                      : 1));
    else
      EXPECT_LE(most, is_half ? 2 : 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Stage, Stages, testing::ValuesIn(asked_for()));
INSTANTIATE_TEST_SUITE_P(Stage, WholeChains, testing::ValuesIn(convolutions()));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(WholeChains);

}  // namespace spectrum_test
