// SPDX-License-Identifier: LGPL-2.1-or-later
#include "direct_sum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "channel_bits.h"

namespace oracle {

using namespace fftcore;

std::int64_t walk_edge(std::int64_t position, std::int64_t extent, EdgeMode edge) {
  while (position < 0 || position >= extent) {
    switch (edge) {
      case EdgeMode::constant: return -1;
      case EdgeMode::replicate: return position < 0 ? 0 : extent - 1;
      case EdgeMode::reflect:
        position = position < 0 ? -1 - position : 2 * extent - 1 - position;
        break;
      case EdgeMode::reflect_101:
        if (extent == 1) return 0;
        position = position < 0 ? -position : 2 * extent - 2 - position;
        break;
      case EdgeMode::wrap: position += position < 0 ? extent : -extent; break;
    }
  }
  return position;
}

std::int64_t input_frame(const Convolution& problem, std::int64_t output_frame) {
  if (problem.bank == Bank::crossed) return output_frame / problem.filters;
  return problem.input.frames.extent == 1 ? 0 : output_frame;
}

namespace {

/// First output index n along an axis, by Region's own words.
std::int64_t first_output(const Convolution& problem, std::int64_t taps) {
  const std::int64_t anchor = taps / 2;
  const bool correlate = problem.operation != Operation::convolve;
  switch (problem.region) {
    case Region::same: return 0;
    // smallest n whose terms all lie inside
    case Region::valid: return correlate ? anchor : taps - 1 - anchor;
    // smallest n with any term inside
    case Region::full: return correlate ? anchor - (taps - 1) : -anchor;
  }
  return 0;
}

std::vector<std::int64_t> source_table(const Convolution& problem, std::int64_t extent,
                                       std::int64_t outputs, std::int64_t taps) {
  const std::int64_t first = first_output(problem, taps), anchor = taps / 2;
  std::vector<std::int64_t> table;
  for (std::int64_t i = 0; i < outputs; ++i) {
    for (std::int64_t k = 0; k < taps; ++k) {
      const std::int64_t n = first + i;
      table.push_back(
          walk_edge(problem.operation != Operation::convolve ? n - anchor + k : n + anchor - k,
                    extent, problem.edge));
    }
  }
  return table;
}

/// Taps from each channel to each channel for one output frame; null where there are none.
class Kernels {
  static std::int64_t filter_of(const Convolution& problem, std::int64_t output_frame) {
    return problem.bank == Bank::crossed ? output_frame % problem.filters
           : problem.filters == 1        ? 0
                                         : output_frame;
  }

 public:
  Kernels(const Convolution& problem, std::span<const Taps> taps, std::int64_t output_frame)
      : channels_(problem.input.channels.extent) {
    table_.resize(static_cast<std::size_t>(channels_ * channels_));
    std::vector<std::int64_t> filtered;
    for (std::int64_t c = 0; c < channels_; ++c)
      if (!names(problem.skipped_channels, c)) filtered.push_back(c);
    const std::size_t a_kernel = taps.size() / static_cast<std::size_t>(problem.filters);
    const Taps* next =
        taps.data() + static_cast<std::size_t>(filter_of(problem, output_frame)) * a_kernel;
    for (const std::int64_t to : filtered) {
      for (const std::int64_t from : filtered) {
        switch (problem.mixing) {
          case Mixing::none: at(to, from) = to == from ? next : nullptr; break;
          case Mixing::diagonal: at(to, from) = to == from ? next++ : nullptr; break;
          case Mixing::full: at(to, from) = next++; break;
          case Mixing::symmetric: at(to, from) = to <= from ? next++ : at(from, to); break;
        }
      }
    }
  }
  const Taps*& at(std::int64_t to, std::int64_t from) {
    return table_[static_cast<std::size_t>(to * channels_ + from)];
  }
  const Taps* at(std::int64_t to, std::int64_t from) const {
    return table_[static_cast<std::size_t>(to * channels_ + from)];
  }

