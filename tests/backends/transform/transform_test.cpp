// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms against their definition in long double: every kind, lengths of every sort, 1 to 8
// axes, batches, strides, offsets, in place. A GPU compiles kernels for each transform: it has
// shorter lists.
#include <algorithm>
#include <sstream>
#include <string>

#include "transform_list.h"
#include "transform_run.h"

namespace transform_test {

using namespace fftcore;
using namespace transforms;

namespace {

class Transforms : public OnThisBackend {};

}  // namespace

/// FFTCORE_TEST_TRANSFORM: that one alone, or many, one a line.
TEST_F(Transforms, TheOneAskedFor) {
  const char* const texts = std::getenv("FFTCORE_TEST_TRANSFORM");
  if (texts == nullptr) GTEST_SKIP() << "FFTCORE_TEST_TRANSFORM is not set";
  std::istringstream lines(texts);
  for (std::string text; std::getline(lines, text);) expect_right(text);
}

TEST_F(Transforms, EveryLength) {
  Texts on_cpu;
  std::vector<int> lengths = {100,  127,  128,  243,  256,  360,  449,  512,  617,  625, 997,
                              1000, 1001, 1024, 1234, 1331, 2187, 4096, 4199, 6000, 8192};
  for (int n = 1; n <= 40; ++n) lengths.push_back(n);
  for (const int n : lengths)
    for (const char* kind : {"c2c {}", "c2c {} inverse", "r2c {}", "c2r {}",
                             "c2c {} inverse normalized", "c2r {} normalized"}) {
      std::string text = kind;
      text.replace(text.find("{}"), 2, std::to_string(n));
      on_cpu.push_back(text);
    }
  expect_right(on_cpu, problems::transforms_of_every_length());
}

TEST_F(Transforms, LongOnes) {
  expect_right({"c2c 32768", "r2c 65536", "c2r 65520", "c2c 4099", "r2c 100000 batch=3",
                "c2c 33000 batch=2 in=1,2 out=1,2"},
               {"c2c 32768"});
}

TEST_F(Transforms, ManyAxes) {
  Texts on_cpu;
  for (const char* kind : {"c2c", "r2c", "c2r"})
    for (const char* rest : {"1x1",
                             "1x7",
                             "7x1",
                             "16x16",
                             "30x64",
                             "17x19",
                             "449x6",
                             "64x50x1",
                             "8x9x10",
                             "7x11x13",
                             "1x5x16",
                             "12x20 batch=5",
                             "5x6 batch=2x3x4",
                             "3x4x5 batch=7",
                             "31 batch=100",
                             "10x12 normalized",
                             "4x6x8 in-place",
                             "9x15 in-place batch=3",
                             "101 in-place batch=9",
                             "6x10x7 in-place normalized batch=2"})
      on_cpu.push_back(std::string(kind) + " " + rest);
  expect_right(on_cpu, problems::transforms_of_many_axes());
}

/// As many as there may be, of every kind, short as they are.
TEST_F(Transforms, UpToEightAxes) {
  Texts on_cpu;
  for (const char* kind : {"c2c", "c2c {} inverse", "r2c", "c2r", "dct2", "dst1"})
    for (const char* rest :
         {"3x4x5x6", "2x3x1x5x4 normalized", "2x3x2x3x2x7 in-place", "3x1x2x2x3x1x5 batch=2x3",
          "2x3x2x1x2x3x2x4", "2x2x2x2x2x2x2x2 f64", "3x2x2x3x2x2x2x5 in-place batch=2 normalized",
          "2x37x3x5 f16", "1x1x1x1x1x1x1x1", "2x1x3x2x2 batch=2x2x3 f32-in-f64"}) {
      const std::string words = rest;
      const std::size_t end = words.find(' ');
      std::string text = kind;
      const std::size_t hole = text.find("{}");
      const std::string extents = words.substr(0, end),
                        more = end == std::string::npos ? "" : words.substr(end);
      if (hole == std::string::npos)
        text += " " + extents;
      else
        text.replace(hole, 2, extents);
      on_cpu.push_back(text + more);
    }
  for (const std::string& text : problems::strided_transforms_of_many_axes())
    on_cpu.push_back(text);
  expect_right(on_cpu, problems::transforms_of_up_to_eight_axes());
}

/// Of the user's, besides the other scales, where lines lie and where they are gathered.
TEST_F(Transforms, Scales) {
  expect_right(
      {"c2c 1 scale=-3", "c2c 100 inverse scale=0.3", "c2c 100 batch=50 scale=0.3",
       "r2c 31 batch=300 scale=1e20", "c2r 961 batch=9 f64 normalized scale=-1e200",
       "c2r 961 batch=9 scale=1e-20", "c2c 17 batch=300 in-place scale=7",
       "r2c 16x18 normalized scale=-0.7", "c2r 5x6x7 in-place scale=3e-10", "r2c 30 f16 scale=0.01",
       "c2c 8x9 f32-in-f64 scale=3", "c2c 449 scale=0.1", "dct2 12x14 ortho scale=5",
       "dst3 9x7 inverse normalized scale=-0.2", "dct1 64 batch=9 scale=1e10"},
      problems::scaled_transforms());
}

TEST_F(Transforms, StridesAndOffsets) {
  const Texts texts = problems::strided_transforms();
  expect_right(texts, texts);
}

/// Real parts and imaginary parts apart, on one side or on both.
TEST_F(Transforms, PlanarValues) {
  const Texts texts = problems::planar_transforms();
  expect_right(texts, texts);
}

/// What padding stands for is NaN in memory, and lines that are all padding are not even looked at.
/// (GPUs get no padding of what lies in the host's memory: tests/unit/kernelgen has their NaN.)
TEST_F(Transforms, ZeroPaddingIsNotRead) {
  expect_right({"c2c 64 zero=20:64", "r2c 64 zero=33:64", "r2c 61 zero=30:61", "c2r 64 zero=10:33",
                "c2c 16x20 zero=8:16x10:20", "r2c 12x10x14 zero=6:12x5:10x7:14",
                "c2r 12x10x14 zero=6:12x5:10x4:8", "c2c 8x8x8 zero=4:8x0:0x4:8 in-place",
                "r2c 20x30 zero=10:20x15:30 in-place batch=2", "c2c 449 zero=225:449 inverse"},
               problems::padded_transforms());
}

TEST_F(Transforms, ImpulseLinearityShift) {
  const Texts on_cpu = {"c2c 449", "c2c 1234", "c2c 30x64", "r2c 997", "r2c 1000", "r2c 7x9x10"},
              on_gpus = {"c2c 1000", "c2c 449", "r2c 30x64", "r2c 7x9x10"};
  for (const std::string& text : problems::on_cpu() ? on_cpu : on_gpus) {
    const Transform transform = parse_transform(text);
    std::mt19937 random(3);
    const double bound = 3 * oracle::transform_bound(transform);
    const Values a = random_values(transform, random), b = random_values(transform, random);
    Values impulse(a.size()), mixed = a, shifted = a;
    impulse[0] = 1;
    const Values ones = run(transform, impulse);
    EXPECT_LE(worst_error(transform, ones, Values(ones.size(), 1)), bound) << text;

    for (std::size_t i = 0; i < a.size(); ++i)
      mixed[i] = Wide(static_cast<float>((2.0L * a[i] - 3.0L * b[i]).real()),
                      static_cast<float>((2.0L * a[i] - 3.0L * b[i]).imag()));
    const Values fa = run(transform, a), fb = run(transform, b);
    Values sum = fa;
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = 2.0L * fa[i] - 3.0L * fb[i];
    EXPECT_LE(worst_error(transform, run(transform, mixed), sum), bound) << text;

    // Along axis 0 by 5: bin k turns by exp(-2 pi i 5 k / n).
    const std::int64_t n = transform.axes[0].extent, bins = oracle::output_extents(transform)[0];
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto x = static_cast<std::int64_t>(i) % n;
      shifted[i - static_cast<std::size_t>(x) + static_cast<std::size_t>((x + 5) % n)] = a[i];
    }
    Values turned = fa;
    for (std::size_t i = 0; i < turned.size(); ++i)
      turned[i] *= std::polar(
          1.0L, -2 * std::numbers::pi_v<long double> *
                    static_cast<long double>(5 * (static_cast<std::int64_t>(i) % bins) % n) /
                    static_cast<long double>(n));
    EXPECT_LE(worst_error(transform, run(transform, shifted), turned), bound) << text;
  }
}

