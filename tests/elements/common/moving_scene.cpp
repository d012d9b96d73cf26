// SPDX-License-Identifier: LGPL-2.1-or-later
#include "moving_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <tuple>

namespace fftcore::test {
namespace {

// A spot in each cell of a lattice without end; a spot is smooth enough for samples to hold it, and
// small enough for the picture to have all frequencies, as real ones have.
constexpr int kCell = 4;    // samples a side
constexpr int kReach = 10;  // of a spot, in samples
constexpr double kContrast = 0.2;

struct Spot {
  double x, y, height, radius;
};

Spot spot_in(int cell_x, int cell_y, unsigned seed) {
  std::seed_seq cell{static_cast<unsigned>(cell_x), static_cast<unsigned>(cell_y), seed};
  std::array<std::uint32_t, 4> random{};
  cell.generate(random.begin(), random.end());
  const auto between = [&](std::size_t which, double low, double high) {
    return low + (high - low) * random[which] / 4294967296.0;
  };
  return {(cell_x + between(0, 0, 1)) * kCell, (cell_y + between(1, 0, 1)) * kCell,
          between(2, -kContrast, kContrast), between(3, 1.2, 2.5)};
}

/// A spot along one axis: its values at the sample `first` and on.
void slope(double centre, double radius, int first, std::array<double, 2 * kReach>& line) {
  for (std::size_t i = 0; i < line.size(); ++i)
    line[i] = std::exp(-0.5 * std::pow((first + static_cast<int>(i) - centre) / radius, 2));
}

/// Values between 0 and 1, mostly.
std::vector<double> brightness(int rows, int columns, Position position, unsigned seed) {
  std::vector<double> values(static_cast<std::size_t>(rows) * columns, 0.5);
  const auto cell_of = [](double sample) { return static_cast<int>(std::floor(sample / kCell)); };
  std::array<double, 2 * kReach> across{};
  std::array<double, 2 * kReach> down{};
  for (int cell_y = cell_of(-kReach - position.y); cell_y <= cell_of(rows + kReach - position.y);
       ++cell_y) {
    for (int cell_x = cell_of(-kReach - position.x);
         cell_x <= cell_of(columns + kReach - position.x); ++cell_x) {
      const Spot spot = spot_in(cell_x, cell_y, seed);
      const double x = spot.x + position.x;
      const double y = spot.y + position.y;
      const int left = static_cast<int>(std::floor(x)) - kReach + 1;
      const int top = static_cast<int>(std::floor(y)) - kReach + 1;
      slope(x, spot.radius, left, across);
      slope(y, spot.radius, top, down);
      for (int row = std::max(top, 0); row < std::min(top + 2 * kReach, rows); ++row) {
        for (int column = std::max(left, 0); column < std::min(left + 2 * kReach, columns);
             ++column) {
          values[static_cast<std::size_t>(row * columns + column)] +=
              spot.height * across[column - left] * down[row - top];
        }
      }
    }
  }
  return values;
}

/// brightness(), kept for other formats: it takes longer than all that elements do with a frame.
const std::vector<double>& kept_brightness(int rows, int columns, Position position,
                                           unsigned seed) {
  static std::map<std::tuple<int, int, double, double, unsigned>, std::vector<double>> kept;
  constexpr std::size_t kMost = 512;  // 80 MB of 160x120
  if (kept.size() >= kMost) kept.clear();
  std::vector<double>& values = kept[{rows, columns, position.x, position.y, seed}];
  if (values.empty()) values = brightness(rows, columns, position, seed);
  return values;
}

/// The scene's values at places (x, y).
std::vector<double> brightness_at(const std::vector<std::array<double, 2>>& places, unsigned seed) {
  constexpr int kCells = 2;  // farther spots are as good as dark
  const auto cell_of = [](double place) { return static_cast<int>(std::floor(place / kCell)); };
  const auto ends = [&](std::size_t axis) {
    const auto [least, most] = std::ranges::minmax_element(
        places, {}, [axis](const std::array<double, 2>& place) { return place[axis]; });
    return std::array<int, 2>{cell_of((*least)[axis]) - kCells, cell_of((*most)[axis]) + kCells};
  };
  const auto [left, right] = ends(0);
  const auto [top, bottom] = ends(1);
  const int across = right - left + 1;
  std::vector<Spot> spots;
  for (int y = top; y <= bottom; ++y)
    for (int x = left; x <= right; ++x) spots.push_back(spot_in(x, y, seed));
  std::vector<double> values;
  for (const auto& [x, y] : places) {
    double value = 0.5;
    for (int v = cell_of(y) - kCells - top; v <= cell_of(y) + kCells - top; ++v)
      for (int u = cell_of(x) - kCells - left; u <= cell_of(x) + kCells - left; ++u) {
        const Spot& spot = spots[static_cast<std::size_t>(v * across + u)];
        const double square = (x - spot.x) * (x - spot.x) + (y - spot.y) * (y - spot.y);
        value += spot.height * std::exp(-0.5 * square / (spot.radius * spot.radius));
      }
    values.push_back(value);
  }
  return values;
}

}  // namespace

Picture scene_through(GstVideoFormat format, Size size, const MotionMap& map, unsigned seed) {
  Picture picture = random_picture(format, size);
  const MotionMap back = inverted(map);
  unsigned part = seed * 100;
  for (Plane& plane : picture.planes) {
    const bool is_half_wide = plane.columns < size.width, is_half_high = plane.rows < size.height;
    const double across = is_half_wide ? 2 : 1, down = is_half_high ? 2 : 1,
                 left = (across - 1) / 2, above = (down - 1) / 2;
    std::vector<std::array<double, 2>> places;
    for (int row = 0; row < plane.rows; ++row)
      for (int column = 0; column < plane.columns; ++column) {
        const auto [x, y] = mapped(back, across * column + left, down * row + above);
        places.push_back({(x - left) / across, (y - above) / down});
      }
    for (int channel = 0; channel < plane.channels; ++channel) {
      const std::vector<double> values = brightness_at(places, part++);
      for (std::size_t i = 0; i < values.size(); ++i)
        plane.samples[i * plane.channels + channel] =
            static_cast<int>(std::lround(std::clamp(values[i], 0.0, 1.0) * picture.white));
    }
  }
  return picture;
}

Picture scene_at(GstVideoFormat format, Size size, Position position, unsigned seed) {
  Picture picture = random_picture(format, size);
  unsigned part = seed * 100;
  for (Plane& plane : picture.planes) {
    const Position in_plane{plane.columns < size.width ? position.x / 2 : position.x,
                            plane.rows < size.height ? position.y / 2 : position.y};
    for (int channel = 0; channel < plane.channels; ++channel) {
      const std::vector<double>& values =
          kept_brightness(plane.rows, plane.columns, in_plane, part++);
      for (std::size_t i = 0; i < values.size(); ++i) {
        plane.samples[i * plane.channels + channel] =
            static_cast<int>(std::lround(std::clamp(values[i], 0.0, 1.0) * picture.white));
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
      for (int i = own_margin * plane.channels; i < (plane.columns - own_margin) * plane.channels;
           ++i) {
        const std::size_t index =
            static_cast<std::size_t>(row * plane.columns * plane.channels + i);
        const double difference = plane.samples[index] - b.planes[p].samples[index];
        sum += difference * difference;
        ++count;
      }
    }
  }
  return std::sqrt(sum / std::max(count, 1));
}

}  // namespace fftcore::test
