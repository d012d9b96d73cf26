// SPDX-License-Identifier: LGPL-2.1-or-later
#include "convolution_reference.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>

#include "direct_sum.h"
#include "test_image.h"
#include "work.h"

namespace bench {

using namespace fftcore;

namespace {

using Value = std::complex<double>;

constexpr std::int64_t kLeastPlaces = 32, kMostPlaces = 600;
constexpr std::int64_t kMostProducts = std::int64_t{1} << 27;  // some seconds

bool mixes(const Convolution& problem) {
  return problem.mixing == Mixing::full;
}

/// Places to check: each takes a product for each tap of each channel that it is made of.
std::size_t count_of_places(const Convolution& problem) {
  const std::int64_t products = problem.taps.rows * problem.taps.columns *
                                (mixes(problem) ? problem.input.channels.extent : 1);
  return static_cast<std::size_t>(std::clamp(kMostProducts / products, kLeastPlaces, kMostPlaces));
}

/// Those that lead from an input channel to an output channel of a frame of the output, or null.
const Taps* taps_between(const Convolution& problem, std::span<const Taps> taps,
                         std::int64_t output_frame, std::int64_t from, std::int64_t to) {
  if (mixes(problem))
    return &taps[static_cast<std::size_t>(to * problem.input.channels.extent + from)];
  if (from != to) return nullptr;
  return &taps[static_cast<std::size_t>(problem.filters == 1 ? 0 : output_frame)];
}

/// Sample `index` of the input.
Value input_sample(std::int64_t index, SampleType type) {
  const auto i = static_cast<std::uint64_t>(index);
  if (!oracle::is_complex(type)) return input_value(i, type);
  return {input_value(2 * i, part_of(type)), input_value(2 * i + 1, part_of(type))};
}

/// DESIGN's bound on an error's 2-norm, 4 u sqrt(log2 N) max|H| ||x||, over that of the exact
/// result: `gain` is max|H| ||x|| / ||exact||.
double relative_bound(double points, double gain) {
  return 4 * std::ldexp(1.0, -24) * std::sqrt(std::log2(std::max(2.0, points))) * gain;
}

double norm_of(std::span<const Value> values) {
  double sum = 0;
  for (const Value& value : values) sum += std::norm(value);
  return std::sqrt(sum);
}

double root_mean_square(std::span<const Value> values) {
  return norm_of(values) / std::sqrt(static_cast<double>(values.size()));
}

/// |H| at frequency 0 for the largest, since bench_taps() see to it that no other one is much
/// larger; summed over the channels that an output is made of.
double largest_response(const Convolution& problem, std::span<const Taps> taps) {
  double sum = 0;
  for (std::int64_t from = 0; from < problem.input.channels.extent; ++from) {
    const Taps* one = taps_between(problem, taps, 0, from, 0);
    if (one == nullptr) continue;
    Value mean;
    for (std::size_t i = 0; i < one->values.size(); ++i)
      mean += Value(one->values[i], one->imaginary.empty() ? 0 : one->imaginary[i]);
    sum += std::abs(mean);
  }
  return sum;
}

/// A whole number, a float, or a pair of these, as they lie in memory.
Value value_of(const std::array<std::uint32_t, 2>& words, SampleType type) {
  const SampleTraits traits = traits_of(type);
  if (traits.is_whole()) return words[0] >> traits.shift;
  return {std::bit_cast<float>(words[0]),
          traits.is_complex() ? std::bit_cast<float>(words[1]) : 0.0F};
}

class ConvolutionReference final : public Reference {
 public:
  ConvolutionReference(const Convolution& problem, std::span<const Taps> taps)
      : places_(checked_places(problem)) {
    for (const Place& place : places_) exact_.push_back(exact_output(problem, taps, place));
    std::vector<Value> x;
    for (std::int64_t i = 0; i < 4096; ++i) x.push_back(input_sample(i, problem.input.type));
    const double gain =
        largest_response(problem, taps) * root_mean_square(x) / root_mean_square(exact_);
    // Of images, spectra are stored four times: direct_sum.h. Peers are compared within the same.
    constexpr double kStored = 4;
    allowed_ =
        relative_bound(points(problem), gain) +
        (problem.precision == Precision::fast ? std::sqrt(kStored) * std::ldexp(gain, -11) : 0);
  }

  Check check(const Gpu& gpu, const Result& result) const override {
    // little-endian, as all CUDA hosts are
    std::vector<std::array<std::uint32_t, 2>> words(places_.size());
    std::vector<Gpu::Range> ranges;
    const std::size_t size = size_bytes(result.type);
    for (std::size_t i = 0; i < places_.size(); ++i)
      ranges.push_back({words[i].data(),
                        result.data + static_cast<Address>(index_of(result, places_[i])) * size,
                        size});
    gpu.copy_out(ranges);
    std::vector<Value> exact, off;
    double worst = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      exact.emplace_back(oracle::clamped(exact_[i].real(), result.type), exact_[i].imag());
      off.push_back(value_of(words[i], result.type) - exact[i]);
      worst = std::max(worst, std::abs(off[i]));
    }
    if (traits_of(result.type).is_whole()) return {worst, 1};
    return {norm_of(off) / norm_of(exact), allowed_};
  }

