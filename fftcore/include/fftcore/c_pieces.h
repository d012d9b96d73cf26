// SPDX-License-Identifier: LGPL-2.1-or-later
// Pieces from C: a Convolution of an image larger than memory, cut into pieces that are
// Convolutions by themselves (pieces.h). Part of c.h, which has the rules for handles.
//
//   fftcore_pieces_create(whole, &most, &pieces), fftcore_pieces_work(pieces, &work), compile that
//   once; then for each number below fftcore_pieces_count(pieces)
//     fftcore_pieces_at() says which samples it needs and which results it gives
//     gather what it needs, edges by fftcore_edge_run(); run; keep what it gives
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "fftcore/c_status.h"
#include "fftcore/c_work.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A Convolution that is cut.
typedef struct fftcore_pieces fftcore_pieces;
/// Cuts it into pieces of at most `most` outputs a side, all of one size. What cannot be cut is
/// FFTCORE_ERROR_INVALID_ARGUMENT (in_pieces() in pieces.h).
FFTCORE_API fftcore_status fftcore_pieces_create(const fftcore_work* whole,
                                                 const fftcore_extent* most,
                                                 fftcore_pieces** pieces);
FFTCORE_API void fftcore_pieces_free(fftcore_pieces* pieces);
/// The Convolution that each piece is, of region `valid`: a work of the caller's, to compile and to
/// free.
FFTCORE_API fftcore_status fftcore_pieces_work(const fftcore_pieces* pieces, fftcore_work** work);
/// How many pieces there are; 0 of NULL. `grid`, which may be NULL, gets how many along each axis.
FFTCORE_API int64_t fftcore_pieces_count(const fftcore_pieces* pieces, fftcore_extent* grid);

/// Neighbouring positions of an axis.
typedef struct fftcore_range {
  int64_t first;
  int64_t count;
} fftcore_range;
/// A part of an image or volume.
typedef struct fftcore_part {
  fftcore_range columns;
  fftcore_range rows;
  fftcore_range slices;
} fftcore_part;
/// One piece: results of the whole's output, and the samples that they need. Positions of these may
/// lie outside of the whole's input.
typedef struct fftcore_piece {
  fftcore_part output;
  fftcore_part input;
} fftcore_piece;
/// Piece number 0 to count - 1, along columns first, then rows, then slices.
FFTCORE_API fftcore_status fftcore_pieces_at(const fftcore_pieces* pieces, int64_t number,
                                             fftcore_piece* piece);

/// What neighbouring positions stand for: samples equally far apart.
typedef struct fftcore_edge_samples {
  int64_t source;  ///< the first one's index in the image; -1: all are the bias
  int64_t step;    ///< from each to the next: 1, -1, or 0 where all are the same
  int64_t count;   ///< at least 1
} fftcore_edge_samples;
/// The longest run from `position` on, of at most `most` positions (1 or more) of an axis of
/// `extent` samples, whose edges `edge` extends without end: constant, replicate, reflect,
/// reflect-101 or wrap.
FFTCORE_API fftcore_status fftcore_edge_run(int64_t position, int64_t most, int64_t extent,
                                            const char* edge, fftcore_edge_samples* run);

#ifdef __cplusplus
}
#endif
