// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums under a template against sums in double, where single precision would not do: little
// contrast in bright surroundings, large templates.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "device_run.h"
#include "launch_kernel.h"

namespace fftcore::test::moving_sum_test {
namespace {

template <class Element>
struct Picture {
  ast::Storage storage;
  double level, contrast;
  float bias;
  int channels = 1;
  std::vector<float> weights;
  float largest = 0;  ///< not 0: some samples are beyond it
  bool is_normed = true;
  bool is_whole = false;          ///< by sums of whole numbers
  bool is_flat_by_power = false;  ///< by a part of the image's own power
  bool loses_level = false;       ///< the median of samples in the first three rows
};

template <class Element>
void expect_windows(const Picture<Element>& picture, int rows, int columns, int template_rows,
                    int template_columns, bool is_centred) {
  SCOPED_TRACE(fmt::format("{}x{} under {}x{}, level {}", rows, columns, template_rows,
                           template_columns, picture.level));
  MovingSumSpec spec;
  const int row_stride = columns * picture.channels + 3;
  spec.image = {picture.storage, rows, columns, picture.channels, 1, 0, {}, 1, 0};
  spec.weights = picture.weights;
  spec.bias = picture.bias;
  spec.template_rows = template_rows;
  spec.template_columns = template_columns;
  spec.is_centred = is_centred;
  spec.largest = picture.largest;
  spec.is_normed = picture.is_normed;
  spec.threads = 64;

  std::mt19937 random(5);
  std::normal_distribution<double> normal(picture.level, picture.contrast);
  std::vector<Element> image(static_cast<std::size_t>(rows * row_stride));
  for (Element& sample : image)
    sample = static_cast<Element>(std::is_floating_point_v<Element> ? normal(random)
                                                                    : std::round(normal(random)));
  if constexpr (std::is_floating_point_v<Element>)
    for (const int place : {0, columns - 1, rows / 2 * row_stride + columns / 3})
      if (picture.largest != 0)
        image[static_cast<std::size_t>(place)] = place == 0        ? -INFINITY
                                                 : place < columns ? NAN
                                                                   : 2 * picture.largest;
  const auto signal = [&](int y, int x) {
    double sum = 0;
    for (int c = 0; c < picture.channels; ++c)
      sum += static_cast<double>(
                 image[static_cast<std::size_t>(y * row_stride + x * picture.channels + c)]) *
             (picture.weights.empty()
                  ? 1.0
                  : static_cast<double>(picture.weights[static_cast<std::size_t>(c)]));
    return sum;
  };
  double level = 0;
  if (picture.loses_level) {
    spec.level_places = {{0, 5}, {1, 9}, {2, 2}};
    spec.part_of_level = 0.25F;
    std::array<double, 3> samples{signal(0, 5), signal(1, 9), signal(2, 2)};
    std::sort(samples.begin(), samples.end());
    level = samples[1];
  }
  const auto exact = [&](int y, int x) {
    double sum = 0, squares = 0;
    const double count = template_rows * template_columns;
    for (int v = 0; v < template_rows; ++v)
      for (int u = 0; u < template_columns; ++u) sum += signal(y + v, x + u);
    const double mean = is_centred ? sum / count : 0;
    for (int v = 0; v < template_rows; ++v)
      for (int u = 0; u < template_columns; ++u)
        squares += (signal(y + v, x + u) - mean) * (signal(y + v, x + u) - mean);
    return squares;
  };
  const auto is_seen = [&](int y, int x) {
    for (int v = 0; v < template_rows; ++v)
      for (int u = 0; u < template_columns; ++u)
        if (picture.largest != 0 &&
            !(std::abs(signal(y + v, x + u)) <= static_cast<double>(picture.largest)))
          return false;
    return true;
  };
  // Between two positions' values, so that one is flat and the other is not.
  const double first = exact(1, 1), last = exact(spec.rows() - 1, spec.columns() - 1);
  spec.flat_sum = (first + last) / 2;
  const double least = spec.flat_sum;
  if (picture.is_flat_by_power) {
    double power = 0;
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x)
        power += (std::abs(signal(y, x)) <= static_cast<double>(picture.largest)
                      ? (signal(y, x) - level) * (signal(y, x) - level)
                      : 0) +
                 level * level / 16;
    spec.flat_part = spec.flat_sum / power;
    spec.flat_sum = 0;
  }

