// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectrum_oracle.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace oracle {

using namespace fftcore;

namespace {

constexpr double kUnit = 0x1p-24;      // relative rounding of f32
constexpr double kHalfUnit = 0x1p-11;  // of f16
constexpr double kHalfTiny = 0x1p-25;  // absolute rounding of f16 below its normal range

std::size_t bin_index(std::int64_t index) {
  return static_cast<std::size_t>(index);
}

/// Rows x bins of one channel, or rows x columns of real samples.
using Plane = std::vector<Wide>;

std::vector<std::int64_t> kept(const Layout& image, std::uint32_t skipped) {
  std::vector<std::int64_t> channels;
  for (std::int64_t c = 0; c < image.channels.extent; ++c)
    if ((skipped & (1U << c)) == 0) channels.push_back(c);
  return channels;
}

long double points_of(const SpectrumLayout& spectrum) {
  return static_cast<long double>(spectrum.points.rows * spectrum.points.columns);
}
long double columns_of(const SpectrumLayout& spectrum) {
  return static_cast<long double>(spectrum.points.columns);
}

/// Every row, or every column, of `rows` of them.
Plane along_rows(const Plane& plane, std::int64_t rows, std::int64_t points, TransformKind kind) {
  Transform transform;
  transform.kind = kind;
  transform.axes = {{points}};
  transform.direction = kind == TransformKind::c2r ? Direction::inverse : Direction::forward;
  transform = with_dense_strides(transform);
  Plane result;
  const auto width = static_cast<std::ptrdiff_t>(plane.size()) / rows;
  for (std::int64_t y = 0; y < rows; ++y) {
    const auto row =
        dft(transform, Plane(plane.begin() + y * width, plane.begin() + (y + 1) * width));
    result.insert(result.end(), row.begin(), row.end());
  }
  return result;
}

Plane along_columns(const Plane& plane, std::int64_t rows, Direction direction) {
  Transform transform;
  transform.axes = {{rows}};
  transform.direction = direction;
  transform = with_dense_strides(transform);
  const std::int64_t width = static_cast<std::int64_t>(plane.size()) / rows;
  Plane result(plane.size());
  for (std::int64_t x = 0; x < width; ++x) {
    Plane column(bin_index(rows));
    for (std::int64_t y = 0; y < rows; ++y) column[bin_index(y)] = plane[bin_index(y * width + x)];
    column = dft(transform, column);
    for (std::int64_t y = 0; y < rows; ++y) result[bin_index(y * width + x)] = column[bin_index(y)];
  }
  return result;
}

void scale(Plane& plane, long double factor) {
  for (Wide& value : plane) value *= factor;
}

double squares(const Plane& plane) {
  long double sum = 0;
  for (const Wide& value : plane) sum += std::norm(value);
  return static_cast<double>(sum);
}

Plane channel_of(const SpectrumLayout& layout, const SpectrumValues& values, std::int64_t channel) {
  const std::int64_t size = layout.stored_rows * bins(layout);
  return {values.begin() + channel * size, values.begin() + (channel + 1) * size};
}

/// Both axes transformed, not normalized.
Plane whole(const SpectrumLayout& layout, const SpectrumValues& values, std::int64_t channel) {
  Plane plane = channel_of(layout, values, channel);
  if (layout.transformed == Transformed::rows_and_columns) {
    if (layout.normalized) scale(plane, points_of(layout));
    return plane;
  }
  if (layout.normalized) scale(plane, columns_of(layout));
  plane.resize(bin_index(layout.points.rows * bins(layout)));
  return along_columns(plane, layout.points.rows, Direction::forward);
}

double transform_unit(Extent points) {
  return 4 * kUnit *
         std::sqrt(std::max(1.0, std::log2(static_cast<double>(points.rows * points.columns))));
}

/// What rounding to f16 adds.
double storage_bound(SampleType type, double norm, std::size_t values) {
  return type == SampleType::f16
             ? kHalfUnit * norm + kHalfTiny * std::sqrt(2.0 * static_cast<double>(values))
             : 0;
}

double hann(std::int64_t n, std::int64_t extent) {
  return 0.5 - 0.5 * std::cos(2 * std::numbers::pi * (static_cast<double>(n) + 0.5) /
                              static_cast<double>(extent));
}

}  // namespace

