// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_refine.h"

#include <algorithm>
#include <cmath>

#include "window_loops.h"

namespace fftcore {
namespace {

/// Least part that the matrix's smaller eigenvalue has of the larger one.
constexpr double kLeastCondition = 1e-3;

/// The symmetric matrix sum g g^T.
struct Normal {
  double yy, yx, xx;

  /// Whether both directions are known.
  bool is_well_posed() const {
    const double half = (yy + xx) / 2, root = std::hypot((yy - xx) / 2, yx);
    return half - root > kLeastCondition * (half + root) && half > 0;
  }
};

/// The gradient of the window, less its mean.
void set_gradient(const float* window, const WindowExtents& extents, const RefineScratch& scratch) {
  const std::int64_t rows = extents.rows, columns = extents.columns;
  const auto row = [&](std::int64_t y) {
    return window + std::clamp<std::int64_t>(y, 0, rows - 1) * columns;
  };
  constexpr float kTwelfth = 1.0F / 12;
  for (std::int64_t y = 0; y < rows; ++y) {
    const float *const a = row(y - 2), *const b = row(y - 1), *const c = row(y),
                       *const d = row(y + 1), *const e = row(y + 2);
    float *const down = scratch.gradient_y.data() + y * columns, *const across =
                                                                     scratch.gradient_x.data() +
                                                                     y * columns;
    for (std::int64_t x = 0; x < columns; ++x)
      down[x] = (8 * (d[x] - b[x]) - (e[x] - a[x])) * kTwelfth;
    const auto at = [&](std::int64_t x) { return c[std::clamp<std::int64_t>(x, 0, columns - 1)]; };
    for (std::int64_t x = 0; x < columns; ++x)
      if (x >= 2 && x + 2 < columns)
        across[x] = (8 * (c[x + 1] - c[x - 1]) - (c[x + 2] - c[x - 2])) * kTwelfth;
      else
        across[x] = (8 * (at(x + 1) - at(x - 1)) - (at(x + 2) - at(x - 2))) * kTwelfth;
  }
  for (float* const gradient : {scratch.gradient_y.data(), scratch.gradient_x.data()}) {
    const double mean =
        window_sums(gradient, rows, columns, columns).sum / static_cast<double>(extents.samples());
    subtract(static_cast<float>(mean), rows, columns, columns, gradient);
  }
}

}  // namespace

void refine_peak(const WindowCorrelation& windows, const float* first, double energy,
                 const WindowReader& reader, const ConstBuffer& image, const WindowCentre& centre,
                 const WindowReader::Scratch& reading, const RefineScratch& scratch,
                 WindowPeak& peak) {
  if (windows.refine == 0) return;
  const WindowExtents extents(windows);
  const std::int64_t samples = extents.samples();
  set_gradient(first, extents, scratch);
  const float *const down = scratch.gradient_y.data(), *const across = scratch.gradient_x.data();
  const GradientSums of_down = gradient_sums(down, across, down, samples),
                     of_across = gradient_sums(down, across, across, samples);
  const Normal normal{of_down.y, of_down.x, of_across.x};
  if (!normal.is_well_posed()) return;
  const double determinant = normal.yy * normal.xx - normal.yx * normal.yx;
  float* const second = scratch.second.data();
  for (int step = 0; step < windows.refine; ++step) {
    const WindowCentre moved = centre.moved(peak.x, peak.y);
    reader.read(image, moved, extents.rows, extents.columns, extents.columns, reading, second);
    const WindowSums sums = window_sums(second, extents.rows, extents.columns, extents.columns);
    const double mean = sums.sum / static_cast<double>(samples),
                 second_energy = sums.squares - mean * sums.sum;
    if (!(second_energy > 0)) return;
    // Gradients have no mean, so that of the samples does not count.
    const GradientSums with_second = gradient_sums(down, across, second, samples),
                       with_first = gradient_sums(down, across, first, samples);
    const double scale = std::sqrt(energy / second_energy),
                 y = with_second.y * scale - with_first.y, x = with_second.x * scale - with_first.x;
    const double to_y = peak.y - (normal.xx * y - normal.yx * x) / determinant,
                 to_x = peak.x - (normal.yy * x - normal.yx * y) / determinant;
    if (!(std::abs(to_y - static_cast<double>(peak.row)) <= 1 &&
          std::abs(to_x - static_cast<double>(peak.column)) <= 1))
      return;
    peak.y = to_y;
    peak.x = to_x;
  }
}

}  // namespace fftcore