 private:
  std::int64_t channels_;
  std::vector<const Taps*> table_;
};

/// Source indices that each output meets, along each axis.
struct Sources {
  std::vector<std::int64_t> slices, rows, columns;
};

/// One row of sums over one channel, added to `out`. Along an axis, output i meets tap k at
/// table[i * taps + k].
class RowSums {
 public:
  RowSums(const Convolution& problem, const Sources& sources)
      : sources_(sources),
        bias_(problem.bias),
        outputs_(problem.output.columns.extent),
        taps_(problem.taps.columns),
        // Which sample an output and a tap meet goes with x + k of a correlation, else with x - k.
        is_backward_(problem.operation == Operation::convolve),
        met_(static_cast<std::size_t>(outputs_ + taps_ - 1)) {}

  void add(const Samples& input, const Taps& taps, std::int64_t frame, std::int64_t channel,
           std::int64_t z, std::int64_t y, double* out) {
    const double* tap = taps.values.data();
    for (std::int64_t i = 0; i < taps.extent.slices; ++i) {
      const std::int64_t slice =
          sources_.slices[static_cast<std::size_t>(z * taps.extent.slices + i)];
      for (std::int64_t j = 0; j < taps.extent.rows; ++j, tap += taps_) {
        const std::int64_t row = sources_.rows[static_cast<std::size_t>(y * taps.extent.rows + j)];
        if (slice < 0 || row < 0) continue;
        meet(&input.values[input.index(frame, channel, slice, row, 0)]);
        for (std::int64_t k = 0; k < taps_; ++k) {
          if (tap[k] == 0) continue;  // a sample that is not finite is not reached by it
          const double* const met = met_.data() + (is_backward_ ? taps_ - 1 - k : k);
          for (std::int64_t x = 0; x < outputs_; ++x) out[x] += met[x] * tap[k];
        }
      }
    }
  }

 private:
  /// The samples of a row that outputs and taps meet, one after the other, less the bias.
  void meet(const double* row) {
    for (std::int64_t t = 0; t < outputs_ + taps_ - 1; ++t) {
      const std::int64_t k = is_backward_ ? std::max<std::int64_t>(taps_ - 1 - t, 0)
                                          : std::max<std::int64_t>(t - outputs_ + 1, 0),
                         x = is_backward_ ? t - (taps_ - 1) + k : t - k,
                         column = sources_.columns[static_cast<std::size_t>(x * taps_ + k)];
      met_[static_cast<std::size_t>(t)] = column >= 0 ? row[column] - bias_ : 0;
    }
  }