Bounded<SpectrumValues> transformed(const ForwardStage& stage, const Samples& image) {
  const SpectrumLayout& layout = stage.spectrum;
  const Border& border = stage.border;
  const bool is_rows = layout.transformed == Transformed::rows;
  Bounded<SpectrumValues> result;
  for (const std::int64_t channel : kept(stage.image, stage.skipped_channels)) {
    Plane field(bin_index(layout.points.rows * layout.points.columns));
    for (std::int64_t y = -border.top; y < image.rows + border.bottom; ++y)
      for (std::int64_t x = -border.left; x < image.columns + border.right; ++x) {
        const std::int64_t row = walk_edge(y, image.rows, stage.edge),
                           column = walk_edge(x, image.columns, stage.edge);
        if (row < 0 || column < 0) continue;
        const double weight =
            stage.window == Window::hann ? hann(y, image.rows) * hann(x, image.columns) : 1;
        field[bin_index((border.top + y) * layout.points.columns + border.left + x)] =
            weight * (image.at(channel, row, column) - static_cast<double>(stage.bias));
      }
    Plane values = along_rows(field, layout.points.rows, layout.points.columns, TransformKind::r2c);
    if (is_rows)
      values.resize(bin_index(layout.stored_rows * bins(layout)));
    else
      values = along_columns(values, layout.points.rows, Direction::forward);
    if (layout.normalized) scale(values, 1 / (is_rows ? columns_of(layout) : points_of(layout)));
    result.exact.insert(result.exact.end(), values.begin(), values.end());
  }
  const double norm = std::sqrt(squares(result.exact));
  result.bound =
      transform_unit(layout.points) * norm + storage_bound(layout.type, norm, result.exact.size());
  return result;
}

namespace {

/// Of taps g in correlation form: conj(G).
Plane spectrum_of(const MultiplyStage& stage, const Taps& taps) {
  const Extent points = stage.input.points;
  Plane field(bin_index(points.rows * points.columns));
  for (std::int64_t y = 0; y < taps.extent.rows; ++y)
    for (std::int64_t x = 0; x < taps.extent.columns; ++x) {
      const bool is_turned = stage.operation == Operation::convolve;
      const std::int64_t row = is_turned ? taps.extent.rows - 1 - y : y,
                         column = is_turned ? taps.extent.columns - 1 - x : x;
      field[bin_index(row * points.columns + column)] =
          taps.values[bin_index(y * taps.extent.columns + x)];
    }
  Plane spectrum = along_columns(along_rows(field, points.rows, points.columns, TransformKind::r2c),
                                 points.rows, Direction::forward);
  for (Wide& value : spectrum) value = std::conj(value);
  return spectrum;
}

/// Which kernel leads from a channel to a channel, or -1.
std::int64_t kernel_between(Mixing mixing, std::int64_t channels, std::int64_t from,
                            std::int64_t to) {
  switch (mixing) {
    case Mixing::none: return from == to ? 0 : -1;
    case Mixing::diagonal: return from == to ? to : -1;
    case Mixing::full: return to * channels + from;
    case Mixing::symmetric: {
      std::int64_t index = 0;
      for (std::int64_t row = 0; row < channels; ++row)
        for (std::int64_t column = row; column < channels; ++column, ++index)
          if ((row == from && column == to) || (row == to && column == from)) return index;
    }
  }
  return -1;
}

/// w of a product p with a factor k, of spectra of so many points.
long double weight_of(const SpectralOp& op, Wide p, Wide k, long double points) {
  const auto parameter = static_cast<long double>(op.parameter);
  const auto inverse = [](long double divisor) { return divisor > 0 ? 1 / divisor : 0; };
  switch (op.kind) {
    case SpectralKind::multiply: return 1;
    case SpectralKind::phase_only: return inverse(std::abs(p) + parameter * parameter * points);
    case SpectralKind::wiener: return inverse(std::norm(k) + parameter);
  }
  return NAN;
}

}  // namespace

