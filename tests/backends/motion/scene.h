// SPDX-License-Identifier: LGPL-2.1-or-later
// A scene of soft spots, and frames that a camera takes of it: each maps places of the scene.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "fftcore/motion.h"

namespace motion_tests {

/// Brightness at any place, interpolated between samples that lie half a pixel apart. Spots are so
/// wide that this is exact to a hundredth of a level.
class Scene {
 public:
  Scene(unsigned seed, int rows, int columns) : rows_(2 * (rows + 2 * kMargin)) {
    columns_ = 2 * (columns + 2 * kMargin);
    samples_.resize(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_), 128);
    std::mt19937 random(seed);
    const auto uniform = [&](double least, double most) {
      return std::uniform_real_distribution(least, most)(random);
    };
    const int spots = (rows + 2 * kMargin) * (columns + 2 * kMargin) / 60;
    for (int i = 0; i < spots; ++i) {
      const double size = 2.4 * std::exp(uniform(0, 2)), height = uniform(-50, 50);
      add_spot(uniform(0, columns_), uniform(0, rows_), size, height);
    }
  }

  double at(double x, double y) const {
    const double u = 2 * (x + kMargin), v = 2 * (y + kMargin);
    const int left = static_cast<int>(std::floor(u)), top = static_cast<int>(std::floor(v));
    const double fu = u - left, fv = v - top;
    double sum = 0;
    for (int j = -1; j <= 2; ++j)
      for (int i = -1; i <= 2; ++i)
        sum += cubic(std::abs(j - fv)) * cubic(std::abs(i - fu)) * sample(left + i, top + j);
    return sum;
  }

 private:
  static constexpr int kMargin = 80;
  static double cubic(double t) {
    return t < 1 ? (1.5 * t - 2.5) * t * t + 1 : ((-0.5 * t + 2.5) * t - 4) * t + 2;
  }
  double sample(int x, int y) const {
    x = std::clamp(x, 0, columns_ - 1);
    y = std::clamp(y, 0, rows_ - 1);
    return static_cast<double>(samples_[static_cast<std::size_t>(y * columns_ + x)]);
  }
  void add_spot(double x, double y, double size, double height) {
    const int reach = static_cast<int>(4 * size);
    const int left = std::max(0, static_cast<int>(x) - reach),
              right = std::min(columns_, static_cast<int>(x) + reach);
    const auto at = [size](double distance) {
      return std::exp(-distance * distance / (2 * size * size));
    };
    std::vector<double> across;  // a Gaussian is the product of two
    for (int column = left; column < right; ++column) across.push_back(at(column - x));
    for (int row = std::max(0, static_cast<int>(y) - reach);
         row < std::min(rows_, static_cast<int>(y) + reach); ++row) {
      const double down = height * at(row - y);
      float* const to = samples_.data() + row * columns_ + left;
      for (std::size_t i = 0; i < across.size(); ++i) to[i] += static_cast<float>(down * across[i]);
    }
  }

  int rows_ = 0, columns_ = 0;
  std::vector<float> samples_;
};

/// An image of bytes.
struct Frame {
  int rows = 0, columns = 0;
  std::vector<std::uint8_t> samples;
  std::uint8_t& at(int y, int x) { return samples[static_cast<std::size_t>(y * columns + x)]; }
  std::uint8_t at(int y, int x) const { return samples[static_cast<std::size_t>(y * columns + x)]; }
};

/// What a camera sees whose image the scene is mapped to. `noise` is its deviation in levels.
inline Frame frame_of(const Scene& scene, int rows, int columns, const fftcore::MotionMap& map,
                      double noise = 0, unsigned seed = 1) {
  Frame frame{rows, columns, {}};
  frame.samples.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  const fftcore::MotionMap back = inverted(map);
  std::mt19937 random(seed);
  std::normal_distribution grain(0.0, 1.0);
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      const auto [u, v] = mapped(back, x, y);
      const double value = scene.at(u, v) + (noise > 0 ? noise * grain(random) : 0);
      frame.at(y, x) = static_cast<std::uint8_t>(std::clamp(std::lround(value), 0L, 255L));
    }
  return frame;
}

/// A similarity that turns by degrees and zooms about the middle of an image, and moves.
inline fftcore::MotionMap about_middle(int rows, int columns, double x, double y, double degrees,
                                       double zoom) {
  const double angle = degrees * 3.14159265358979323846 / 180;
  const double c = zoom * std::cos(angle), s = zoom * std::sin(angle);
  const double mx = (columns - 1) / 2.0, my = (rows - 1) / 2.0;
  return {{c, -s, mx + x - c * mx + s * my, s, c, my + y - s * mx - c * my, 0, 0, 1}};
}

/// Root mean square of what both maps differ by, over an image.
inline double difference(const fftcore::MotionMap& a, const fftcore::MotionMap& b, int rows,
                         int columns) {
  double sum = 0;
  int count = 0;
  for (int j = 0; j <= 10; ++j)
    for (int i = 0; i <= 10; ++i, ++count) {
      const double x = i * (columns - 1) / 10.0, y = j * (rows - 1) / 10.0;
      const auto one = mapped(a, x, y), other = mapped(b, x, y);
      sum += std::pow(one[0] - other[0], 2) + std::pow(one[1] - other[1], 2);
    }
  return std::sqrt(sum / count);
}
inline double degrees_of(const fftcore::MotionMap& map) {
  return std::atan2(map.numbers[3], map.numbers[0]) * 180 / 3.14159265358979323846;
}
inline double zoom_of(const fftcore::MotionMap& map) {
  return std::hypot(map.numbers[3], map.numbers[0]);
}

}  // namespace motion_tests
