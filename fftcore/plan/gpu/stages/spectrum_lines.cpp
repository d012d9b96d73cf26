// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectrum_lines.h"

#include <fmt/format.h>

#include "chirped_shape.h"
#include "line_shape_for.h"

namespace fftcore {

Planned<LineSpec> SpectrumLines::row_launch(std::string name, std::int64_t rows,
                                            std::int64_t channels) const {
  const std::int64_t points = spectrum_.points.columns;
  const int count = static_cast<int>(rows);
  auto shape = line_shape_of(points / 2, false, count, traits_);
  if (!shape) shape = chirped_shape_of(points / 2, false, count, traits_);
  if (!shape) return no_lines("rows", points, "");
  LineSpec launch;
  launch.name = std::move(name);
  launch.shape = *shape;
  launch.lines[Dim::row] = static_cast<int>(rows);
  launch.lines[Dim::channel] = static_cast<int>(channels);
  return launch;
}

Planned<LineSpec> SpectrumLines::column_launch(std::string name, std::int64_t channels,
                                               int channels_per_block) const {
  const std::int64_t points = spectrum_.points.rows;
  auto shape = column_shape(channels_per_block);
  if (!shape && channels_per_block == 1)
    shape = chirped_shape_of(points, true, static_cast<int>(row_stride(spectrum_)), traits_);
  if (!shape)
    return no_lines(
        "columns", points,
        channels_per_block == 1 ? "" : fmt::format(" for {} channels", channels_per_block));
  LineSpec launch;
  launch.name = std::move(name);
  launch.shape = *shape;
  launch.lines[Dim::column] = static_cast<int>(row_stride(spectrum_));
  launch.lines[Dim::channel] = static_cast<int>(channels);
  launch.neighbours = Dim::column;
  launch.channels_per_block = channels_per_block;
  return launch;
}

std::optional<LineShape> SpectrumLines::column_shape(int channels_per_block) const {
  return line_shape_of(spectrum_.points.rows, true, static_cast<int>(row_stride(spectrum_)),
                       traits_, channels_per_block);
}

bool SpectrumLines::fit_products(int channels_per_block) const {
  return column_shape(channels_per_block).has_value();
}

ComplexStore SpectrumLines::store_rows(double scale) const {
  // Zeros that pad the row are stored too.
  const std::int64_t padded = row_stride(spectrum_);
  ComplexStore store{storage(), along_rows(), padded, scale, false, 1};
  store.padded = static_cast<int>(padded);
  return store;
}

NoPlan SpectrumLines::no_lines(std::string_view lines, std::int64_t points,
                               std::string_view more) const {
  return {
      fmt::format("{} of {} points do not fit a block ({} KiB of shared memory{}), or not twice "
                  "as many, which those with a prime factor above {} need",
                  lines, points, traits_.shared_bytes / 1024, more, kMostPrime)};
}

double divisor(const SpectrumLayout& spectrum, bool has_columns) {
  return spectrum.normalized ? static_cast<double>(spectrum.points.columns *
                                                   (has_columns ? spectrum.points.rows : 1))
                             : 1;
}

}  // namespace fftcore