 private:
  static double points(const Convolution& problem) {
    double points = 1;
    if (problem.taps.rows > 1) points *= static_cast<double>(problem.input.rows.extent);
    if (problem.taps.columns > 1) points *= static_cast<double>(problem.input.columns.extent);
    return points;
  }

  std::vector<Place> places_;
  std::vector<Value> exact_;
  double allowed_ = 0;
};

}  // namespace

std::int64_t index_of(const Result& result, const Place& place) {
  const std::int64_t block = result.block == 0 ? 0 : place.column / result.block;
  return place.frame * result.frame_stride + place.channel * result.channel_stride +
         place.row * result.row_stride + block * result.block_stride +
         (place.column - block * result.block) * result.column_stride;
}

std::vector<Place> checked_places(const Convolution& problem) {
  const std::int64_t frames = problem.output.frames.extent, rows = problem.output.rows.extent,
                     columns = problem.output.columns.extent,
                     channels = problem.output.channels.extent;
  const std::size_t count = count_of_places(problem), at_borders = count / 3;
  std::mt19937 random(3);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  const auto near_border = [&](std::int64_t n, std::int64_t taps) {
    const std::int64_t place = below(std::min(n, taps));
    return random() % 2 == 0 ? place : n - 1 - place;
  };
  std::vector<Place> places;
  for (const std::int64_t frame : {std::int64_t{0}, frames - 1})
    for (const std::int64_t row : {std::int64_t{0}, rows - 1})
      for (const std::int64_t column : {std::int64_t{0}, columns - 1})
        places.push_back({frame, row, column, below(channels)});
  while (places.size() < count) {
    Place place{below(frames), below(rows), below(columns), below(channels)};
    if (places.size() < at_borders) {
      if (places.size() % 2 == 0)
        place.row = near_border(rows, problem.taps.rows);
      else
        place.column = near_border(columns, problem.taps.columns);
    }
    places.push_back(place);
  }
  return places;
}

Value exact_output(const Convolution& problem, std::span<const Taps> taps, const Place& place) {
  if ((problem.skipped_channels >> place.channel & 1) != 0)
    return input_sample(
        place.frame * problem.input.frames.stride + place.channel * problem.input.channels.stride +
            place.row * problem.input.rows.stride + place.column * problem.input.columns.stride,
        problem.input.type);
  // Of each channel that it is made of, extended, no more than one output needs: an image as large
  // as the kernel, region valid.
  const Extent kernel = problem.taps;
  const bool correlate = problem.operation == Operation::correlate;
  const Layout& input = problem.input;
  const auto sources = [&](std::int64_t at, std::int64_t count, std::int64_t extent) {
    const std::int64_t before = correlate ? count / 2 : count - 1 - count / 2;
    std::vector<std::int64_t> table;
    for (std::int64_t k = 0; k < count; ++k)
      table.push_back(oracle::walk_edge(at - before + k, extent, problem.edge));
    return table;
  };
  const std::vector<std::int64_t> rows = sources(place.row, kernel.rows, input.rows.extent),
                                  columns =
                                      sources(place.column, kernel.columns, input.columns.extent);
  const bool is_complex = oracle::is_complex(input.type);
  const Convolution one = convolution(
      Layout::interleaved(is_complex ? SampleType::complex128 : SampleType::f64, kernel), kernel,
      problem.operation, EdgeMode::constant, Region::valid);
  Value sum;
  for (std::int64_t channel = 0; channel < input.channels.extent; ++channel) {
    const Taps* by = taps_between(problem, taps, place.frame, channel, place.channel);
    if (by == nullptr) continue;
    const std::int64_t first = oracle::input_frame(problem, place.frame) * input.frames.stride +
                               channel * input.channels.stride;
    oracle::Samples window = oracle::samples_of(one.input);
    std::size_t i = 0;
    for (const std::int64_t row : rows)
      for (const std::int64_t column : columns) {
        if (row >= 0 && column >= 0) {
          const Value x = input_sample(
              first + row * input.rows.stride + column * input.columns.stride, input.type);
          window.values[i] = x.real();
          if (is_complex) window.imaginary[i] = x.imag();
        }
        ++i;
      }
    const oracle::Samples result = oracle::direct_sum(one, window, *by);
    sum += Value(result.values.at(0), is_complex ? result.imaginary.at(0) : 0);
  }
  return sum;
}

std::unique_ptr<Reference> convolution_reference(const Convolution& problem,
                                                 std::span<const Taps> taps) {
  return std::make_unique<ConvolutionReference>(problem, taps);
}

}  // namespace bench
