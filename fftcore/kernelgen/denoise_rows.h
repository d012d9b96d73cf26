// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows of a strip that is denoised: samples to bins, sums of bins back to samples, and what blocks
// beside each other give to one sample.
#pragma once

#include <string>
#include <vector>

#include "access.h"
#include "butterfly.h"
#include "denoise_spec.h"

namespace fftcore {

/// Rows go by groups of `step` rows, counted from the first one that the segment needs; group
/// overlap - 1 is its first one.
class DenoiseRows {
 public:
  /// Bins of the ring: element ((bin in time * ring rows + row) * bins + bin) * lanes + lane.
  static constexpr const char* kBins = "bins";

  DenoiseRows(Builder& b, const DenoiseSpec& spec, const ast::Expr& thread);

  /// A group of rows of samples, extended by its edges, of all frames, to rows of bins at a slot
  /// of the ring.
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
  Task task_of(int first, int count);
  int frames() const { return spec_.frames(); }
  /// Complex rows that a row of all frames becomes: bin 0 in time with the middle one, if there is
  /// one; each of the others with its negative.
  int rows_through_time() const { return (frames() + 1) / 2; }
  std::vector<Complex> load(int q, const ast::Expr& row, const ast::Expr& lane);
  void put_bins(int q, const std::vector<Complex>& bins, const ast::Expr& first);
  void put_bin(int q, int bin, const Complex& value, const ast::Expr& first);
  void copy(const ast::Expr& row, const ast::Expr& column);

  Builder& b_;
  const DenoiseSpec& spec_;
  ast::Expr thread_, strip_, segment_;
  ast::Expr channel_;
  std::vector<std::string> names_;   // of frames
  std::vector<ImageMemory> memory_;  // likewise
  ImageMemory output_;
};

}  // namespace fftcore
