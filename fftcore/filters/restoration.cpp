// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <numeric>

#include "fftcore/restoration.h"
#include "restoring_grid.h"

namespace fftcore {
namespace {

/// Share of the energy that may be cut off along each axis.
constexpr double kCutOff = 1e-6;

/// Energy of the lines at place 0, +-1, +-2, ... +-n/2 of one axis.
std::vector<double> energies(const TapGrid& taps, bool along_rows) {
  const int n = taps.n;
  std::vector<double> result(n / 2 + 1);
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      const int place = along_rows ? y : x;
      result[std::min(place, n - place)] += taps.at(y, x) * taps.at(y, x);
    }
  }
  return result;
}

/// Last place of an axis that stays, at most n / 2 - 1.
int kept(const std::vector<double>& energy) {
  const double allowed = kCutOff * std::accumulate(energy.begin(), energy.end(), 0.0);
  int last = int(energy.size()) - 2;
  for (double cut = energy.back(); last > 0 && cut + energy[last] <= allowed; --last)
    cut += energy[last];
  return last;
}

Taps cut_out(const TapGrid& grid, int half_rows, int half_columns) {
  const int n = grid.n;
  Taps taps{{2 * half_rows + 1, 2 * half_columns + 1}, {}};
  taps.values.reserve(static_cast<std::size_t>(taps.extent.rows * taps.extent.columns));
  for (int y = -half_rows; y <= half_rows; ++y)
    for (int x = -half_columns; x <= half_columns; ++x)
      taps.values.push_back(grid.at((y + n) % n, (x + n) % n));
  return taps;
}

}  // namespace

Taps restoring_taps(const Taps& blur, const Restoration& restoration) {
  check_blur(blur, restoration);
  for (int n = least_grid(blur.extent);; n *= 2) {
    const TapGrid grid = periodic_taps(blur, restoration, n);
    const int half_rows = kept(energies(grid, true)), half_columns = kept(energies(grid, false));
    if (std::max(half_rows, half_columns) > n / 4 && n < kLargestGrid) continue;
    Taps taps = cut_out(grid, half_rows, half_columns);
    const double h = std::reduce(blur.values.begin(), blur.values.end());
    const double sum =
        h / (h * h + (restoration.penalty == Penalty::flat ? restoration.lambda : 0));
    const double missing = sum - std::reduce(taps.values.begin(), taps.values.end());
    for (double& value : taps.values) value += missing / double(taps.values.size());
    return taps;
  }
}

}  // namespace fftcore