Bounded<SpectrumValues> multiplied(const MultiplyStage& stage, const SpectrumValues& input,
                                   std::span<const Taps> taps, const SpectrumValues& kernel) {
  const SpectrumLayout& layout = stage.output;
  const std::int64_t channels = layout.channels, rows = layout.points.rows;
  const bool is_rows = layout.transformed == Transformed::rows;
  // From the unnormalized product to what is stored: of values, and of the 2-norm of all values.
  const long double factor =
      layout.normalized ? 1 / (is_rows ? columns_of(layout) : points_of(layout)) : 1;
  const double gain =
      static_cast<double>(factor) / (is_rows ? std::sqrt(static_cast<double>(rows)) : 1);
  const double unit = transform_unit(layout.points);
  const bool is_phase = stage.op.kind == SpectralKind::phase_only;
  const auto conjugate_all = [](Plane& plane) {
    for (Wide& value : plane) value = std::conj(value);
  };

  std::vector<Plane> factors;
  for (const Taps& one : taps) factors.push_back(spectrum_of(stage, one));
  for (std::int64_t c = 0; stage.spectrum && c < stage.spectrum->channels; ++c) {
    factors.push_back(whole(*stage.spectrum, kernel, c));
    if (stage.op.conjugate_factor) conjugate_all(factors.back());
  }
  std::vector<Plane> inputs;
  for (std::int64_t c = 0; c < channels; ++c) {
    inputs.push_back(whole(stage.input, input, c));
    if (stage.op.conjugate_input) conjugate_all(inputs.back());
  }

  Bounded<SpectrumValues> result;
  double bound_squares = 0;
  for (std::int64_t to = 0; to < channels; ++to) {
    Plane product(bin_index(rows * bins(layout)));
    double error = 0;
    for (std::int64_t from = 0; from < channels; ++from) {
      const std::int64_t index = kernel_between(stage.mixing, channels, from, to);
      if (index < 0) continue;
      const Plane &x = inputs[bin_index(from)], &k = factors[bin_index(index)];
      const double rms = std::sqrt(squares(x) / static_cast<double>(x.size()));
      double most = 0, phase_squares = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const Wide p = x[i] * k[i];
        const long double weight = weight_of(stage.op, p, k[i], points_of(layout));
        product[i] += weight * p;
        // What multiplies an error of the input's.
        const auto slope = static_cast<double>(weight * std::abs(k[i]));
        most = std::max(most, slope);
        // Its bins share it evenly; it changes the phase the more the fainter the bin is.
        const double from_input = std::min(2.0, 2 * unit * rms * slope);
        phase_squares += from_input * from_input + 64 * kUnit * kUnit;
      }
      error += is_phase ? std::sqrt(phase_squares) : unit * most * std::sqrt(squares(x));
    }
    bound_squares += error * error * gain * gain;
    if (is_rows) {
      product = along_columns(product, rows, Direction::inverse);
      scale(product, 1 / static_cast<long double>(rows));
      product.resize(bin_index(layout.stored_rows * bins(layout)));
    }
    scale(product, factor);
    result.exact.insert(result.exact.end(), product.begin(), product.end());
  }
  result.bound = std::sqrt(bound_squares) +
                 storage_bound(layout.type, std::sqrt(squares(result.exact)), result.exact.size());
  return result;
}

Bounded<Samples> transformed_back(const InverseStage& stage, const SpectrumValues& spectrum,
                                  double gain, double offset) {
  const SpectrumLayout& layout = stage.spectrum;
  const bool is_rows = layout.transformed == Transformed::rows;
  const auto channels = kept(stage.image, stage.skipped_channels);
  Bounded<Samples> result{samples_of(stage.image), 0};
  Samples& image = result.exact;
  double field_squares = 0;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    Plane plane = channel_of(layout, spectrum, static_cast<std::int64_t>(c));
    if (!is_rows) plane = along_columns(plane, layout.points.rows, Direction::inverse);
    plane = along_rows(plane, layout.stored_rows, layout.points.columns, TransformKind::c2r);
    if (!layout.normalized) scale(plane, 1 / (is_rows ? columns_of(layout) : points_of(layout)));
    field_squares += squares(plane);
    for (std::int64_t y = 0; y < image.rows; ++y)
      for (std::int64_t x = 0; x < image.columns; ++x) {
        const std::int64_t row = (stage.first_row + y) % layout.points.rows,
                           column = (stage.first_column + x) % layout.points.columns;
        image.at(channels[c], y, x) =
            gain *
                static_cast<double>(plane[bin_index(row * layout.points.columns + column)].real()) +
            offset + static_cast<double>(stage.bias);
      }
  }
  double image_squares = 0;
  for (const double value : image.values) image_squares += value * value;
  const double norm = std::sqrt(image_squares);
  result.bound = transform_unit(layout.points) * std::abs(gain) * std::sqrt(field_squares) +
                 2 * kUnit * norm + storage_bound(stage.image.type, norm, image.values.size());
  return result;
}

}  // namespace oracle
