// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows of a strip that is denoised: samples to bins, sums of bins back to samples, and what blocks
// beside each other give to one sample.
#pragma once

#include <string>
#include <vector>

#include "access.h"
#include "butterfly.h"
#include "denoise_arrays.h"
#include "denoise_spec.h"

namespace fftcore {

/// Rows go by groups of `step` rows, counted from the first one that the segment needs; group
/// overlap - 1 is its first one.
class DenoiseRows {
 public:
  DenoiseRows(Builder& b, const DenoiseSpec& spec, const ast::Expr& thread);

  /// A complex number of the ring, in two lanes.
  ast::Expr bin(const ast::Expr& at) const;
  /// The thread's samples of a group of rows of all frames, extended by their edges.
  std::vector<ast::Expr> samples(const ast::Expr& group);
  /// Their bins in time to shared memory, for forward() after a barrier.
  void put_samples(const ast::Expr& group, const std::vector<ast::Expr>& samples);
  /// Such a group, or one that is as even, to rows of bins at a slot of the ring.
  void forward(const ast::Expr& group, const ast::Expr& slot);
  /// Row `y` of the thread's sums that are complete after a step.
  void put_sum(const ast::Expr& step, int y, const Complex& sum);
  /// Sums of a step (or of one that is as even) to samples, where the condition holds.
  void inverse(const ast::Expr& step, const ast::Expr& condition);
  /// Samples of such a step to group `group` of the segment's outputs, likewise.
  void store(const ast::Expr& group, const ast::Expr& step, const ast::Expr& condition);

 private:
  /// A thread's part of what `lanes` times `count` threads do, from thread `first` on.
  struct Task {
    ast::Expr exists, number, lane;
  };
  Task task_of(const ast::Expr& first, int count);
  int frames() const { return spec_.frames(); }
  /// Complex rows that a row of all frames becomes: bin 0 in time with the middle one, if there is
  /// one; each of the others with its negative.
  int rows_through_time() const { return (frames() + 1) / 2; }
  /// Whether such a row has imaginary parts.
  bool is_complex(int q) const { return q > 0 || frames() % 2 == 0; }
  /// The plane of its real parts; that of imaginary ones follows.
  int plane_of(int q) const { return q == 0 ? 0 : 2 * q - (frames() % 2 == 0 ? 0 : 1); }
  ast::Expr number_of(int load);
  /// Where row `row` of a channel begins.
  static ast::Expr first_of(const ImageMemory& memory, const ast::Expr& row,
                            const ast::Expr& channel, std::int64_t channel_stride);
  Complex through_time(int q, const std::vector<ast::Expr>& frames);
  std::vector<Complex> load(const ast::Expr& plane, bool is_complex, const ast::Expr& parity,
                            const Task& task);
  std::vector<ast::Expr> real_line(const std::vector<Complex>& bins);
  void put_bin(const ast::Expr& q, int column, const Complex& value, const ast::Expr& first);
  void put_real_rows(const std::vector<Complex>& bins, const ast::Expr& first);
  void put_pair(const ast::Expr& q, const std::vector<Complex>& bins, const ast::Expr& first);
  void copy(const ast::Expr& row, const ast::Expr& column);

  Builder& b_;
  const DenoiseSpec& spec_;
  ast::Expr thread_, strip_, segment_;
  ast::Expr channel_;
  std::vector<std::string> names_;   // of frames
  std::vector<ImageMemory> memory_;  // likewise
  ImageMemory output_;
  DenoiseArrays arrays_;
};

}  // namespace fftcore
