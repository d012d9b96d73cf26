// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoising in one launch: rows of samples to rows of bins in a ring, columns of bins weakened and
// added up, rows of sums back to samples (fftcore/denoise.h).
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "fftcore/denoise.h"
#include "line_spec.h"

namespace fftcore {

/// What a block of threads keeps while it denoises.
enum class DenoiseArray : std::uint8_t {
  /// Of the ring, complex: element ((bin in time * ring rows + row) * columns + column) * lanes +
  /// lane.
  bins,
  /// Of bins, complex: element ((parity of the step * step + row) * columns + column) * lanes +
  /// lane.
  sums,
  /// Bins in time of samples that came: element ((parity of the group * frames + plane) * step +
  /// row) * reached columns + column. Of bin q, planes 2q - 1 and 2q are the parts, or, of an even
  /// number of frames, 2q and 2q + 1; bin 0 has the middle one as its imaginary part, if there is
  /// one.
  came,
  /// To be added up: element ((parity of the step * step + row) * block + column) * sample pitch +
  /// lane.
  samples,
};
inline constexpr int kDenoiseArrays = 4;

/// Images `frame_0` and so on to `output`. A block has a strip of `lanes` columns of blocks, and
/// goes down a segment of rows by steps; a thread has one column of bins of one of these. Frames
/// are bins in time before the rows' transform, whose origin is the output frame.
///
/// Column 0 has two in one, since rows are real where a bin in time is its own negative: bins 0 as
/// real parts, bins block/2 as imaginary ones, both halved. Of the other bins in time, which come
/// in pairs of q and its negative, the first has column 0 and the second column block/2: the other
/// two are their mirrors.
///
/// `taps_spectrum` has the strength (numbers of StrengthNumbers): powers are as |X|^2 is, so that
/// no bin is scaled.
struct DenoiseSpec {
  std::string name;
  ImageGeometry input, output;  ///< `channels`: of the input, those that are denoised
  std::vector<int> copied_channels;
  int block = 16;
  int step = 4;
  int before = 0, after = 0;
  DenoiseKind kind = DenoiseKind::wiener;
  bool zero_mean = true;
  bool sharpens = false;
  std::vector<double> window;                     ///< a[n]
  std::vector<double> time_window;                ///< t[d] of all frames
  std::vector<std::complex<double>> window_bins;  ///< the window's DFT; 0 where it is rounding
  std::vector<std::complex<double>> time_bins;    ///< t's, with its origin at the output frame
  int channels = 1;                               ///< that are denoised
  int lanes = 32;
  int groups = 16;        ///< steps of a segment
  int blocks_beside = 1;  ///< on a multiprocessor, by its registers and shared memory
  /// The first so many DenoiseArrays have no room in shared memory: they lie in `block_arrays`,
  /// each block's behind those of the one before.
  int outside = 0;

  int frames() const { return before + 1 + after; }
  int bins() const { return block / 2 + 1; }
  int columns() const { return block / 2; }
  int threads() const { return columns() * lanes; }
  int overlap() const { return block / step; }  ///< blocks that a sample lies in, along an axis
  int lead() const { return block - step; }
  int strip_columns() const { return lanes * step - lead(); }  ///< outputs of a strip
  int segment_rows() const { return groups * step; }
  int strips() const { return (output.columns + strip_columns() - 1) / strip_columns(); }
  int segments() const { return (output.rows + segment_rows() - 1) / segment_rows(); }

  /// Samples of a row that the strip's blocks reach.
  int reached_columns() const { return lanes * step + lead(); }
  /// Those of a step's rows that one thread loads.
  int loads() const { return (step * reached_columns() + threads() - 1) / threads(); }
  /// Rows of bins that are kept: those of a block, and those that are made meanwhile.
  int ring_rows() const { return block + step; }
  /// Numbers from one column of a block's samples to the next; neighbouring outputs, of columns and
  /// of blocks, are in different banks, or two in one.
  int sample_pitch() const {
    const int apart = 32 / step;
    return lanes % (2 * apart) == 0 ? lanes + apart : lanes;
  }
  /// Powers of a column of bins, of which the first and the last half are alike.
  int power_pitch() const { return (bins() + 3) / 4 * 4; }
  /// Numbers of a table of powers or weights of bins.
  int table_size() const { return bins() * power_pitch(); }
  int tables() const { return sharpens ? 3 : 1; }
  /// What a thread wants: of a block's rows a column and the sums, of several frames the column
  /// that bins in time add up to, and samples that are on their way.
  int registers() const {
    constexpr int kOthers = 32, kMost = 255;
    return std::min(kMost, block * (frames() > 1 ? 6 : 4) + kOthers + loads() * frames());
  }
  bool is_outside(DenoiseArray array) const { return static_cast<int>(array) < outside; }
  /// 32-bit numbers of an array, in whole groups of four.
  int numbers(DenoiseArray array) const {
    const auto count = [&] {
      switch (array) {
        case DenoiseArray::bins: return 2 * frames() * ring_rows() * threads();
        case DenoiseArray::samples: return 2 * step * block * sample_pitch();
        case DenoiseArray::sums: return 2 * 2 * step * threads();
        case DenoiseArray::came: return 2 * step * frames() * reached_columns();
      }
      return 0;
    };
    return (count() + 3) / 4 * 4;
  }
  /// Those of a block in `block_arrays`.
  int numbers_outside() const { return numbers_of(true); }
  std::int64_t shared_bytes() const {
    return std::int64_t{4} * (numbers_of(false) + tables() * table_size());
  }
  std::int64_t all_blocks() const { return std::int64_t{strips()} * segments() * channels; }

 private:
  int numbers_of(bool are_outside) const {
    int sum = 0;
    for (int i = 0; i < kDenoiseArrays; ++i)
      if (const auto array = static_cast<DenoiseArray>(i); is_outside(array) == are_outside)
        sum += numbers(array);
    return sum;
  }
};

/// The least power that is divided by, and the least s that kernels are given.
inline constexpr double kLeastDividedPower = 1e-35;

/// Where the strength's numbers are in `taps_spectrum`; s of column k and bin y, y at most half of
/// the block, is number kPowers + k * power_pitch() + y. Behind the table of them are numbers of
/// sharpening, where it sharpens, and two tables of its weights.
struct StrengthNumbers {
  static constexpr int kBeta = 0, kFloor = 1, kM = 2, kM2 = 3, kPMin = 4, kPMax = 5, kPowers = 8;
  static int sharpen_min(const DenoiseSpec& spec) { return kPowers + spec.table_size(); }
  static int sharpen_max(const DenoiseSpec& spec) { return sharpen_min(spec) + 1; }
  static int halo_threshold(const DenoiseSpec& spec) { return sharpen_min(spec) + 2; }
  static int sharpen_weights(const DenoiseSpec& spec) { return sharpen_min(spec) + 4; }
  static int dehalo_weights(const DenoiseSpec& spec) {
    return sharpen_weights(spec) + spec.table_size();
  }
  static int count(const DenoiseSpec& spec) {
    return (spec.sharpens ? dehalo_weights(spec) : kPowers) + spec.table_size();
  }
};

}  // namespace fftcore