  const Sources& sources_;
  double bias_;
  std::int64_t outputs_, taps_;
  bool is_backward_;
  std::vector<double> met_;
};

}  // namespace

Samples samples_of(const Layout& layout) {
  Samples samples{layout.channels.extent, layout.rows.extent,  layout.columns.extent, {},
                  layout.slices.extent,   layout.frames.extent};
  samples.values.resize(static_cast<std::size_t>(samples.frames * samples.channels *
                                                 samples.slices * samples.rows * samples.columns));
  if (is_complex(layout.type)) samples.imaginary.resize(samples.values.size());
  return samples;
}

namespace {

Samples mirrored(const Samples& samples) {
  Samples result = samples;
  const auto size = static_cast<std::size_t>(samples.slices * samples.rows * samples.columns);
  for (auto at = result.values.begin(); at != result.values.end();
       at += static_cast<std::ptrdiff_t>(size))
    std::reverse(at, at + static_cast<std::ptrdiff_t>(size));
  return result;
}

/// direct_sum() of real samples and taps.
Samples real_sum(const Convolution& problem, const Samples& input, std::span<const Taps> taps,
                 double gain, double offset) {
  const Extent out = problem.output.extent(), kernel = problem.taps;
  const Sources sources{source_table(problem, input.slices, out.slices, kernel.slices),
                        source_table(problem, input.rows, out.rows, kernel.rows),
                        source_table(problem, input.columns, out.columns, kernel.columns)};
  RowSums sums(problem, sources);
  Samples result = samples_of(problem.output);
  for (std::int64_t f = 0; f < result.frames; ++f) {
    const Kernels kernels(problem, taps, f);
    const std::int64_t from = input_frame(problem, f);
    for (std::int64_t c = 0; c < result.channels; ++c) {
      for (std::int64_t z = 0; z < out.slices; ++z) {
        for (std::int64_t y = 0; y < out.rows; ++y) {
          double* const values = &result.at(f, c, z, y, 0);
          if (names(problem.skipped_channels, c)) {
            std::copy_n(&input.values[input.index(from, c, z, y, 0)], out.columns, values);
            continue;
          }
          for (std::int64_t d = 0; d < input.channels; ++d)
            if (const Taps* one = kernels.at(c, d)) sums.add(input, *one, from, d, z, y, values);
          for (std::int64_t x = 0; x < out.columns; ++x)
            values[x] = gain * values[x] + offset + problem.bias;
        }
      }
    }
  }
  return problem.operation == Operation::correlate_image ? mirrored(result) : result;
}

/// Real or imaginary parts as samples, or taps, of their own; `sign` multiplies them.
Samples part(const Samples& samples, bool is_imaginary, double sign = 1) {
  Samples result = samples;
  result.imaginary.clear();
  if (is_imaginary) {
    result.values = samples.imaginary;
    result.values.resize(samples.values.size());
  }
  for (double& value : result.values) value *= sign;
  return result;
}
std::vector<Taps> part(std::span<const Taps> taps, bool is_imaginary, double sign = 1) {
  std::vector<Taps> result(taps.begin(), taps.end());
  for (Taps& one : result) {
    if (is_imaginary) one.values = one.imaginary;
    one.values.resize(
        static_cast<std::size_t>(one.extent.slices * one.extent.rows * one.extent.columns));
    one.imaginary.clear();
    for (double& value : one.values) value *= sign;
  }
  return result;
}

}  // namespace

Samples direct_sum(const Convolution& problem, const Samples& input, std::span<const Taps> taps,
                   double gain, double offset) {
  if (!is_complex(problem.output.type)) return real_sum(problem, input, taps, gain, offset);
  // Which factor is conjugated, as Operation says.
  const double of_taps = problem.operation == Operation::correlate ? -1 : 1,
               of_image = problem.operation == Operation::correlate_image ? -1 : 1;
  const auto re = part(taps, false), im = part(taps, true, of_taps);
  Convolution of_parts = problem;
  of_parts.output.type = SampleType::f64;
  const Samples x = part(input, false), y = part(input, true, of_image);
  // Bias and offset are real; a constant edge is the bias, whose imaginary part is 0.
  Convolution without_bias = of_parts;
  without_bias.bias = 0;
  Samples result = real_sum(of_parts, x, re, gain, offset);
  Samples shifted = x;
  for (double& value : shifted.values) value -= problem.bias;
  const Samples yy = real_sum(without_bias, y, im, gain, 0),
                xy = real_sum(without_bias, shifted, im, gain, 0),
                yx = real_sum(without_bias, y, re, gain, 0);
  result.imaginary.resize(result.values.size());
  for (std::int64_t f = 0; f < result.frames; ++f)
    for (std::int64_t c = 0; c < result.channels; ++c)
      for (std::size_t i = result.index(f, c, 0, 0, 0); i < result.index(f, c + 1, 0, 0, 0); ++i) {
        if (names(problem.skipped_channels, c)) {
          result.imaginary[i] = yx.values[i];
          continue;
        }
        result.values[i] -= yy.values[i];
        result.imaginary[i] = xy.values[i] + yx.values[i];
      }
  return result;
}

namespace {

using C = std::complex<double>;

/// The grid that the spectrum is looked at on: twice the taps, at least 8.
std::int64_t grid_of(std::int64_t taps) {
  return taps == 1 ? 1 : std::max<std::int64_t>(8, 2 * taps);
}

/// Direct transform of `count` values, `stride` apart, to grid_of(count) ones along the same axis.
std::vector<C> along(const std::vector<C>& values, std::int64_t outer, std::int64_t count,
                     std::int64_t inner) {
  const std::int64_t grid = grid_of(count);
  std::vector<C> result(static_cast<std::size_t>(outer * grid * inner));
  for (std::int64_t u = 0; u < grid; ++u)
    for (std::int64_t k = 0; k < count; ++k) {
      const C root = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(u * k % grid) /
                                         static_cast<double>(grid));
      for (std::int64_t o = 0; o < outer; ++o)
        for (std::int64_t i = 0; i < inner; ++i)
          result[static_cast<std::size_t>((o * grid + u) * inner + i)] +=
              values[static_cast<std::size_t>((o * count + k) * inner + i)] * root;
    }
  return result;
}

/// Largest |H| on the grid.
double largest_response(const Taps& taps) {
  const auto [rows, columns, slices] = taps.extent;
  std::vector<C> values(taps.values.begin(), taps.values.end());
  for (std::size_t i = 0; i < taps.imaginary.size(); ++i) values[i].imag(taps.imaginary[i]);
  values = along(values, slices * rows, columns, 1);
  values = along(values, slices, rows, grid_of(columns));
  values = along(values, 1, slices, grid_of(columns) * grid_of(rows));
  double largest = 0;
  for (const C& value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

/// What lies before the middle launch, where lines of more than this many points may take two.
constexpr std::int64_t kOneLaunch = 4096;
struct WayToTheMiddle {
  int launches = 0;     ///< the middle one too
  double divisors = 1;  ///< lengths of those before it, multiplied
};

WayToTheMiddle way_to_the_middle(const Convolution& problem) {
  const Extent out = problem.output.extent(), kernel = problem.taps;
  WayToTheMiddle way;
  double last = 1;
  const auto add = [&](std::int64_t outputs, std::int64_t taps, bool always) {
    if (taps == 1 && !always) return;
    const bool is_long = outputs + taps > kOneLaunch;
    // a fast length is not twice as long
    const double points = 2.0 * static_cast<double>(outputs + taps);
    way.divisors *= last * (is_long ? points : 1);
    last = is_long ? 1 : points;
    way.launches += is_long ? 2 : 1;
  };
  add(out.columns, kernel.columns, true);
  add(out.rows, kernel.rows, false);
  add(out.slices, kernel.slices, false);
  return way;
}

double sum_of_sizes(const Taps& taps) {
  double sum = 0;
  for (std::size_t i = 0; i < taps.values.size(); ++i)
    sum += taps.imaginary.empty() ? std::abs(taps.values[i])
                                  : std::hypot(taps.values[i], taps.imaginary[i]);
  return sum;
}

}  // namespace

double error_bound(const Convolution& problem, const Samples& input, std::span<const Taps> taps,
                   double padded_points, std::int64_t output_frame, std::int64_t channel) {
  const Extent out = problem.output.extent(), kernel = problem.taps;
  // ||x|| of the extended input: each extended slice, row and column once.
  const auto extended = [&](std::int64_t extent, std::int64_t outputs, std::int64_t count) {
    const std::int64_t anchor = count / 2;
    const std::int64_t first =
        first_output(problem, count) -
        (problem.operation != Operation::convolve ? anchor : count - 1 - anchor);
    std::vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < outputs + count - 1; ++i)
      if (const std::int64_t at = walk_edge(first + i, extent, problem.edge); at >= 0)
        indices.push_back(at);
    return indices;
  };
  const auto slices = extended(input.slices, out.slices, kernel.slices),
             rows = extended(input.rows, out.rows, kernel.rows),
             columns = extended(input.columns, out.columns, kernel.columns);
  const Kernels kernels(problem, taps, output_frame);
  double bound = 0, sizes = 0;
  for (std::int64_t d = 0; d < input.channels; ++d) {
    const Taps* one = kernels.at(channel, d);
    if (one == nullptr) continue;
    double energy = 0;
    for (const std::int64_t slice : slices)
      for (const std::int64_t row : rows)
        for (const std::int64_t column : columns) {
          const std::size_t at =
              input.index(input_frame(problem, output_frame), d, slice, row, column);
          energy += std::pow(input.values[at] - problem.bias, 2) +
                    (input.imaginary.empty() ? 0 : std::pow(input.imaginary[at], 2));
        }
    bound += largest_response(*one) * std::sqrt(energy);
    sizes += sum_of_sizes(*one);
  }
  const double full = 4 * std::ldexp(1.0, is_double(problem) ? -53 : -24) *
                      std::sqrt(std::max(1.0, std::log2(padded_points))) * bound;
  const auto [launches, divisors] = way_to_the_middle(problem);
  if (problem.precision == Precision::full || launches == 1) return full;
  return full + std::sqrt(3.0 * launches - 2) * std::ldexp(1.0, -11) * bound +
         2 * (launches - 1) * std::ldexp(1.0, -25) * std::sqrt(2 * padded_points * divisors) * 2 *
             sizes;
}

}  // namespace oracle
