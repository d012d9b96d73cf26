// SPDX-License-Identifier: LGPL-2.1-or-later
// A convolution in one launch, each block of which keeps a tile of the image with its halo in
// shared memory: of few taps, which threads sum up in registers, or by transforms of halves.
#pragma once

#include <cstdint>
#include <string>

#include "line_spec.h"

namespace fftcore {

/// Neighbouring samples that go to or from memory at once, and outputs of a row that a thread has.
inline constexpr int kStripColumns = 4;
/// Strips of a tile side by side: a warp has a row of them.
inline constexpr int kStripsAcross = 32;

/// What a block does with its tile.
enum class DirectBody : std::uint8_t {
  taps,      ///< each output is the sum over all taps
  products,  ///< taps are a sum of products of a column and a row: columns first, then rows
  matrices,  ///< rows of the tile times band matrices of a row of taps, in halves
  /// Two tiles, as the parts of one of complex numbers, are transformed, multiplied by the taps'
  /// spectrum and transformed back, in halves. A line's transform is one of 8 in registers and one
  /// of 16 as a product with a matrix.
  transforms,
  /// Taps are a product of a column and a row. Samples times a band matrix of the row, and what a
  /// band matrix of the column makes of these, in halves.
  bands,
  /// Likewise of real numbers: each is the sum of two TF32, and so is each tap.
  real_bands,
};

// Matrices have 8 columns, and so many rows.
inline constexpr int kMatrixRows = 16, kMatrixColumns = 8;
/// Threads that share a matrix.
inline constexpr int kMatrixThreads = 32;
/// Warps of a block, side by side, and the matrices that each has of a row: they fill a tile.
inline constexpr int kMatrixWarps = 4, kMatricesAcross = 4;

// Of DirectBody::transforms:
/// Samples of a tile a side, the factors of their transforms, and warps of a block.
inline constexpr int kTransformSide = 128, kRegisterRadix = 8, kMatrixRadix = 16;
inline constexpr int kTransformWarps = 8;

// Of DirectBody::bands:
/// Rows of samples that a block brings at a time, and outputs of a row that a warp has in two
/// matrices, each thread four neighbours of them.
inline constexpr int kSlabRows = kMatrixRows, kBandColumns = 2 * kMatrixColumns;
/// Samples, or rows of the middle, that a band matrix meets.
inline constexpr int kBandDepth = 16;

// Of DirectBody::real_bands:
/// Rows of a band matrix, of samples or of the middle.
inline constexpr int kRealDepth = 8;

/// Of DirectBody::bands, most samples of a slab's row: a warp brings it, each thread eight of them.
inline constexpr int kMostSlabColumns = 8 * kMatrixThreads;

/// How a block's threads share its tile.
struct StripShape {
  int tile_rows = 32;  ///< of outputs
  /// Of outputs, or of columns' sums, that a thread has below each other: a divisor of tile_rows.
  /// Of matrices: phases. Rows of a matrix are so many rows of the image apart, so that each is
  /// read from shared memory once for all rows of taps. Of both bands: how many times kBandColumns
  /// outputs of a row a warp has.
  int rows = 8;
  int threads = 128;  ///< of a block
  /// Rows of taps that a thread has in registers at a time: all of them of products. Each time it
  /// reads its part of the tile anew.
  int tap_rows = 1;

  bool operator==(const StripShape&) const = default;
};

/// Numbers that so many taps take in `spectrum`: whole pairs.
constexpr int in_pairs(int taps) {
  return (taps + 1) / 2 * 2;
}

/// How `spectrum` holds taps themselves, in canonical form. Of DirectBody::taps they lie row by
/// row, each row in pairs. Of products the first number is how many there are; the second pair is
/// the first of the first product, which has a column and a row, each in pairs. Of matrices each
/// number is a pair of halves, in parts (matrix_taps.h). Of transforms, likewise: matrices of
/// transforms, and the taps' spectrum (spectral_taps.h). Of bands: band_taps.h, real_band_taps.h.
struct KeptTaps {
  DirectBody body = DirectBody::taps;
  int rows = 1;
  int columns = 1;
  int most_products = 0;
  int lead = 0;          ///< of matrices, as DirectSpec has it
  int matrix_steps = 0;  ///< likewise
  float centre = 0;      ///< of transforms and bands, as DirectSpec has it
  int row_bands = 0;     ///< of bands, as DirectSpec has them
  int column_bands = 0;  ///< likewise

