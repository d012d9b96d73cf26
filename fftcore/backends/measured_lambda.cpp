// SPDX-License-Identifier: LGPL-2.1-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "denoise_tables.h"
#include "fftcore/error.h"
#include "fftcore/noise.h"
#include "fftcore/restoration.h"
#include "image_access.h"

namespace fftcore {
namespace {

constexpr std::int64_t kLeastBlock = 4, kLeastBlocks = 8;

/// Side of the blocks whose means are looked at.
std::int64_t block_side(const Taps& blur, const Layout& image) {
  const Taps even = normalized(blur);
  const double squares =
      std::inner_product(even.values.begin(), even.values.end(), even.values.begin(), 0.0);
  const auto mixed = static_cast<std::int64_t>(std::ceil(1 / std::sqrt(squares)));
  const std::int64_t shorter = std::min(image.rows.extent, image.columns.extent);
  return std::max<std::int64_t>(std::min(std::max(mixed, kLeastBlock), shorter / kLeastBlocks), 1);
}

/// Mean square of the gradient of the means of blocks of one channel.
double change_of_means(const Layout& image, ConstBuffer samples, std::int64_t channel,
                       std::int64_t side) {
  const std::int64_t across = image.columns.extent / side, down = image.rows.extent / side;
  const ExtendedRows rows(image, EdgeMode::reflect_101, 0, 0, image.columns.extent);
  std::vector<float> row(static_cast<std::size_t>(across * side));
  std::vector<double> above, means(static_cast<std::size_t>(across));
  double along = 0, along_columns = 0;
  for (std::int64_t y = 0; y < down; ++y) {
    std::ranges::fill(means, 0);
    for (std::int64_t line = y * side; line < (y + 1) * side; ++line) {
      rows.read(samples, line, channel, 0, across * side, row.data());
      for (std::size_t x = 0; x < row.size(); ++x)
        means[x / static_cast<std::size_t>(side)] += static_cast<double>(row[x]);
    }
    for (double& mean : means) mean /= static_cast<double>(side * side);
    for (std::size_t x = 0; x < means.size(); ++x) {
      if (x > 0) along += (means[x] - means[x - 1]) * (means[x] - means[x - 1]);
      if (y > 0) along_columns += (means[x] - above[x]) * (means[x] - above[x]);
    }
    above = means;
  }
  const auto mean_of = [](double sum, std::int64_t count) {
    return count > 0 ? sum / static_cast<double>(count) : 0;
  };
  return mean_of(along, down * (across - 1)) + mean_of(along_columns, (down - 1) * across);
}

/// Variance of what rounding to whole numbers adds, in levels of 8-bit samples.
double rounding(SampleType type) {
  const double level = levels_of(type);
  return traits_of(type).is_whole() ? 1 / (12 * level * level) : 0;
}

}  // namespace

double measured_lambda(const Layout& image, ConstBuffer samples, const Taps& blur,
                       std::int64_t channels) {
  if (channels < 0 || channels > image.channels.extent)
    throw InvalidArgument(
        fmt::format("{} channels of an image that has {}; 0, for all, to {} are "
                    "allowed",
                    channels, image.channels.extent, image.channels.extent));
  const double level = levels_of(image.type);
  double noise = 0, gradient = 0;
  const std::int64_t side = block_side(blur, image);
  for (std::int64_t c = 0; c < (channels == 0 ? image.channels.extent : channels); ++c) {
    const double sigma = estimate_noise(image, samples, c);
    noise += std::max(sigma * sigma, rounding(image.type));
    gradient += change_of_means(image, samples, c, side) / (level * level) -
                4 * sigma * sigma / static_cast<double>(side * side);
  }
  return suited_lambda(blur, noise, std::max(gradient, 0.0), image.extent());
}

}  // namespace fftcore