  HostArguments arguments;
  arguments.buffers["input"] = bytes_of(image);
  arguments.buffers["first_sums"] =
      bytes_of(std::vector<float>(static_cast<std::size_t>(2 * rows * columns), NAN));
  arguments.buffers["local_norms"] =
      bytes_of(std::vector<float>(static_cast<std::size_t>(spec.rows() * spec.columns()), NAN));
  arguments.scalars["input_row_stride"] = row_stride;
  using Part = MovingSumSpec::Part;
  for (const Part part : picture.is_whole ? std::array{Part::whole_columns, Part::whole_rows}
                                          : std::array{Part::rows, Part::columns}) {
    spec.part = part;
    spec.name = spec.is_along_rows() ? "sums_of_rows" : "sums_of_columns";
    run(launch_kernel(spec), arguments);
  }
  const auto windows = values_of<float>(arguments.buffers.at("local_norms"));
  double worst = 0;
  for (int y = 0; y < spec.rows(); ++y)
    for (int x = 0; x < spec.columns(); ++x) {
      const double squares = exact(y, x),
                   got = windows[static_cast<std::size_t>(y * spec.columns() + x)];
      if (!picture.is_normed || !is_seen(y, x)) {
        EXPECT_EQ(got, is_seen(y, x) ? 1 : -1) << y << ", " << x;
        continue;
      }
      if (std::abs(squares / least - 1) < 1e-4) continue;  // flat or not: rounding may tell
      const double expected = squares < least ? 0 : 1 / std::sqrt(squares);
      worst = std::max(worst,
                       std::isnan(got) ? INFINITY : std::abs(got - expected) * std::sqrt(squares));
    }
  EXPECT_LE(worst, 2e-5);
}

class Windows : public testing::Test {
 protected:
  void SetUp() override {
    if (device() == nullptr) GTEST_SKIP() << reason();
  }
};

TEST_F(Windows, OfLittleContrast) {
  expect_windows<std::uint8_t>({ast::Storage::u8, 253, 0.6, 128, 1, {}}, 60, 90, 37, 41, true);
  expect_windows<std::uint16_t>({ast::Storage::u16, 65000, 140, 32768, 1, {}}, 45, 300, 40, 257,
                                true);
  expect_windows<float>({ast::Storage::f32, 0.9, 0.002, 0, 1, {}}, 70, 66, 9, 33, true);
}

TEST_F(Windows, OfChannelsAndOfSquaresAlone) {
  expect_windows<std::uint8_t>({ast::Storage::u8, 100, 40, 128, 4, {0.299F, 0.587F, 0.114F, 0}}, 20,
                               30, 8, 1, true);
  expect_windows<std::uint16_t>({ast::Storage::u16, 30000, 9000, 0, 1, {}}, 50, 70, 1, 70, false);
}

TEST_F(Windows, OfWholeNumbers) {
  const Picture<std::uint8_t> dark{ast::Storage::u8, 100, 40, 128, 1, {}, 0, true, true},
      bright{ast::Storage::u8, 253, 0.6, 128, 1, {}, 0, true, true};
  expect_windows<std::uint8_t>(dark, 20, 30, 8, 1, true);
  expect_windows<std::uint8_t>(dark, 9, 131, 2, 131, true);
  expect_windows<std::uint8_t>(bright, 60, 90, 37, 41, true);
  expect_windows<std::uint8_t>(bright, 300, 64, 257, 64, true);
  expect_windows<std::uint8_t>({ast::Storage::u8, 100, 40, 0, 1, {}, 0, true, true}, 70, 90, 16, 16,
                               false);
}

/// Nearly black, so that squares of a column add up to almost 2^24, the most that f32 counts to.
TEST_F(Windows, OfAsManyWholeNumbersAsAreExact) {
  expect_windows<std::uint8_t>({ast::Storage::u8, 0.2, 0.15, 128, 1, {}, 0, true, true}, 1040, 8,
                               1024, 3, true);
}

TEST_F(Windows, OfWhichThoseAreFlatThatHaveLittleOfTheImagesPower) {
  for (const bool is_centred : {true, false}) {
    Picture<float> picture{ast::Storage::f32, 0.5, 0.2, 0, 1, {}, 1e15F};
    picture.is_flat_by_power = true;
    expect_windows<float>(picture, 70, 96, 9, 23, is_centred);
    expect_windows<float>(picture, 3, 300, 2, 299, is_centred);
    picture.level = 300;
    expect_windows<float>(picture, 170, 66, 30, 33, is_centred);
  }
}

TEST_F(Windows, LessALevelThatCountsALittle) {
  for (const double level : {0.5, 40.0}) {
    Picture<float> picture{ast::Storage::f32, level, 0.2, 0, 1, {}, 1e15F};
    picture.is_flat_by_power = picture.loses_level = true;
    expect_windows<float>(picture, 70, 96, 9, 23, true);
  }
}

TEST_F(Windows, WithUnseenSamples) {
  for (const bool is_normed : {true, false})
    for (const bool is_centred : {true, false})
      if (is_normed || !is_centred)
        expect_windows<float>({ast::Storage::f32, 0.5, 0.2, 0, 1, {}, 1e15F, is_normed}, 70, 96, 9,
                              23, is_centred);
}

}  // namespace
}  // namespace fftcore::test::moving_sum_test