  /// Of transforms: for each bin of the transforms in registers a matrix of complex numbers.
  static constexpr int kMatrixNumbers = kRegisterRadix * kMatrixRadix * kMatrixRadix;

  /// And, behind the spectrum, the number that outputs lack (DirectSpec::centre()).
  static constexpr int kMeanNumber = kMatrixNumbers + kTransformSide * kTransformSide;

  int product_numbers() const { return in_pairs(rows) + in_pairs(columns); }
  /// Of one of the two parts: for each row of taps and step what each thread of a warp has.
  int part_numbers() const { return rows * matrix_steps * kMatrixThreads; }
  /// Of bands, words of a matrix, which are a thread's four; and those before the first matrix.
  static constexpr int kBandWords = 4 * kMatrixThreads, kBandHead = 4;
  /// Of real_bands: numbers of a matrix that samples are multiplied by, and of one that multiplies
  /// the middle, in two parts each.
  static constexpr int kRowNumbers = 16 * kMatrixThreads, kColumnNumbers = 4 * kMatrixThreads;
  static constexpr int column_steps(int rows) { return (rows - 1 + 7) / kRealDepth + 1; }
  int numbers() const {
    switch (body) {
      case DirectBody::taps: return rows * in_pairs(columns);
      case DirectBody::products: return 2 + most_products * product_numbers();
      case DirectBody::matrices: return 1 + 2 * part_numbers();
      case DirectBody::transforms: return kMeanNumber + 1;
      case DirectBody::bands: return kBandHead + (row_bands + column_bands) * kBandWords;
      case DirectBody::real_bands:
        return row_bands * kRowNumbers + column_steps(rows) * kColumnNumbers;
    }
    return 0;
  }
};

/// Tile (y, x) is of outputs from row y * shape.tile_rows and column x * tile_columns() on. Its
/// samples are those from the same row and column of the load on.
struct DirectSpec {
  std::string name;
  DirectBody body = DirectBody::taps;
  StripShape shape;
  int tap_rows = 1;
  int tap_columns = 1;
  /// Counts of tiles along Dim::row and Dim::column, of channels and of frames.
  PerDim<int> tiles{1};
  /// Columns of a tile before the first sample that its first output takes.
  int lead = 0;
  ImageLoad load;    ///< its count is that of the whole extended row
  ImageStore store;  ///< its count is that of the whole row
  /// Four neighbouring samples are loaded, or stored, at once, from columns that are multiples of 4
  /// on: each row begins at an address that four are aligned to.
  bool loads_quads = false;
  bool stores_quads = false;
  /// Where a block has all channels of its pixels: samples of a pixel, which lie beside each other.
  /// Four pixels are loaded, or stored, at once then. Else 1, and a block has one channel.
  int pixel = 1;
  int products = 1;  ///< that the cost is of; a kernel takes as many as the taps that are set

  bool has_whole_numbers() const {
    return traits_of(load.image.storage).is_whole() && traits_of(store.image.storage).is_whole();
  }
  bool has_bands() const { return body == DirectBody::bands || body == DirectBody::real_bands; }
  /// Columns of outputs of a tile: a multiple of kStripColumns.
  int tile_columns() const {
    if (body == DirectBody::transforms)
      return (kTransformSide - lead - tap_columns + 1) / kStripColumns * kStripColumns;
    if (has_bands()) return shape.threads / kMatrixThreads * shape.rows * kBandColumns;
    return kStripColumns * kStripsAcross;
  }
  /// What samples less the load's bias have less in shared memory, of transforms and bands: bytes
  /// about 0 lose less in halves. Outputs lack this times the sum of the taps.
  float centre() const {
    constexpr float kCentre = 128;
    return body == DirectBody::transforms || body == DirectBody::bands ? kCentre - load.bias : 0;
  }
  /// Of a block: a plane in shared memory each.
  int channels() const {
    if (pixel == 1) return 1;
    return load.image.channels.empty() ? pixel : static_cast<int>(load.image.channels.size());
  }
  int tile_count() const {
    int count = 1;
    for (const Dim dim : kAllDims) count *= tiles[dim];
    return count;
  }
  /// Tiles that a block has at once.
  int tiles_at_once() const { return body == DirectBody::transforms ? 2 : 1; }
  /// Rows of samples in shared memory.
  int sample_rows() const { return shape.tile_rows + tap_rows - 1; }
  /// Groups of four samples in one of these rows.
  int groups() const {
    if (body == DirectBody::transforms) return kTransformSide / kStripColumns;
    if (has_bands())
      return (tile_columns() - kBandColumns + kBandDepth * row_bands()) / kStripColumns;
    if (body == DirectBody::matrices)
      return (tile_columns() / kMatrixColumns + matrix_steps() - 1) * kMatrixColumns /
             kStripColumns;
    return (tile_columns() + lead + tap_columns - 1 + kStripColumns - 1) / kStripColumns;
  }
  int sample_columns() const { return kStripColumns * groups(); }

