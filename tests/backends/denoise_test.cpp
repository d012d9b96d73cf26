// SPDX-License-Identifier: LGPL-2.1-or-later
// Each denoising of the list against the definition in double.
#include "denoise_check.h"
#include "denoise_list.h"

using namespace fftcore;
using namespace denoisings;

namespace {

class DenoiseList : public denoisings::OnThisBackend<testing::TestWithParam<std::string>> {};

/// Those of FFTCORE_TEST_DENOISE alone, where it is set.
std::vector<std::string> list() {
  if (const char* one = std::getenv("FFTCORE_TEST_DENOISE")) return {one};
  return problems::denoisings();
}

}  // namespace

TEST_P(DenoiseList, IsRight) {
  const Denoise denoise = parse_denoise(GetParam());
  if (const auto ready = compile(denoise)) expect_right(*ready);
}

TEST_P(DenoiseList, WithoutNoiseThePictureComesBack) {
  Denoise denoise = parse_denoise(GetParam());
  if (oracle::is_real(denoise.output.element) || denoise.kind != DenoiseKind::wiener) return;
  denoise.strength.power = 0;
  denoise.strength.curve.clear();
  denoise.strength.sharpen = denoise.strength.dehalo = 0;
  const auto ready = compile(denoise);
  if (!ready) return;
  const auto frames = scenes(denoise, 2);
  EXPECT_EQ(ready->run(frames).values, frames[static_cast<std::size_t>(denoise.prev)].values);
}

INSTANTIATE_TEST_SUITE_P(Denoise, DenoiseList, testing::ValuesIn(list()));
