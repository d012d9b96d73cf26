// SPDX-License-Identifier: LGPL-2.1-or-later
// GPUs that kernels are compiled for, as values and as text.
#include "gpu_target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fftcore/error.h"
#include "kinds.h"
#include "nvrtc.h"

namespace fftcore::test::gpu_target_test {
namespace {

using testing::HasSubstr;

constexpr const char* kOrin = "sm_87 shared=166912,threads=1024,units=16,cache=4194304";

TEST(GpuTarget, TextsSayAllButTheName) {
  EXPECT_EQ(to_string(known_gpu("orin-agx-64")), kOrin);
  EXPECT_EQ(to_string(parse_gpu_target(kOrin)), kOrin);
  for (const GpuTarget& gpu : known_gpus()) {
    EXPECT_EQ(to_string(parse_gpu_target(to_string(gpu))), to_string(gpu)) << gpu.name;
    EXPECT_GE(capability_of(gpu.architecture), 75) << gpu.name;
  }
}

TEST(GpuTarget, TextsThatAreNone) {
  for (const char* text :
       {"", "sm_87", "sm_87 shared=1,threads=1,units=1", "sm_87 threads=1,shared=1,units=1,cache=1",
        "sm_87 shared=0,threads=1,units=1,cache=1", "sm_87 shared=x,threads=1,units=1,cache=1",
        "87 shared=1,threads=1,units=1,cache=1", "sm_ shared=1,threads=1,units=1,cache=1",
        "sm_87a shared=1,threads=1,units=1,cache=1",
        "sm_87 shared=99999999999,threads=1,units=1,cache=1"})
    EXPECT_THROW(parse_gpu_target(text), InvalidArgument) << text;
  EXPECT_THROW(known_gpu("no GPU"), InvalidArgument);
}

/// What a device says of itself is what its target says, so the advice fits it.
TEST(GpuTarget, OfADevice) {
  const GpuTarget orin = known_gpu("orin-agx-64");
  EXPECT_EQ(to_string(target_of(info_of(orin))), kOrin);
  EXPECT_THAT(compile_advice("r2c 480x640", info_of(orin)),
              HasSubstr("--arch sm_87 --traits shared=166912,threads=1024,units=16,cache=4194304 "
                        "--output board.kernels 'r2c 480x640'"));
}

TEST(WorkText, TellsKindsApart) {
  const char* const texts[] = {
      "conv2d u8 12x20 k9x9 reflect same",
      "r2c 12x30",
      "match ccoeff-normed u8 40x36 p5x6",
      "phase f32 40x36",
      "denoise u8 12x20 b8 step4 wiener sigma=8",
      "warp u8 12x20 bicubic",
      "forward u8 46x80 replicate border=2,3,1,3 -> rows f32 64x96 stored=50",
      "rows f32 64x96 stored=50 times k5x6 conv -> rows f32 64x96 stored=46 normalized",
      "rows f32 64x96 stored=50 -> inverse u8 46x80 from 4,0",
      "windows zncc u8 40x36 w8x8 search=3 count=5",
      "filters u8 40x36 w8x8 count=5 filters=2",
      "stream 2x2 k48000 mix=full latency=64"};
  std::size_t kind = 0;
  for (const char* text : texts) EXPECT_EQ(parse_work(text).index(), kind++) << text;
  EXPECT_EQ(kind, std::variant_size_v<AnyWork>);
  EXPECT_THROW(parse_work("no work"), InvalidArgument);
}

TEST(WorkText, MaySayLessThanAll) {
  Convolution work = parse_convolution("conv2d u8 12x20 k9x9 reflect same frames=2");
  work.input.frames.stride += 8;
  EXPECT_TRUE(says_all(to_string(work), work));
  work.input.channels.stride = 8;  // of one channel, which nothing depends on
  EXPECT_FALSE(says_all(to_string(work), work));
}

}  // namespace
}  // namespace fftcore::test::gpu_target_test
