// SPDX-License-Identifier: LGPL-2.1-or-later
#include "moving_scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace fftcore::test {
namespace {

constexpr int kWaves = 40;
constexpr double kHighest = 0.12;  // cycles/pixel: chroma has twice that, and interpolation little error

struct Wave {
  double x, y, phase;  // radians a pixel, radians
};

std::vector<Wave> waves(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> frequency(-kHighest, kHighest);
  std::uniform_real_distribution<double> phase(0, 1);
  std::vector<Wave> result(kWaves);
  for (Wave& wave : result) {
    wave = {frequency(random) * 2 * std::numbers::pi, frequency(random) * 2 * std::numbers::pi, phase(random) * 2 * std::numbers::pi};
  }
  return result;
}

double value_at(const std::vector<Wave>& scene, double x, double y) {
  double sum = 0;
  for (const Wave& wave : scene) sum += std::cos(wave.x * x + wave.y * y + wave.phase);
  return sum / std::sqrt(kWaves / 2.0);  // of variance 1
}

}  // namespace

Picture scene_at(GstVideoFormat format, Size size, Position position, unsigned seed) {
  Picture picture = random_picture(format, size);
  unsigned part = seed * 100;
  for (Plane& plane : picture.planes) {
    const int step = plane.columns < size.width || plane.rows < size.height ? 2 : 1;
    for (int channel = 0; channel < plane.channels; ++channel) {
      const std::vector<Wave> scene = waves(part++);
      for (int row = 0; row < plane.rows; ++row) {
        for (int column = 0; column < plane.columns; ++column) {
          const double value = 0.5 + 0.15 * value_at(scene, column * step - position.x, row * step - position.y);
          plane.samples[(row * plane.columns + column) * plane.channels + channel] =
              static_cast<int>(std::lround(std::clamp(value, 0.0, 1.0) * picture.white));
        }
      }
    }
  }
  return picture;
}

double interior_difference(const Picture& a, const Picture& b, int margin) {
  double sum = 0;
  int count = 0;
  for (std::size_t p = 0; p < a.planes.size(); ++p) {
    const Plane& plane = a.planes[p];
    const int own_margin = margin * plane.columns / a.planes[0].columns + (p > 0 ? 1 : 0);
    for (int row = own_margin; row < plane.rows - own_margin; ++row) {
      for (int i = own_margin * plane.channels; i < (plane.columns - own_margin) * plane.channels; ++i) {
        const std::size_t index = static_cast<std::size_t>(row * plane.columns * plane.channels + i);
        const double difference = plane.samples[index] - b.planes[p].samples[index];
        sum += difference * difference;
        ++count;
      }
    }
  }
  return std::sqrt(sum / std::max(count, 1));
}

}  // namespace fftcore::test
