// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoising in one launch: rows of samples to rows of bins in a ring, columns of bins weakened and
// added up, rows of sums back to samples (fftcore/denoise.h).
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "fftcore/denoise.h"
#include "line_spec.h"

namespace fftcore {

/// Images `frame_0` and so on to `output`. A block has a strip of `lanes` columns of blocks, and
/// goes down a segment of rows by steps; a thread has one bin of a row of one of these. Frames are
/// bins in time from the rows' transform on, whose origin is the output frame.
///
/// `taps_spectrum` has the strength (numbers of StrengthNumbers): powers are as |X|^2 is, so that
/// no bin is scaled.
struct DenoiseSpec {
  std::string name;
  ImageGeometry input, output;  ///< `channels`: of the input, those that are denoised
  std::vector<int> copied_channels;
  int block = 16;
  int step = 4;
  int prev = 0, next = 0;
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

  int frames() const { return prev + 1 + next; }
  int bins() const { return block / 2 + 1; }
  int threads() const { return bins() * lanes; }
  int overlap() const { return block / step; }  ///< blocks that a sample lies in, along an axis
  int lead() const { return block - step; }
  int strip_columns() const { return lanes * step - lead(); }  ///< outputs of a strip
  int segment_rows() const { return groups * step; }
  int strips() const { return (output.columns + strip_columns() - 1) / strip_columns(); }
  int segments() const { return (output.rows + segment_rows() - 1) / segment_rows(); }

  /// Rows of bins that are kept: those of a block, and those that are made meanwhile.
  int ring_rows() const { return block + step; }
  /// Numbers from one column of a block's samples to the next; neighbouring outputs, of columns and
  /// of blocks, are in different banks.
  int sample_pitch() const { return lanes + 32 / step; }
  /// Powers of a column of bins, of which the first and the last half are alike.
  int power_pitch() const { return (bins() + 3) / 4 * 4; }
  /// Numbers of a table of powers or weights of bins.
  int table_size() const { return bins() * power_pitch(); }
  int tables() const { return sharpens ? 3 : 1; }
  /// What a thread wants: of a block's rows a column and the sums, and of several frames the column
  /// that bins in time add up to.
  int registers() const {
    constexpr int kOthers = 32;
    return block * (frames() > 1 ? 6 : 4) + kOthers;
  }
  std::int64_t shared_bytes() const {
    return std::int64_t{8} * frames() * ring_rows() * threads() +  // bins
           std::int64_t{8} * 2 * step * threads() +                // sums
           std::int64_t{4} * 2 * step * block * sample_pitch() +   // samples
           std::int64_t{4} * tables() * table_size();              // powers and weights
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
