// SPDX-License-Identifier: LGPL-2.1-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "ceil_div.h"
#include "denoise_tables.h"
#include "extreme_values.h"
#include "fftcore/error.h"
#include "fftcore/noise.h"
#include "image_access.h"
#include "port_checks.h"

namespace fftcore {
namespace {

constexpr int kBlock = 16;
constexpr int kFirstBin = 6;  // 3/8 cycles/pixel; bins 6 to 10 are as far from 0 or farther
constexpr int kAcross = 3;    // bins 6 to 8 of a row: 9 and 10 are mirrors of 7 and 6
constexpr int kDown = 5;
constexpr std::int64_t kMostBlocks = 2048;
constexpr double kFarApart = 16;  // spreads of the others, by which no picture's values are apart

/// Median of the mean power of a block's bins, by the power of white Gaussian noise: by trial of
/// 200000 blocks.
constexpr double kMedianOfNoise = 0.9024;
/// The same of lines of 16 samples.
constexpr double kMedianOfLines = 0.7705;

using Block = std::array<std::array<float, kBlock>, kBlock>;

/// A window times exp(-2 pi i n k / 16), for a few bins k.
struct WindowedRoots {
  std::array<std::array<std::complex<float>, kBlock>, kDown> of;
  float squares = 0;  // of the window
  WindowedRoots() {
    for (int n = 0; n < kBlock; ++n) {
      const double wave = std::sin(std::numbers::pi * (n + 0.5) / kBlock), window = wave * wave;
      squares += static_cast<float>(window * window);
      for (int k = 0; k < kDown; ++k)
        of[static_cast<std::size_t>(k)][static_cast<std::size_t>(n)] = std::complex<float>(
            std::polar(window, -2 * std::numbers::pi * n * (k + kFirstBin) / kBlock));
    }
  }
};

/// Mean of |X|^2 / sum w^2 over bins 6 to 10 along both axes.
float power_of(const Block& block) {
  static const WindowedRoots roots;
  float power = 0;
  for (std::size_t x = 0; x < kAcross; ++x) {
    std::array<std::complex<float>, kBlock> rows;
    for (std::size_t y = 0; y < kBlock; ++y) {
      std::complex<float> sum = 0;
      for (std::size_t n = 0; n < kBlock; ++n) sum += block[y][n] * roots.of[x][n];
      rows[y] = sum;
    }
    for (std::size_t k = 0; k < kDown; ++k) {
      std::complex<float> sum = 0;
      for (std::size_t y = 0; y < kBlock; ++y) {
        const std::complex<float> root = roots.of[k][y];
        sum += std::complex<float>(rows[y].real() * root.real() - rows[y].imag() * root.imag(),
                                   rows[y].real() * root.imag() + rows[y].imag() * root.real());
      }
      power += std::norm(sum) * (x + 1 < kAcross ? 2.0F : 1.0F);
    }
  }
  return power / (roots.squares * roots.squares * kDown * kDown);
}

/// The same of a line, whose bins have one axis.
float power_of_line(const Block& block, bool is_row) {
  static const WindowedRoots roots;
  float power = 0;
  for (std::size_t k = 0; k < kDown; ++k) {
    std::complex<float> sum = 0;
    for (std::size_t n = 0; n < kBlock; ++n)
      sum += (is_row ? block[0][n] : block[n][0]) * roots.of[k][n];
    power += std::norm(sum);
  }
  return power / (roots.squares * kDown);
}

bool has(const std::vector<float>& values, float sample) {
  return std::ranges::find(values, sample) != values.end();
}

/// Whether the noise of a block can be measured: all its samples are finite, and no far value.
bool is_whole(const Block& block, const std::vector<float>& far) {
  return std::ranges::all_of(block, [&](const auto& row) {
    return std::ranges::all_of(
        row, [&](float sample) { return std::isfinite(sample) && !has(far, sample); });
  });
}

/// Bars and what is clipped have no noise that could be measured.
bool is_flat(const Block& block) {
  const float first = block[0][0];
  return std::ranges::all_of(block, [&](const auto& row) {
    return std::ranges::all_of(row, [&](float sample) { return sample == first; });
  });
}

/// Whole blocks side by side, at least one.
std::int64_t blocks_along(std::int64_t extent) {
  return std::max<std::int64_t>(extent / kBlock, 1);
}

}  // namespace

double estimate_noise(const Layout& image, ConstBuffer samples, std::int64_t channel) {
  const Denoise denoise = denoising(image);
  validate(denoise);
  if (channel < 0 || channel >= image.channels.extent)
    throw InvalidArgument(fmt::format("channel {} of an image that has {}; 0 to {} are allowed",
                                      channel, image.channels.extent, image.channels.extent - 1));
  check_input(ports_of(denoise).inputs[0], samples);
  const ExtendedRows rows(image, EdgeMode::reflect_101, 0, 0, image.columns.extent + kBlock);
  const std::int64_t across = blocks_along(image.columns.extent),
                     blocks = across * blocks_along(image.rows.extent),
                     stride = ceil_div(blocks, kMostBlocks);
  const auto for_each_block = [&](auto work) {
    for (std::int64_t index = stride / 2; index < blocks; index += stride) {
      Block block;
      for (std::int64_t y = 0; y < kBlock; ++y)
        rows.read(samples,
                  edge_index(index / across * kBlock + y, image.rows.extent, EdgeMode::reflect_101),
                  channel, index % across * kBlock, kBlock,
                  block[static_cast<std::size_t>(y)].data());
      work(block);
    }
  };
  const bool is_row = image.rows.extent == 1, is_line = is_row || image.columns.extent == 1;
  std::vector<float> powers;
  std::int64_t without = 0;
  const auto measure = [&](const std::vector<float>& far) {
    for_each_block([&](const Block& block) {
      if (!is_whole(block, far))
        ++without;
      else if (const float power = is_line ? power_of_line(block, is_row) : power_of(block);
               !is_flat(block) && std::isfinite(power))
        powers.push_back(power);
    });
  };
  ExtremeValues extremes;
  if (traits_of(image.type).bits == 0)
    for_each_block([&](const Block& block) {
      for (const auto& row : block)
        for (const float sample : row) extremes.add(sample);
    });
  measure(extremes.far(1));
  // Values that lie everywhere, and not as far apart, are a picture's: paper around ink.
  if (powers.empty() && without > 0 && extremes.far(kFarApart).empty()) {
    without = 0;
    measure({});
  }
  if (powers.empty() && without > 0)
    throw InvalidArgument(fmt::format(
        "each block of {0}x{0} samples that has structure has one that is not finite, or far from "
        "all others as marks for \"no data\" are: the noise cannot be measured, and has to be "
        "given",
        kBlock));
  if (powers.empty()) return 0;
  const auto middle = powers.begin() + std::ssize(powers) / 2;
  std::nth_element(powers.begin(), middle, powers.end());
  return std::sqrt(*middle / (is_line ? kMedianOfLines : kMedianOfNoise)) / levels_of(image.type);
}

}  // namespace fftcore
