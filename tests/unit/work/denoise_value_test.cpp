// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoise as a value: text, windows, powers, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "denoise_tables.h"
#include "fftcore/denoise.h"
#include "fftcore/error.h"

namespace denoise_value_test {

using namespace fftcore;

namespace {

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal_of(std::string_view text) {
  return message_of([&] { parse_denoise(text); });
}

template <class Change>
std::string refusal_after(Change change) {
  Denoise denoise = parse_denoise("denoise u8 48x64x3 b16 step4 wiener");
  change(denoise);
  return message_of([&] { validate(denoise); });
}

}  // namespace

TEST(DenoiseText, ReadsBackWhatItWrites) {
  for (const std::string text :
       {"denoise u8 1080x1920 b16 step4 wiener sigma=8",
        "denoise u8 1080x1920 b16 step4 before=1 after=1 wiener sigma=8",
        "denoise u8>f32 7x9 b8 step1 before=3 hard sigma=0",
        "denoise u10-high 33x40 b64 step32 after=2 temporal-window=hann gain sigma=8 gain=0.5",
        "denoise f32 1x1 b32 step8 window=kaiser keep-mean band power=63 gain=1.5 "
        "gain-outside=0.25 power-min=3 "
        "power-max=10",
        "denoise u16 33x40x3 b16 step2 planar pitch=64,64 soft-band sigma=2.5",
        "denoise u8 33x40x4 b16 step8 pitch=192,192 skip=8 wiener curve=0:10,0.25:4.5,0.5:0 beta=2 "
        "floor=0.1",
        "denoise u8 33x40 b16 step8 wiener sigma=3 curve=0:10",
        "denoise u8 33x40 b16 step8 wiener sigma=8 sharpen=0",
        "denoise u8 33x40 b16 step8 gain sigma=8 sharpen=0 dehalo=1 vertical-ratio=0",
        "denoise u8 33x40 b16 step8 wiener sigma=8 sharpen=-0.5 dehalo=2 sharpen-cutoff=0.25 "
        "sharpen-min=3 sharpen-max=30 halo-radius=1.5 halo-threshold=25 vertical-ratio=0.5"}) {
    const Denoise denoise = parse_denoise(text);
    EXPECT_EQ(to_string(denoise), text);
    EXPECT_EQ(parse_denoise(to_string(denoise)), denoise) << text;
  }
}

TEST(DenoiseText, ReadsShorterOnesToo) {
  EXPECT_EQ(parse_denoise("denoise u8 8x9 b16 step4 before=2"),
            parse_denoise("denoise u8 8x9 b16 step4 before=2 firm sigma=8"));
  EXPECT_EQ(parse_denoise("denoise u8 8x9 b16 step4 sigma=3"),
            parse_denoise("denoise u8 8x9 b16 step4 firm power=9"));
  EXPECT_EQ(parse_denoise("denoise u8 8x9 b16 step4 dehalo=1"),
            parse_denoise("denoise u8 8x9 b16 step4 firm sharpen=0 dehalo=1"));
}

TEST(DenoiseText, RefusesWhatItDoesNotUnderstand) {
  EXPECT_NE(refusal_of("denoise u8 8x9").find("bSIDE"), std::string::npos);
  EXPECT_NE(refusal_of("denoise u8 8 b16 step4").find("ROWSxCOLUMNS"), std::string::npos);
  EXPECT_NE(refusal_of("denoise u8 8x9 16 step4").find("bN"), std::string::npos);
  EXPECT_NE(refusal_of("denoise u8 8x9 b16 4").find("stepN"), std::string::npos);
  EXPECT_NE(refusal_of("denoise u8 8x9 b16 step4 soft").find("soft-band"), std::string::npos);
  EXPECT_NE(refusal_of("denoise u8 8x9 b16 step4 window=hat").find("kaiser"), std::string::npos);
  EXPECT_NE(refusal_of("denoise u8 8x9 b16 step4 sigma=-1").find("0 to 10000"), std::string::npos);
  EXPECT_NE(refusal_of("denoise u8 8x9 b16 step4 sigma=nan").find("0 to 10000"), std::string::npos);
  EXPECT_NE(refusal_of("denoise u8 8x9 b16 step4 curve=1").find("FREQUENCY:POWER"),
            std::string::npos);
  EXPECT_NE(refusal_of("denoise u8 99999999x9 b16 step4").find("65536"), std::string::npos);
}

TEST(DenoiseValue, RefusesWhatCannotBeDone) {
  const auto says = [](std::string_view what, auto change) {
    const std::string refusal = refusal_after(change);
    EXPECT_NE(refusal.find(what), std::string::npos) << refusal;
  };
  says("accepted", [](Denoise&) {});
  says("8, 16, 32 and 64", [](Denoise& d) { d.block = 24; });
  says("8, 4 and 2", [](Denoise& d) { d.step = 16; });
  says("8, 4 and 2", [](Denoise& d) { d.step = 1; });
  says("8, 4 and 2", [](Denoise& d) { d.step = 0; });
  says("0 to 3", [](Denoise& d) { d.before = 4; });
  says("0 to 3", [](Denoise& d) { d.after = -1; });
  says("f32", [](Denoise& d) { d.input.type = SampleType::f64; });
  says("48x64", [](Denoise& d) { d.output.rows.extent = 47; });
  says("1 of each", [](Denoise& d) { d.input = d.input.with_frames(2); });
  says("3 channels", [](Denoise& d) { d.skipped_channels = 8; });
  says("u8 and become f32", [](Denoise& d) {
    d.skipped_channels = 4;
    d.output = Layout::interleaved(SampleType::f32, {48, 64}, 3);
  });
  says("0 to 100000000",
       [](Denoise& d) { d.strength.power = std::numeric_limits<double>::quiet_NaN(); });
  says("above 0", [](Denoise& d) { d.strength.beta = 0; });
  says("0 to 1", [](Denoise& d) { d.strength.floor = 1.5; });
  says("0 to 1000", [](Denoise& d) { d.strength.gain = -1; });
  says("power_min is 600; 0 to 500", [](Denoise& d) { d.strength.power_min = 600; });
  says("above 0", [](Denoise& d) { d.strength.power_max = 0; });
  says("ascend", [](Denoise& d) { d.strength.curve = {{0.2, 1}, {0.2, 1}}; });
  says("0.75", [](Denoise& d) { d.strength.curve = {{0.8, 1}}; });
  says("sharpen is 1 and dehalo 0; 0 is allowed", [](Denoise& d) { d.strength.sharpen = 1; });
  says("dehalo 2; 0 is allowed", [](Denoise& d) { d.strength.dehalo = 2; });
  says("sharpen is -2; -1 to 100", [](Denoise& d) { d.strength.sharpen = -2; });
  says("0 to 100", [](Denoise& d) { d.strength.dehalo = -1; });
  says("at most 0.75", [](Denoise& d) { d.strength.sharpen_cutoff = 0; });
  says("sharpen_min is 30; 0 to 20", [](Denoise& d) { d.strength.sharpen_min = 30; });
  says("at most 10000", [](Denoise& d) { d.strength.sharpen_max = 1e5; });
  says("at most 64", [](Denoise& d) { d.strength.halo_radius = -1; });
  says("0 to 10000", [](Denoise& d) { d.strength.halo_threshold = 1e5; });
  says("0 to 10",
       [](Denoise& d) { d.strength.vertical_ratio = std::numeric_limits<double>::infinity(); });
  says("at most 64", [](Denoise& d) { d.strength.curve.resize(65); });
}

TEST(DenoiseTables, SquaresOfOverlappingWindowsAddUpToOne) {
  for (const std::string window :
       {"rectangle", "bartlett", "sine", "hann", "hamming", "blackman", "nuttall", "kaiser"})
    for (const std::string sides : {"b8 step1", "b16 step8", "b64 step16"}) {
      const Denoise denoise =
          parse_denoise("denoise u8 8x9 " + sides + " window=" + window + " wiener");
      const auto a = block_window(denoise);
      ASSERT_EQ(a.size(), static_cast<std::size_t>(denoise.block));
      for (std::int64_t first = 0; first < denoise.step; ++first) {
        double sum = 0;
        for (std::int64_t n = first; n < denoise.block; n += denoise.step)
          sum += a[static_cast<std::size_t>(n)] * a[static_cast<std::size_t>(n)];
        EXPECT_NEAR(sum, 1, 1e-14) << window << ' ' << sides;
      }
      for (std::size_t n = 0; n < a.size(); ++n)
        EXPECT_NEAR(a[n], a[a.size() - 1 - n], 1e-14) << window << ' ' << sides;
    }
}

TEST(DenoiseTables, TheFrameThatIsDenoisedCountsFully) {
  const auto t = frame_window(
      parse_denoise("denoise u8 8x9 b8 step4 before=1 after=2 temporal-window=hann wiener"));
  ASSERT_EQ(t.size(), 4U);
  EXPECT_NEAR(t[0], 0.75, 1e-14);  // sin^2(pi / 3)
  EXPECT_NEAR(t[1], 1, 1e-14);
  EXPECT_NEAR(t[2], 0.75, 1e-14);
  EXPECT_NEAR(t[3], 0.25, 1e-14);
  EXPECT_EQ(frame_window(parse_denoise("denoise u8 8x9 b8 step4 before=2 wiener")),
            (std::vector<double>{1, 1, 1}));
}

TEST(DenoiseTables, PowersAreThoseOfEightBits) {
  const auto scale_of = [](const char* element) {
    return power_scale(
        parse_denoise(std::string("denoise ") + element + " 8x9 b8 step4 before=1 after=1 wiener"));
  };
  // The squares of a window add up to the step along an axis.
  EXPECT_NEAR(scale_of("u8"), 1.0 / (4 * 4 * 3), 1e-14);
  EXPECT_NEAR(scale_of("u16") * 257 * 257, scale_of("u8"), 1e-12);
  EXPECT_NEAR(scale_of("f32") / (255.0 * 255), scale_of("u8"), 1e-12);
}

TEST(DenoiseTables, ThresholdsSuitNoise) {
  const auto sigmas = [](const std::string& rest) {
    const Denoise denoise = parse_denoise("denoise u8 9x9 b8 step2 " + rest);
    return std::sqrt(threshold_factor(denoise, denoise.strength));
  };
  // As fitted: denoise.h.
  EXPECT_NEAR(sigmas(""), 1.96, 1e-12);
  EXPECT_NEAR(sigmas("before=2 after=1"), 1.96 * 1.04, 1e-12);
  EXPECT_NEAR(sigmas("wiener"), 1.55, 1e-12);
  EXPECT_NEAR(sigmas("wiener beta=0.5"), 2.2 - 0.65 * std::pow(0.5, 0.8), 1e-12);
  EXPECT_NEAR(sigmas("hard"), 2.2, 1e-12);
  EXPECT_NEAR(sigmas("hard before=2 after=1"), 2.2 * 1.11, 1e-12);
  EXPECT_NEAR(sigmas("hard strength=0.5"), 1.1, 1e-12);
  EXPECT_EQ(sigmas("wiener beta=9"), 1) << "never less than the noise";
  EXPECT_EQ(sigmas("hard strength=3 sigma-is-threshold"), 1);
}

TEST(DenoiseTables, ThresholdsOfFirmAreLowerAtLowFrequencies) {
  const auto part = [](const std::string& rest, int x, int y) {
    const Denoise denoise = parse_denoise("denoise u8 9x9 b16 step4 sigma=3 " + rest);
    return std::sqrt(threshold_of(denoise, denoise.strength, x, y) /
                     (9 * threshold_factor(denoise, denoise.strength)));
  };
  for (const char* rest : {"", "before=1 after=1", "strength=0.5"}) {
    EXPECT_NEAR(part(rest, 0, 0), 1 - 0.12, 1e-12);
    EXPECT_NEAR(part(rest, 3, 12), 1 - 0.12 * std::exp(-(25.0 / 256) / (0.22 * 0.22)), 1e-12);
    EXPECT_NEAR(part(rest, 8, 8), 1, 1e-3);
  }
  for (const char* rest : {"wiener", "hard", "sigma-is-threshold"})
    EXPECT_NEAR(part(rest, 0, 0), 1, 1e-12) << rest;
}

TEST(DenoiseTables, CurvesAreLinesBetweenTheirPoints) {
  DenoiseStrength strength;
  strength.power = 7;
  EXPECT_EQ(noise_power(strength, 0.3), 7);
  strength.curve = {{0.1, 10}, {0.3, 20}, {0.5, 0}};
  EXPECT_EQ(noise_power(strength, 0), 10);
  EXPECT_EQ(noise_power(strength, 0.1), 10);
  EXPECT_NEAR(noise_power(strength, 0.2), 15, 1e-12);
  EXPECT_NEAR(noise_power(strength, 0.4), 10, 1e-12);
  EXPECT_EQ(noise_power(strength, 0.6), 0);
}

TEST(DenoiseTables, SharpeningRaisesHighFrequenciesAndHalosAreABand) {
  DenoiseStrength strength;
  strength.sharpen = 2;
  strength.dehalo = 3;
  EXPECT_EQ(sharpen_weight(strength, 64, 0, 0), 0);
  EXPECT_EQ(dehalo_weight(strength, 64, 0, 0), 0);
  // 1 - exp(-1/2) where f is the cutoff.
  strength.sharpen_cutoff = 8.0 / 64;
  EXPECT_NEAR(sharpen_weight(strength, 64, 8, 0), 2 * (1 - std::exp(-0.5)), 1e-12);
  EXPECT_NEAR(sharpen_weight(strength, 64, 32, 32), 2, 1e-6);
  // The peak of the band is at 0.545 / radius.
  strength.halo_radius = 0.54519 * 64 / 16;
  EXPECT_NEAR(dehalo_weight(strength, 64, 16, 0), 3, 1e-8);
  EXPECT_LT(dehalo_weight(strength, 64, 14, 0), 3);
  EXPECT_LT(dehalo_weight(strength, 64, 18, 0), 3);
  EXPECT_EQ(dehalo_weight(strength, 64, 0, 16), dehalo_weight(strength, 64, 16, 0));
  strength.vertical_ratio = 0;
  EXPECT_EQ(dehalo_weight(strength, 64, 0, 16), 0);
  EXPECT_EQ(sharpen_weight(strength, 64, 8, 5), sharpen_weight(strength, 64, 8, 0));
}

}  // namespace denoise_value_test
