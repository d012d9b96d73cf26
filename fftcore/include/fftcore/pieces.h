// SPDX-License-Identifier: LGPL-2.1-or-later
// Pieces: a Convolution whose image or signal is larger than memory, cut so that each piece is a
// Convolution by itself and all together are the whole. Plain values; nothing is read or computed.
//
//   const PiecedConvolution cut = in_pieces(whole, {1024, 50000});
//   compile cut.work once; then for each number below piece_count(cut)
//     piece_at(cut, number) says which samples it needs and which results it gives
//     gather what it needs, edges by edge_run(); run; keep what it gives
#pragma once

#include "fftcore/convolution.h"

namespace fftcore {

/// Neighbouring positions of an axis.
struct AxisRange {
  std::int64_t first = 0;
  std::int64_t count = 1;
  bool operator==(const AxisRange&) const = default;
};

/// A part of an image or volume.
struct Part {
  AxisRange rows, columns, slices;
  bool operator==(const Part&) const = default;
};

/// One piece: what it gives and what it needs.
struct Piece {
  Part output;  ///< results, of the whole's output
  /// Samples that they need. Positions of the whole's input, which may lie outside of it: there
  /// edge_run() says what they stand for.
  Part input;
  bool operator==(const Piece&) const = default;
};

/// A Convolution that is cut, and the Convolution that each piece is.
struct PiecedConvolution {
  Convolution whole;
  /// What each piece is: its input's and its output's extents are those of the Piece's parts, its
  /// region is `valid`, and rows have no gaps. All else is the whole's. Its layouts may be changed.
  Convolution work;
  Extent grid;  ///< pieces
};

/// Cuts a Convolution into pieces of at most `most` outputs a side. All are of one size: the last
/// ones overlap those before them, and give the same results there but for rounding. Results are
/// the whole's but for rounding, which depends on the sizes of transforms.
/// Throws InvalidArgument where `most` has a side below 1; where channels are skipped, or samples
/// have formulas, which is the caller's to do; and where edges are constant and the bias is no
/// value of an input of whole numbers, so that no sample stands for it.
FFTCORE_API PiecedConvolution in_pieces(const Convolution& whole, Extent most);

/// How many there are.
FFTCORE_API std::int64_t piece_count(const PiecedConvolution& cut);
/// Piece 0 to piece_count() - 1, along columns first, then rows, then slices.
FFTCORE_API Piece piece_at(const PiecedConvolution& cut, std::int64_t number);

/// Neighbouring positions that stand for samples equally far apart.
struct EdgeRun {
  std::int64_t source = 0;  ///< the first one's index in the image; -1: all are the bias
  std::int64_t step = 0;    ///< from each to the next: 1, -1, or 0 where all are the same
  std::int64_t count = 0;   ///< at least 1
  bool operator==(const EdgeRun&) const = default;
};

/// The longest run from `position` on, of at most `most` positions (1 or more) of an axis of
/// `extent` samples, whose edges EdgeMode extends without end.
FFTCORE_API EdgeRun edge_run(std::int64_t position, std::int64_t most, std::int64_t extent,
                             EdgeMode edge);

}  // namespace fftcore
