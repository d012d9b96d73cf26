// SPDX-License-Identifier: LGPL-2.1-or-later
// What the peers call, as far as that needs no GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

#include "cufft_plan.h"
#include "fftcore/error.h"
#include "nvrtc.h"
#include "peer_kernels.h"
#include "work.h"

namespace bench {
namespace {

using namespace fftcore;

TEST(Cufft, SidesWithoutGaps) {
  const CufftSide side = dense_side(half_spectrum({6, 10}));
  EXPECT_EQ(side.embedded, (std::vector{6, 6}));
  EXPECT_EQ(side.stride, 1);
  EXPECT_EQ(side.distance, 36);
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

}  // namespace
}  // namespace bench
