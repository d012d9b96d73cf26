// SPDX-License-Identifier: LGPL-2.1-or-later
// The score S of a Correlation as it lies on a device, and how its best places are found.
#pragma once

#include <cstdint>
#include <string>

namespace fftcore {

/// S, position by position, and the cells that offer their largest values (fftcore/search.h).
/// Pattern after pattern without gaps, but for S's row stride (a scalar of the launch).
struct SurfaceGeometry {
  int rows = 1;
  int columns = 1;
  int cell = 1;  ///< columns of a cell, but for a row's last
  int patterns = 1;

  int cells() const { return (columns + cell - 1) / cell; }  ///< of a row
  std::int64_t all_rows() const { return std::int64_t{patterns} * rows; }
};

/// What stands for a value where there is none: less than any that counts. S that is not a finite
/// number is never offered.
inline constexpr double kNoScore = -3.4028234663852886e38;

/// Of a stage's lines, which are rows of S (Dim::frame: patterns): to `output` S, to `offers` what
/// each cell offers: pairs of value and column; a column of -1 where a cell has no number. S is
/// `scale` times the element's real part, times what `windows` (f32, a number for each position,
/// without gaps) holds, if it `has_local_norms`. Lines must be whole.
struct SurfaceStore {
  SurfaceGeometry surface;
  int partner_rows = 0;    ///< not 0: imaginary parts are of the row so much further down
  bool is_folded = false;  ///< element e is column 2e and, by its imaginary part, 2e + 1
  /// of pairs: S and its rows begin at whole pairs of floats, and the columns are whole pairs
  bool is_even = false;
  double scale = 1;
  bool has_local_norms = false;
};

/// A launch of the search that follows. `bests`: of each row the best of its offers, as these.
struct PeakSpec {
  enum class Part : std::uint8_t {
    rows,    ///< `offers` to `bests`
    search,  ///< `offers`, `bests` and `surface` (S) to `found`; a block a pattern
  };
  std::string name;
  Part part = Part::rows;
  SurfaceGeometry surface;
  int radius = 1;
  int peaks = 1;       ///< looked for in each pattern
  bool wraps = false;  ///< distances, and neighbours, go round S's edges
  int threads = 256;   ///< of a block, a multiple of 32
};

/// Floats of a peak in `found`: row (below 0: there is no such peak), column, S there, and left,
/// right, above and below of it (NaN where S has none), and nothing.
inline constexpr int kFoundFloats = 8;

/// Threads that look through a row's offers.
constexpr int threads_of_row(const SurfaceGeometry& surface) {
  constexpr int kMost = 32, kOffersEach = 8;
  int threads = 1;
  while (threads < kMost && threads * kOffersEach < surface.cells()) threads *= 2;
  return threads;
}

}  // namespace fftcore