  // Of DirectBody::matrices:
  /// Matrices side by side that hold the samples of 8 neighbouring outputs.
  int matrix_steps() const {
    return (kMatrixColumns + lead + tap_columns - 1 + kMatrixColumns - 1) / kMatrixColumns;
  }
  // Of both bands, matrices beside each other that hold the taps' row, or their column:
  int row_bands() const {
    return (kBandColumns + lead + tap_columns - 1 + kBandDepth - 1) / kBandDepth;
  }
  int column_bands() const { return (kMatrixRows + tap_rows - 1 + kBandDepth - 1) / kBandDepth; }
  /// Of real_bands: matrices of the taps' column that are not 0, each kRealDepth further on.
  int column_steps() const { return KeptTaps::column_steps(tap_rows); }
  /// Slabs of rows that a block brings, one after the other.
  int slabs() const { return shape.tile_rows / kSlabRows + column_bands() - 1; }

  /// Rows of samples of a phase, which lie behind each other in shared memory.
  int phase_rows() const { return (sample_rows() + shape.rows - 1) / shape.rows; }
  /// Samples from a row in shared memory to the next: an odd number of groups of 16 bytes, so that
  /// eight rows of a matrix are in banks of their own; of real_bands of 64 bytes, so that two are.
  int row_samples() const {
    if (body == DirectBody::real_bands) return (sample_columns() / kBandDepth | 1) * kBandDepth;
    return (sample_columns() / kMatrixColumns | 1) * kMatrixColumns;
  }

  /// Samples of a channel's plane in shared memory.
  int plane_samples() const {
    return body == DirectBody::matrices ? shape.rows * phase_rows() * row_samples()
                                        : sample_rows() * sample_columns();
  }
};

/// Samples of pixels of so many that go to or from memory at once: what 16 bytes hold, of four
/// pixels' samples a whole part.
constexpr int samples_at_once(Storage storage, int pixel) {
  constexpr int kBytes = 16;
  int samples = kStripColumns;
  while (2 * samples * static_cast<int>(size_bytes(storage)) <= kBytes &&
         kStripColumns * pixel % (2 * samples) == 0)
    samples *= 2;
  return samples;
}

/// Bytes of shared memory of a block: of the tile, and of columns' sums.
inline std::int64_t shared_bytes_of(const DirectSpec& spec) {
  if (spec.body == DirectBody::transforms)
    return std::int64_t{2} * spec.tiles_at_once() * kTransformSide * spec.row_samples() +
           std::int64_t{4} * KeptTaps::kMatrixNumbers;
  if (spec.body == DirectBody::bands) {
    const int bands = spec.row_bands() + spec.column_bands();
    return std::int64_t{2} * 2 * spec.channels() * kSlabRows * spec.row_samples() +
           std::int64_t{4} * bands * KeptTaps::kBandWords;
  }
  if (spec.body == DirectBody::real_bands)
    return std::int64_t{4} *
           (2 * kSlabRows * spec.row_samples() + spec.row_bands() * KeptTaps::kRowNumbers +
            spec.column_steps() * KeptTaps::kColumnNumbers);
  if (spec.body == DirectBody::matrices)
    return std::int64_t{2} * spec.channels() * spec.plane_samples();
  const int between =
      spec.body == DirectBody::products ? spec.shape.tile_rows * spec.sample_columns() : 0;
  return std::int64_t{4} * (spec.channels() * spec.plane_samples() + between);
}

}  // namespace fftcore
