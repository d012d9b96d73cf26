// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectrum_lines.h"

#include <fmt/format.h>

#include "fftcore/error.h"
#include "line_shape_for.h"

namespace fftcore {

void refuse_stage(std::string_view stage, const DeviceTraits& traits, std::string_view reason) {
  throw Unsupported(
      fmt::format("no plan for '{}' on {}: {}; backend 'cpu' does it", stage, traits.name, reason));
}

LineSpec SpectrumLines::row_stage(std::string name, std::int64_t rows,
                                  std::int64_t channels) const {
  const std::int64_t points = spectrum_.points.columns;
  const auto shape = line_shape_of(points / 2, false, static_cast<int>(rows), traits_);
  if (!shape) refuse_lines("rows", points, "");
  LineSpec stage;
  stage.name = std::move(name);
  stage.shape = *shape;
  stage.lines[Dim::row] = static_cast<int>(rows);
  stage.lines[Dim::channel] = static_cast<int>(channels);
  return stage;
}

LineSpec SpectrumLines::column_stage(std::string name, std::int64_t channels,
                                     int channels_per_block) const {
  const std::int64_t points = spectrum_.points.rows;
  const auto shape = line_shape_of(points, true, static_cast<int>(row_stride(spectrum_)), traits_,
                                   channels_per_block);
  if (!shape)
    refuse_lines(
        "columns", points,
        channels_per_block == 1 ? "" : fmt::format(", {} channels together", channels_per_block));
  LineSpec stage;
  stage.name = std::move(name);
  stage.shape = *shape;
  stage.lines[Dim::column] = static_cast<int>(row_stride(spectrum_));
  stage.lines[Dim::channel] = static_cast<int>(channels);
  stage.neighbours = Dim::column;
  stage.channels_per_block = channels_per_block;
  return stage;
}

bool SpectrumLines::fit_columns(int channels_per_block) const {
  return line_shape_of(spectrum_.points.rows, true, static_cast<int>(row_stride(spectrum_)),
                       traits_, channels_per_block)
      .has_value();
}

ComplexStore SpectrumLines::store_rows(double scale) const {
  ComplexStore store{storage(), along_rows(), kAllElements, scale, false, 1};
  store.padded = static_cast<int>(row_stride(spectrum_));
  return store;
}

void SpectrumLines::refuse_lines(std::string_view lines, std::int64_t points,
                                 std::string_view more) const {
  refuse_stage(text_, traits_,
               fmt::format("{} of {} points do not fit a block ({} KiB of shared memory{}), or "
                           "have a prime factor above 13",
                           lines, points, traits_.shared_bytes / 1024, more));
}

double divisor(const SpectrumLayout& spectrum, bool has_columns) {
  return spectrum.normalized ? static_cast<double>(spectrum.points.columns *
                                                   (has_columns ? spectrum.points.rows : 1))
                             : 1;
}

}  // namespace fftcore
