// SPDX-License-Identifier: LGPL-2.1-or-later
// Lines of half spectra: what launches of all stages have in common.
#pragma once

#include <optional>
#include <string>

#include "device_traits.h"
#include "fftcore/stages.h"
#include "launch_steps.h"
#include "line_shape.h"
#include "line_spec.h"
#include "no_plan.h"

namespace fftcore {

/// Keeps references to the layout and to the traits.
class SpectrumLines {
 public:
  SpectrumLines(const SpectrumLayout& spectrum, const DeviceTraits& traits)
      : spectrum_(spectrum), traits_(traits) {}

  Storage storage() const { return spectrum_.type; }
  /// Complex values of a channel.
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

  /// A launch over rows, whose samples 2e and 2e + 1 travel as one value.
  Planned<LineSpec> row_launch(std::string name, std::int64_t rows, std::int64_t channels) const;
  /// A launch over columns. Padding of rows is treated as bins are: blocks hold whole groups of
  /// columns, and its values stay finite.
  Planned<LineSpec> column_launch(std::string name, std::int64_t channels,
                                  int channels_per_block = 1) const;
  /// Whether so many channels of a column fit one block with a product at their spectral side,
  /// which columns that are convolved with a chirp cannot have.
  bool fit_products(int channels_per_block) const;
  /// The store of row_launch() forward.
  ComplexStore store_rows(double scale) const;

 private:
  std::optional<LineShape> column_shape(int channels_per_block) const;
  NoPlan no_lines(std::string_view lines, std::int64_t points, std::string_view more) const;

  const SpectrumLayout& spectrum_;
  const DeviceTraits& traits_;
};

/// The factor that a spectrum is divided by, as if its columns were transformed or not.
double divisor(const SpectrumLayout& spectrum, bool has_columns);
/// The factor that it is divided by as it is.
inline double divisor(const SpectrumLayout& spectrum) {
  return divisor(spectrum, spectrum.transformed == Transformed::rows_and_columns);
}

}  // namespace fftcore
