// SPDX-License-Identifier: LGPL-2.1-or-later
// Each denoising of the list against the definition in double.
#include "denoise_check.h"
#include "denoise_list.h"

namespace denoise_test {

using namespace fftcore;
using namespace denoisings;

namespace {

class DenoiseList : public denoisings::OnThisBackend<testing::TestWithParam<std::string>> {};

/// Those of FFTCORE_TEST_DENOISE alone, where it is set.
std::vector<std::string> list() {
  if (const char* one = std::getenv("FFTCORE_TEST_DENOISE")) return {one};
  return problems::denoisings();
}

class WienerOfIntegers : public DenoiseList {};

/// The factor of Wiener's kind is 1 without noise, and integers come back without rounding.
std::vector<std::string> wieners_of_integers() {
  std::vector<std::string> chosen;
  for (const std::string& text : list()) {
    const Denoise denoise = parse_denoise(text);
    if (!oracle::is_real(denoise.output.type) && denoise.kind == DenoiseKind::wiener)
      chosen.push_back(text);
  }
  return chosen;
}

}  // namespace

TEST_P(DenoiseList, IsRight) {
  expect_right(*compile(GetParam()));
}

TEST_P(WienerOfIntegers, WithoutNoiseThePictureComesBack) {
  Denoise denoise = parse_denoise(GetParam());
  denoise.strength.power = 0;
  denoise.strength.curve.clear();
  denoise.strength.sharpen = denoise.strength.dehalo = 0;
  const auto ready = compile(denoise);
  const auto frames = scenes(denoise, 2);
  EXPECT_EQ(ready->run(frames).values, frames[static_cast<std::size_t>(denoise.before)].values);
}

INSTANTIATE_TEST_SUITE_P(Denoise, DenoiseList, testing::ValuesIn(list()));
INSTANTIATE_TEST_SUITE_P(Denoise, WienerOfIntegers, testing::ValuesIn(wieners_of_integers()));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(WienerOfIntegers);  // FFTCORE_TEST_DENOISE

}  // namespace denoise_test
