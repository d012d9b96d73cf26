// SPDX-License-Identifier: LGPL-2.1-or-later
// Spectra of windows, the filters that they meet, and their responses (fftcore/window_filters.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "aligned_array.h"
#include "fft_engine.h"
#include "fftcore/backend.h"
#include "fftcore/window_filters.h"
#include "filter_loops.h"

namespace fftcore {

/// Windows that are computed together.
inline constexpr std::int64_t kFilterWindows = 2;

/// A window whose samples are set: the filter that it meets, and how much that learns of it.
struct FilterWindow {
  std::int64_t filter = 0;
  float rate = 0;
  float* scores = nullptr;  ///< S, rows without gaps
};

/// One thread's. Two real signals are transformed at once, as the parts of complex numbers: the
/// channels of all windows one after the other, and both windows' responses on the way back.
class FilterSpectra {
 public:
  FilterSpectra(const WindowFilters& filters, const FftEngine& engine);

  /// A channel of a window: samples, rows without gaps, times `factor`. They are tapered already.
  void set(std::int64_t window, std::int64_t channel, const float* samples, float factor);

  /// S of at most kFilterWindows windows; then filters learn.
  void run(const Buffer& stored, std::span<const FilterWindow> windows);

  static std::int64_t bytes(const WindowFilters& filters);

 private:
  void transform(AlignedArray<Complex>& signals);
  /// Bins of a row of all signals.
  void split(std::int64_t row, std::int64_t signals);
  void multiply(const Buffer& stored, const FilterWindow& one, std::int64_t window,
                std::int64_t row);
  void take(std::span<const FilterWindow> windows);

  /// Which number of `stored` a row begins with.
  std::int64_t place_of(const Buffer& stored, std::int64_t filter, std::int64_t plane,
                        std::int64_t row) const;
  void load(const Buffer& stored, std::int64_t place, float* to) const;
  void store(const Buffer& stored, std::int64_t place, const float* from) const;

  /// A row of bins of scratch.
  BinRow bins(std::int64_t number) const {
    return {scratch_.data() + 2 * number * bins_, scratch_.data() + (2 * number + 1) * bins_};
  }
  BinRow spectrum(std::int64_t signal) const { return bins(signal); }
  BinRow product(std::int64_t window) const { return bins(signals_ + window); }
  BinRow filter() const { return bins(signals_ + kFilterWindows); }
  /// Sum of the channels' |X|^2, and B.
  float* energy() const { return bins(signals_ + kFilterWindows + 1).re; }
  float* denominator() const { return bins(signals_ + kFilterWindows + 1).im; }
  static constexpr std::int64_t scratch_rows(std::int64_t signals) {
    return signals + kFilterWindows + 2;
  }

  SampleType stored_;
  std::int64_t row_stride_;
  float regularization_;
  std::int64_t rows_, columns_, bins_, channels_, signals_;
  std::unique_ptr<ComplexTransform> down_, across_;
  std::vector<AlignedArray<Complex>> pairs_;  // of signals: columns, then rows of bins
  AlignedArray<Complex> other_, response_;
  AlignedArray<float> row_weights_, column_weights_;  // of G / G[0]
  AlignedArray<float> scratch_;
  float scale_ = 1;  // of S: G[0] / n
};

}  // namespace fftcore
