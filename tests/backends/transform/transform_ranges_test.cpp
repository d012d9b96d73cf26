// SPDX-License-Identifier: LGPL-2.1-or-later
// Zero padding and pruning: ranges at the beginning, in the middle and at the end of axes, on both
// sides. Whatever is not to be read holds NaN, and whatever is not to be written must stay.
#include <cmath>
#include <complex>
#include <string>
#include <tuple>

#include "little_memory.h"
#include "transform_long_list.h"
#include "transform_run.h"

namespace transforms::transform_ranges_test {
namespace {

using namespace fftcore;

class TransformRanges : public OnThisBackend {};

TEST_F(TransformRanges, OfOneAxis) {
  expect_right({"c2c 64 zero=0:20",
                "c2c 64 zero=20:40",
                "c2c 64 zero=40:64",
                "c2c 61 zero=50:11 inverse",
                "c2c 64 keep=0:20",
                "c2c 64 keep=20:40",
                "c2c 64 keep=40:64 in-place batch=3",
                "c2c 64 zero=64:20 keep=64:20",
                "c2c 61 keep=50:11",
                "c2c 61 zero=60:59 keep=30:31 in-place",
                "r2c 64 zero=0:21 keep=3:30",
                "r2c 64 zero=20:41 keep=20:4",
                "r2c 63 zero=60:5 keep=0:7 in-place",
                "c2r 64 zero=0:2 keep=0:33",
                "c2r 64 zero=20:31 keep=31:64",
                "c2r 63 zero=31:8 keep=50:3 in-place",
                "dct1 20 zero=3:9 keep=19:2",
                "dct2 36 zero=20:4 keep=3:36",
                "dct3 35 zero=0:30 keep=10:20 in-place",
                "dct4 36 zero=30:7 keep=35:1",
                "dst1 21 zero=8:20 keep=0:20",
                "dst2 36 zero=0:1 keep=35:36 f64",
                "dst3 12 zero=6:7 keep=11:3 batch=70",
                "dst4 15 zero=2:14 keep=1:14",
                "r2c 2048 zero=1500:100 keep=900:1025",
                "c2c 3000 f16 zero=2000:1000 keep=2990:10"},
               problems::transforms_of_ranges());
}

TEST_F(TransformRanges, OfSeveralAxes) {
  expect_right(
      {"c2c 16x20 zero=3:9x15:4 keep=12:3x1:7", "c2c 16x20 zero=3:9x15:4 keep=12:3x1:7 in-place",
       "c2c 16x20 zero=8:16x10:20 keep=0:8x0:10", "c2c 16x20 zero=0:8x0:0 keep=0:0x0:10 f32-in-f64",
       "r2c 12x10x14 zero=6:12x5:10x7:14 keep=2:5x9:3x2:7",
       "r2c 12x10x14 zero=10:4x3:5x9:2 keep=11:1x0:10x7:2 in-place batch=2",
       "c2r 12x10x14 zero=6:12x5:10x4:8 keep=2:5x9:3x2:7",
       "c2r 12x10x14 zero=6:12x5:10x7:3 keep=10:5x9:3x12:7 in-place",
       "r2c 3x7x8 batch=3 zero=2:1x4:3x0:0 keep=0:0x5:6x2:3",
       "dct2 12x10x14 zero=6:12x5:10x7:14 keep=2:5x9:3x2:7 ortho",
       "dst4 9x14 zero=7:1x3:9 keep=7:2x10:3 batch=3 in-place"},
      problems::transforms_of_several_ranges());
}

/// Lines in two launches and three, and chirped ones, each by pieces of the whole.
TEST_F(TransformRanges, OfLongLines) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limit";
  const LittleMemory device(problems::kLittleMemory);
  for (const std::string& text : problems::long_transforms_of_ranges()) expect_right(text);
}

/// A band-limited signal, twice as finely sampled: its spectrum, with zeros in the midst, where an
/// array of the larger size has the high frequencies.
TEST_F(TransformRanges, InterpolatesByZerosInTheMidstOfTheSpectrum) {
  const Transform coarse = parse_transform("c2c 9x15");
  const Transform fine = parse_transform("c2c 18x30 inverse zero=5:14x8:23");
  std::mt19937 random(5);
  const Values signal = random_values(coarse, random);
  const Values bins = run(coarse, signal);
  Values wide(18 * 30);
  for (std::size_t y = 0; y < 9; ++y)
    for (std::size_t x = 0; x < 15; ++x)
      wide[(y < 5 ? y : y + 9) * 30 + (x < 8 ? x : x + 15)] = bins[y * 15 + x];
  const Values samples = run(fine, wide);
  Values every_second;
  for (std::size_t y = 0; y < 9; ++y)
    for (std::size_t x = 0; x < 15; ++x)
      every_second.push_back(samples[2 * y * 30 + 2 * x] / 135.0L);
  EXPECT_LE(worst_error(coarse, every_second, signal), 2 * oracle::transform_bound(fine));
}

/// Padding on the side of the signal, as linear convolution has it: at the end, at the beginning,
/// and at both.
TEST_F(TransformRanges, PaddingMovesTheSignalOnly) {
  std::mt19937 random(6);
  const Transform at_end = parse_transform("r2c 24x40 zero=12:24x20:40");
  const Values signal = random_values(at_end, random);
  const auto moved = [&](std::size_t rows, std::size_t columns) {
    Values values(signal.size());
    for (std::size_t y = 0; y < 12; ++y)
      for (std::size_t x = 0; x < 20; ++x)
        values[(y + rows) % 24 * 40 + (x + columns) % 40] = signal[y * 40 + x];
    return values;
  };
  const Values bins = run(at_end, signal);
  for (const auto& [text, rows, columns] : {std::tuple{"r2c 24x40 zero=0:12x0:20", 12, 20},
                                            std::tuple{"r2c 24x40 zero=20:8x35:15", 8, 15},
                                            std::tuple{"r2c 24x40 zero=4:16x5:25", 16, 25}}) {
    Values turned = bins;
    for (std::int64_t v = 0; v < 24; ++v)
      for (std::int64_t u = 0; u < 21; ++u)
        turned[static_cast<std::size_t>(v * 21 + u)] *=
            std::polar(1.0L, -2 * std::acos(-1.0L) *
                                 static_cast<long double>(v * rows * 5 + u * columns * 3) / 120);
    const Transform transform = parse_transform(text);
    EXPECT_LE(worst_error(transform,
                          run(transform, moved(static_cast<std::size_t>(rows),
                                               static_cast<std::size_t>(columns))),
                          turned),
              2 * oracle::transform_bound(transform))
        << text;
  }
}

/// Of lines that nobody wants, and of lines of zeros, no transform is done.
TEST_F(TransformRanges, NoTransformOfWhatNobodyWants) {
  if (!problems::on_cpu()) GTEST_SKIP() << "transform_launch_test counts a GPU's lines";
  const auto queue = problems::backend().create_queue({});
  const auto text = [&](const char* of) {
    return problems::backend().compile(parse_transform(of), *queue)->plan_text();
  };
  EXPECT_NE(text("c2c 16x20").find("16 lines"), std::string::npos);
  EXPECT_NE(text("c2c 16x20").find("20 lines"), std::string::npos);
  const std::string some = text("c2c 16x20 zero=3:9x0:0 keep=0:0x15:4");
  EXPECT_NE(some.find("10 lines"), std::string::npos) << some;
  EXPECT_NE(some.find("9 lines"), std::string::npos) << some;
}

}  // namespace
}  // namespace transforms::transform_ranges_test
