// SPDX-License-Identifier: LGPL-2.1-or-later
// Texts with numbers far out of range, field by field: each is read or refused. The sanitizers look
// for what overflows on the way.
#include <gtest/gtest.h>

#include <string>

#include "fftcore/convolution.h"
#include "fftcore/denoise.h"
#include "fftcore/error.h"
#include "fftcore/search.h"
#include "fftcore/transform.h"
#include "fftcore/warp.h"

namespace extreme_text_test {

using namespace fftcore;

namespace {

const std::vector<std::string> kExtremes = {"0",
                                            "1",
                                            "-1",
                                            "2147483647",
                                            "-2147483648",
                                            "268435456",
                                            "4294967296",
                                            "65536",
                                            "9223372036854775807",
                                            "-9223372036854775808",
                                            "1073741824",
                                            "99944073709551614",
                                            "1e38",
                                            "-3.4e38",
                                            "1e-45",
                                            "inf",
                                            "nan"};

/// Calls read(text) for the text with each number in it replaced by each extreme one.
template <class Read>
void replace_each_number(const std::string& text, const Read& read) {
  const std::string digits = "0123456789.";
  int refused = 0;
  for (std::size_t at = text.find_first_of(digits); at != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_not_of(digits, at), text.size());
    for (const std::string& extreme : kExtremes) {
      const std::string changed = text.substr(0, at) + extreme + text.substr(end);
      try {
        read(changed);
      } catch (const InvalidArgument& error) {
        ++refused;
        EXPECT_STRNE(error.what(), "") << changed;
      }
    }
    at = text.find_first_of(digits, end);
  }
  EXPECT_GT(refused, 10) << text;
}

}  // namespace

TEST(ExtremeText, OfConvolutions) {
  for (const char* text :
       {"conv2d u8 480x640x3 k31x31 replicate full planar pitch=700,800 bias=1 skip=1 frames=2",
        "conv3d f32 65536x65536x65536x4 k8191x8191x8191 wrap full planar pitch=100",
        "conv2d u8 480x640x2 k3x3 wrap same pitch=2560,2560 pixel=4,4 channel=2,2 frames=3",
        "conv3d u8 8x9x10 k3x3x3 wrap valid slice=120,56 frame=1000,336 frames=3 filters=3",
        "corr1d f32 640x4 k31 wrap full pitch=5000 filters=3 mix=full",
        "conv2d u8 0x640 k0x3 wrap same pixel=3", "conv2d u8 480x0 k3x0 wrap same pixel=3"})
    replace_each_number(text, [](const std::string& changed) { parse_convolution(changed); });
}

TEST(ExtremeText, OfSearches) {
  replace_each_number(
      "match ccoeff-normed u8 480x640x3 p5x5 planar pitch=700 weights=1,2,3,4 peaks=2 radius=3 "
      "templates=4 flat=5",
      [](const std::string& changed) { parse_matching(changed); });
  replace_each_number(
      "phase f32 65536x65536x4 planar pitch=70000 weights=1,2,3,4 peaks=2 radius=3 noise=4 "
      "bandwidth=5",
      [](const std::string& changed) { parse_phase_correlation(changed); });
}

TEST(ExtremeText, OfDenoisings) {
  replace_each_number(
      "denoise u8 480x640x3 b16 step4 planar pitch=700,800 skip=1 before=1 after=2 wiener sigma=8 "
      "curve=0:1,0.25:2 beta=2 floor=1 gain=2 gain-outside=3 power-min=4 power-max=5 sharpen=1 "
      "dehalo=2 "
      "sharpen-cutoff=0.25 sharpen-min=3 sharpen-max=4 halo-radius=5 halo-threshold=6 "
      "vertical-ratio=7",
      [](const std::string& changed) { parse_denoise(changed); });
}

TEST(ExtremeText, OfWarps) {
  replace_each_number(
      "warp u8 480x640x3 out=50x60 planar pitch=700,800 pixel=1,2 bicubic edge=constant fill=7 "
      "projective scale=2,3 origin=4,5",
      [](const std::string& changed) { parse_warp(changed); });
}

TEST(ExtremeText, OfTransforms) {
  for (const char* text :
       {"r2c 5x480x640 batch=3x4x5 zero=0:0x0:0x0:0 in=9,8,7,6,5,1 offset=7,8",
        "c2r 480x640 batch=3 in-place normalized in=9,8,1 out=18,16,1 offset=4,8"})
    replace_each_number(text, [](const std::string& changed) { parse_transform(changed); });
}

TEST(ExtremeText, SaysWhichRowStridesAreAllowed) {
  try {
    parse_matching("match ccoeff-normed u8 480x640x3 p5x5 planar pitch=99944073709551614");
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(),
                 "99944073709551614 elements of row stride; 1 to 268435456 are allowed");
  }
}

}  // namespace extreme_text_test
