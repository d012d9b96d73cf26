// SPDX-License-Identifier: LGPL-2.1-or-later
// Lines of half spectra: what launches of all stages have in common.
#pragma once

#include <string>
#include <string_view>

#include "device_traits.h"
#include "fftcore/stages.h"
#include "launch_steps.h"
#include "line_spec.h"

namespace fftcore {

/// Throws Unsupported. `stage`: as text.
[[noreturn]] void refuse_stage(std::string_view stage, const DeviceTraits& traits,
                               std::string_view reason);

class SpectrumLines {
 public:
  /// `text`: of the stage, for messages. Keeps references to the others.
  SpectrumLines(const SpectrumLayout& spectrum, std::string text, const DeviceTraits& traits)
      : spectrum_(spectrum), text_(std::move(text)), traits_(traits) {}

  Storage storage() const { return storage_of(spectrum_.element); }
  std::int64_t plane() const { return spectrum_.stored_rows * row_stride(spectrum_); }
  bool has_columns() const { return spectrum_.points.rows > 1; }

  Strides along_rows() const {
    return {1,
            PerDim<std::int64_t>{0, {{Dim::row, row_stride(spectrum_)}, {Dim::channel, plane()}}},
            0};
  }
  Strides down_columns() const {
    return {row_stride(spectrum_),
            PerDim<std::int64_t>{0, {{Dim::column, 1}, {Dim::channel, plane()}}}, 0};
  }

  /// Samples 2e and 2e + 1 travel as one value. Throws Unsupported where a row does not fit a
  /// block.
  LineSpec row_stage(std::string name, std::int64_t rows, std::int64_t channels) const;
  /// What pads rows is treated as bins are: blocks hold whole groups of columns, and it stays
  /// finite. Throws as row_stage().
  LineSpec column_stage(std::string name, std::int64_t channels, int channels_per_block = 1) const;
  /// Whether column_stage() has one for channels together.
  bool fit_columns(int channels_per_block) const;
  /// Of row_stage() forward.
  ComplexStore store_rows(double scale) const;

 private:
  [[noreturn]] void refuse_lines(std::string_view lines, std::int64_t points,
                                 std::string_view more) const;

  const SpectrumLayout& spectrum_;
  std::string text_;
  const DeviceTraits& traits_;
};

/// What a spectrum is divided by; `has_columns`: what it would be if its columns were transformed,
/// or were not.
double divisor(const SpectrumLayout& spectrum, bool has_columns);
inline double divisor(const SpectrumLayout& spectrum) {
  return divisor(spectrum, spectrum.transformed == Transformed::rows_and_columns);
}

}  // namespace fftcore
