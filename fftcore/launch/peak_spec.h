// SPDX-License-Identifier: LGPL-2.1-or-later
// The surface of a search as it lies on a device, and how its best places are found.
#pragma once

#include <cstdint>
#include <string>

#include "fftcore/search.h"

namespace fftcore {

/// Surfaces, score by score, and their cells, whose largest values are the candidates
/// (fftcore/search.h). Surface after surface, one for each template, without gaps but for the row
/// stride (a scalar of the launch).
struct SurfaceGeometry {
  int rows = 1;
  int columns = 1;
  int cell = 1;  ///< columns of a cell, but for a row's last
  int templates = 1;

  int cells() const { return (columns + cell - 1) / cell; }  ///< of a row
  std::int64_t all_rows() const { return std::int64_t{templates} * rows; }
};

/// Lines stored as rows of the surfaces (Dim::frame: templates): scores to `output`; to
/// `candidates` the candidate of each cell, a pair of value and column, the column -1 where a cell
/// has no number; to `row_bests` the best of each row's candidates, of equal ones the first. A
/// score is `scale` times the element's real part, times what `local_norms` (f32, a number for each
/// place, without gaps) holds, if it `has_local_norms`; kNoScore where that is below 0. A score
/// that is not a finite number, or kNoScore, is no candidate. Lines must be whole.
struct SurfaceStore {
  SurfaceGeometry surface;
  int partner_rows = 0;    ///< not 0: imaginary parts are of the row so much further down
  bool is_folded = false;  ///< element e is column 2e and, by its imaginary part, 2e + 1
  /// of pairs: the surface and its rows begin at whole pairs of floats, and the columns are whole
  /// pairs
  bool is_even = false;
  double scale = 1;
  bool has_local_norms = false;
  /// Where not 0, S is -1 to 1, and kNoScore where a score is beyond this, or is no number.
  double largest = 0;
};

/// The search that follows: `candidates`, `row_bests` and `surface` to `found`; a block a template.
struct PeakSpec {
  std::string name;
  SurfaceGeometry surface;
  int radius = 1;
  int peaks = 1;       ///< looked for in each surface
  bool wraps = false;  ///< distances, and neighbours, go round the surface's edges
  int threads = 256;   ///< of a block, a multiple of 32
};

/// Floats of a peak in `found`: row (below 0: there is no such peak), column, the score there, and
/// those left, right, above and below of it (NaN where there is none), and nothing.
inline constexpr int kFoundFloats = 8;

/// Threads that look through a row's candidates.
constexpr int threads_of_row(const SurfaceGeometry& surface) {
  constexpr int kMost = 32, kCandidatesEach = 8;
  int threads = 1;
  while (threads < kMost && threads * kCandidatesEach < surface.cells()) threads *= 2;
  return threads;
}

}  // namespace fftcore
