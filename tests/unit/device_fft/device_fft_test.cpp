// SPDX-License-Identifier: LGPL-2.1-or-later
// Texts of FFTs for users' kernels, and what they say of themselves.
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fftcore/device_fft.h"
#include "fftcore/error.h"
#include "golden_files.h"

namespace fftcore::test::device_fft_test {
namespace {

TEST(DeviceFft, TextAndValueAreTheSame) {
  for (const char* text :
       {"block c2c 256", "thread c2c 8 f64 inverse",
        "block r2c 1000 f16 packed folded ept=10 ffts=3", "block c2r 30 full sm=80,90"}) {
    const DeviceFft fft = parse_device_fft(text);
    EXPECT_EQ(to_string(fft), text);
    EXPECT_EQ(parse_device_fft(to_string(fft)), fft);
  }
}

TEST(DeviceFft, SaysWhatThreadsHave) {
  const DeviceFftTraits seven = traits_of(parse_device_fft("block c2c 7 ept=4 ffts=5"));
  EXPECT_EQ(seven.stride, 2);
  EXPECT_EQ(seven.storage_size, 4);
  EXPECT_EQ(seven.threads, 10);
  const DeviceFftTraits packed = traits_of(parse_device_fft("block r2c 64 packed ept=8"));
  EXPECT_TRUE(packed.is_input_real);
  EXPECT_EQ(packed.input_length, 64);
  EXPECT_EQ(packed.output_length, 32);
  EXPECT_EQ(packed.input_elements_per_thread, 8);
  EXPECT_EQ(packed.output_elements_per_thread, 4);
  const DeviceFftTraits folded = traits_of(parse_device_fft("block c2r 64 folded ept=8"));
  EXPECT_EQ(folded.stride, 4);
  EXPECT_EQ(folded.input_length, 33);
  EXPECT_EQ(folded.output_length, 32);
  EXPECT_EQ(folded.storage_size, 9);
  EXPECT_EQ(traits_of(parse_device_fft("block c2c 64 f16")).implicit_batching, 2);
}

/// Every text fits the shared memory of its targets: in whole values, or in parts by turns.
TEST(DeviceFft, FitsItsTargets) {
  constexpr int kKilobyte = 1024;
  for (const auto& [text, bytes] :
       {std::pair{"block c2c 32768 sm=80,90", 163}, std::pair{"block c2c 16384 f64 sm=90", 227},
        std::pair{"block c2c 24389 sm=86", 99}, std::pair{"block c2c 16384 sm=75", 64},
        std::pair{"block r2c 24570 folded", 48}, std::pair{"block c2c 8191 sm=90", 227},
        std::pair{"block c2c 12288", 48}})
    EXPECT_LE(traits_of(parse_device_fft(text)).shared_bytes, bytes * kKilobyte) << text;
}

/// Threads of a warp exchange without the block having to wait, where lines are that short.
TEST(DeviceFft, ShortTransformsWaitForTheirWarpOnly) {
  const auto waits = [](const char* text) {
    const std::string source = device_source(parse_device_fft(text), Language::cuda, "fft");
    const std::string body = source.substr(0, source.find("struct fft {"));
    return body.find("__syncwarp()") != std::string::npos;
  };
  EXPECT_TRUE(waits("block c2c 256"));
  EXPECT_TRUE(waits("block c2c 1024"));
  EXPECT_FALSE(waits("block c2c 4096"));
  EXPECT_FALSE(waits("block r2c 512 folded"));
}

TEST(DeviceFft, TextsAreTheSameEachTime) {
  for (const char* text : {"block c2c 360 ept=7", "block r2c 202 folded f64"})
    for (const Language language : {Language::cuda, Language::opencl})
      EXPECT_EQ(device_source(parse_device_fft(text), language, "a"),
                device_source(parse_device_fft(text), language, "a"));
}

TEST(DeviceFft, RefusesWhatIsNoName) {
  const DeviceFft fft = parse_device_fft("thread c2c 4");
  for (const char* name : {"", "1a", "a b", "a-b", "\xc3\xa4"})
    EXPECT_THROW(device_source(fft, Language::cuda, name), InvalidArgument) << name;
  EXPECT_NO_THROW(device_source(fft, Language::cuda, "_a1"));
}

// OpenCL's text has one, for its spellings: halves as an extension, constants, local memory.
TEST(Golden, EmittedFfts) {
  GoldenFiles files(FFTCORE_GOLDEN_FOLDER "/device_fft");
  const char* halves = "block c2r 8 packed f16 ept=2 ffts=1";
  for (const auto& [name, text] :
       {std::pair{"fft_block_8", "block c2c 8 ept=4 ffts=2"},
        std::pair{"fft_thread_4", "thread r2c 4 folded"}, std::pair{"fft_half_8", halves}})
    files.expect(fmt::format("{}.cu", name),
                 device_source(parse_device_fft(text), Language::cuda, name));
  files.expect("fft_half_8.cl",
               device_source(parse_device_fft(halves), Language::opencl, "fft_half_8"));
  files.expect_no_others();
}

}  // namespace
}  // namespace fftcore::test::device_fft_test