TEST_F(Transforms, TheSameBitsWhateverTheThreads) {
  const Texts on_cpu = {"c2c 449x30", "r2c 1000 batch=37", "c2r 12x20x31"},
              on_gpus = {"c2r 12x20x30"};
  for (const std::string& text : problems::on_cpu() ? on_cpu : on_gpus) {
    const Transform transform = parse_transform(text);
    std::mt19937 random(4);
    const Values values = random_values(transform, random);
    const Values first = run(transform, values, 1);
    for (const int threads : {1, 2, 3}) EXPECT_EQ(run(transform, values, threads), first) << text;
  }
}

/// One transform of a batch knows nothing of the others: not of their size, not of their NaN.
TEST_F(Transforms, ABatchIsManyTransforms) {
  const Texts on_cpu = {"c2c 48 batch=9", "r2c 49 batch=9", "c2r 10x12 batch=9", "c2c 97 batch=9"},
              on_gpus = {"c2c 48 batch=9", "r2c 49 batch=9", "r2c 48 batch=9", "c2r 10x12 batch=9",
                         "c2c 97 batch=9"};
  for (const std::string& text : problems::on_cpu() ? on_cpu : on_gpus) {
    const Transform transform = parse_transform(text);
    std::mt19937 random(5);
    Values values = random_values(transform, random);
    const std::size_t one = values.size() / 9;
    const Values want = reference(transform, values);
    std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(4 * one), one, Wide(NAN, 1e30F));
    const Values got = run(transform, values);
    const std::size_t part = got.size() / 9;
    for (std::size_t batch : {0, 3, 5, 8}) {
      Transform alone = transform;
      alone.batches.clear();
      const auto slice = [&](const Values& of) {
        return Values(of.begin() + static_cast<std::ptrdiff_t>(batch * part),
                      of.begin() + static_cast<std::ptrdiff_t>((batch + 1) * part));
      };
      EXPECT_LE(worst_error(alone, slice(got), slice(want)), oracle::transform_bound(alone))
          << text;
    }
  }
}

}  // namespace transform_test
