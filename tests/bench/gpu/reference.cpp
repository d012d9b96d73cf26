// SPDX-License-Identifier: LGPL-2.1-or-later
#include "reference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>
#include <random>

#include "dft.h"
#include "direct_sum.h"
#include "long_line_reference.h"
#include "test_image.h"
#include "work.h"

namespace bench {

using namespace fftcore;

namespace {

constexpr int kBorderPlaces = 200;
constexpr int kPlaces = 600;
constexpr int kLines = 6;

/// DESIGN's bound on an error's 2-norm, 4 u sqrt(log2 N) max|H| ||x||, over that of the exact
/// result: `gain` is max|H| ||x|| / ||exact||.
double relative_bound(double points, double gain) {
  return 4 * std::ldexp(1.0, -24) * std::sqrt(std::log2(std::max(2.0, points))) * gain;
}

double root_mean_square(const std::vector<double>& values) {
  return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0) /
                   static_cast<double>(values.size()));
}

class ProblemReference final : public Reference {
 public:
  ProblemReference(const Convolution& problem, const Taps& taps)
      : problem_(problem), places_(checked_places(problem)) {
    for (const Place& place : places_) exact_.push_back(exact_output(problem, taps, place));
    std::vector<double> x;
    for (std::uint64_t i = 0; i < 4096; ++i) x.push_back(input_value(i, problem.input.element));
    // |H| at frequency 0 for the largest: bench_taps() see to it that no other one is much larger.
    const double mean_response =
        std::abs(std::accumulate(taps.values.begin(), taps.values.end(), 0.0));
    const double gain = mean_response * root_mean_square(x) / root_mean_square(exact_);
    // Of images, spectra are stored four times: direct_sum.h. Peers are compared within the same.
    constexpr double kStored = 4;
    allowed_ =
        relative_bound(points(), gain) +
        (problem.precision == Precision::fast ? std::sqrt(kStored) * std::ldexp(gain, -11) : 0);
  }

  Check check(const Gpu& gpu, const Result& result) const override {
    std::vector<std::uint32_t> words(places_.size(), 0);  // little-endian, as all CUDA hosts are
    std::vector<Gpu::Range> ranges;
    const ElementTraits traits = traits_of(result.element);
    const std::size_t size = traits.bytes;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto [frame, row, column] = places_[i];
      ranges.push_back({&words[i],
                        result.data + static_cast<Address>(frame * result.frame_stride +
                                                           row * result.row_stride + column) *
                                          size,
                        size});
    }
    gpu.copy_out(ranges);
    double worst = 0, difference = 0, norm = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const double exact = oracle::clamped(exact_[i], result.element);
      const double d = (traits.is_whole() ? words[i] >> traits.shift
                                          : static_cast<double>(std::bit_cast<float>(words[i]))) -
                       exact;
      worst = std::max(worst, std::abs(d));
      difference += d * d;
      norm += exact * exact;
    }
    if (traits.is_whole()) return {worst, 1};
    return {std::sqrt(difference / norm), allowed_};
  }

 private:
  double points() const {
    double points = 1;
    if (problem_.taps.rows > 1) points *= static_cast<double>(problem_.input.rows.extent);
    if (problem_.taps.columns > 1) points *= static_cast<double>(problem_.input.columns.extent);
    return points;
  }

  Convolution problem_;
  std::vector<Place> places_;
  std::vector<double> exact_;
  double allowed_ = 0;
};

class TransformReference final : public Reference {
 public:
  explicit TransformReference(const Transform& transform) : transform_(transform) {
    const std::int64_t points = transform.axes[0].extent, batch = transform.batches[0].extent,
                       stride = transform.batches[0].input_stride;
    const bool is_complex = transform.kind == TransformKind::c2c;
    std::mt19937 random(2);
    for (int i = 0; i < kLines; ++i) {
      const std::int64_t line =
          i == 0   ? 0
          : i == 1 ? batch - 1
                   : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(batch));
      std::vector<oracle::Wide> x;
      for (std::int64_t n = line * stride; n < line * stride + points; ++n)
        x.emplace_back(is_complex ? oracle::Wide(value(2 * n), value(2 * n + 1))
                                  : oracle::Wide(value(n)));
      lines_.push_back(line);
      exact_.push_back(oracle::dft(transform, x));
    }
  }

  Check check(const Gpu& gpu, const Result& result) const override {
    return transform_.numbers == Numbers::f64 ? check_of<double>(gpu, result)
                                              : check_of<float>(gpu, result);
  }

 private:
  template <class Real>
  Check check_of(const Gpu& gpu, const Result& result) const {
    std::vector<std::vector<std::complex<Real>>> got;
    std::vector<Gpu::Range> ranges;
    for (const auto& exact : exact_) got.emplace_back(exact.size(), std::complex<Real>(NAN, NAN));
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const auto first = static_cast<Address>(lines_[i] * transform_.batches[0].output_stride);
      ranges.push_back({got[i].data(), result.data + first * sizeof(std::complex<Real>),
                        got[i].size() * sizeof(std::complex<Real>)});
    }
    gpu.copy_out(ranges);
    long double difference = 0, norm = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      for (std::size_t k = 0; k < exact_[i].size(); ++k) {
        difference += std::norm(oracle::Wide(got[i][k].real(), got[i][k].imag()) - exact_[i][k]);
        norm += std::norm(exact_[i][k]);
      }
    }
    return {static_cast<double>(std::sqrt(difference / norm)), oracle::transform_bound(transform_)};
  }

  static long double value(std::int64_t i) {
    return input_value(static_cast<std::uint64_t>(i), Element::f32);
  }

  Transform transform_;
  std::vector<std::int64_t> lines_;
  std::vector<std::vector<oracle::Wide>> exact_;
};

/// Some points of a DCT-II of two axes, by its definition.
class CosineReference final : public Reference {
 public:
  explicit CosineReference(const Transform& transform) : transform_(transform) {
    const std::int64_t columns = transform.axes[0].extent, rows = transform.axes[1].extent,
                       frames = transform.batches[0].extent;
    std::mt19937 random(4);
    const auto below = [&](std::int64_t n) {
      return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
    };
    for (int i = 0; i < kPoints; ++i)
      points_.push_back({i == 0 ? frames - 1 : below(frames), below(rows), below(columns)});
    for (const Place& point : points_) exact_.push_back(exact(point));
  }

  Check check(const Gpu& gpu, const Result& result) const override {
    std::vector<float> got(points_.size(), NAN);
    std::vector<Gpu::Range> ranges;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const auto [frame, row, column] = points_[i];
      const std::int64_t index = frame * transform_.batches[0].output_stride +
                                 row * transform_.axes[1].output_stride + column;
      ranges.push_back(
          {&got[i], result.data + static_cast<Address>(index) * sizeof(float), sizeof(float)});
    }
    gpu.copy_out(ranges);
    double difference = 0, norm = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      difference += (got[i] - exact_[i]) * (got[i] - exact_[i]);
      norm += exact_[i] * exact_[i];
    }
    return {std::sqrt(difference / norm), oracle::transform_bound(transform_)};
  }

 private:
  static constexpr int kPoints = 48;

  /// 2 cos(pi (n + 1/2) k / N) of all n.
  static std::vector<double> weights(std::int64_t k, std::int64_t points) {
    std::vector<double> weights;
    for (std::int64_t n = 0; n < points; ++n)
      weights.push_back(2 * std::cos(std::numbers::pi * static_cast<double>((2 * n + 1) * k) /
                                     static_cast<double>(2 * points)));
    return weights;
  }

  double exact(const Place& point) const {
    const std::vector<double> of_rows = weights(point.row, transform_.axes[1].extent),
                              of_columns = weights(point.column, transform_.axes[0].extent);
    auto i = static_cast<std::uint64_t>(point.frame * transform_.batches[0].input_stride);
    double sum = 0;
    for (const double of_row : of_rows) {
      double of_line = 0;
      for (const double weight : of_columns) of_line += weight * input_value(i++, Element::f32);
      sum += of_row * of_line;
    }
    return sum;
  }

  Transform transform_;
  std::vector<Place> points_;
  std::vector<double> exact_;
};

class ShiftReference final : public Reference {
 public:
  Check check(const Gpu&, const Result& result) const override { return check_shift(result); }
};

}  // namespace

std::vector<Place> checked_places(const Convolution& problem) {
  const std::int64_t frames = problem.output.frames.extent, rows = problem.output.rows.extent,
                     columns = problem.output.columns.extent;
  std::vector<Place> places;
  for (const std::int64_t frame : {std::int64_t{0}, frames - 1})
    for (const std::int64_t row : {std::int64_t{0}, rows - 1})
      for (const std::int64_t column : {std::int64_t{0}, columns - 1})
        places.push_back({frame, row, column});
  std::mt19937 random(3);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  const auto near_border = [&](std::int64_t n, std::int64_t taps) {
    const std::int64_t place = below(std::min(n, taps));
    return random() % 2 == 0 ? place : n - 1 - place;
  };
  while (static_cast<int>(places.size()) < kPlaces) {
    Place place{below(frames), below(rows), below(columns)};
    if (static_cast<int>(places.size()) < kBorderPlaces) {
      if (places.size() % 2 == 0)
        place.row = near_border(rows, problem.taps.rows);
      else
        place.column = near_border(columns, problem.taps.columns);
    }
    places.push_back(place);
  }
  return places;
}

double exact_output(const Convolution& problem, const Taps& taps, const Place& place) {
  // Of the frame, extended, no more than one output needs: an image as large as the kernel, region
  // valid.
  const Extent kernel = problem.taps;
  const bool correlate = problem.operation == Operation::correlate;
  const auto before = [&](std::int64_t count) {
    return correlate ? count / 2 : count - 1 - count / 2;
  };
  const Convolution one = convolution(Layout::interleaved(Element::f32, kernel), kernel,
                                      problem.operation, EdgeMode::constant, Region::valid);
  oracle::Samples window = oracle::samples_of(one.input);
  const Layout& input = problem.input;
  for (std::int64_t y = 0; y < kernel.rows; ++y) {
    for (std::int64_t x = 0; x < kernel.columns; ++x) {
      const std::int64_t row =
          oracle::walk_edge(place.row - before(kernel.rows) + y, input.rows.extent, problem.edge);
      const std::int64_t column = oracle::walk_edge(place.column - before(kernel.columns) + x,
                                                    input.columns.extent, problem.edge);
      if (row < 0 || column < 0) continue;
      const std::int64_t index = place.frame * input.frames.stride + row * input.rows.stride +
                                 column * input.columns.stride;
      window.at(0, y, x) = input_value(static_cast<std::uint64_t>(index), input.element);
    }
  }
  return oracle::direct_sum(one, window, taps).values.at(0);
}

Check check_shift(const Result& result) {
  const double sign = result.frame == 1 ? 1 : -1;
  double worst = 0;
  for (std::size_t axis = 0; axis < kShift.size(); ++axis) {
    const double off = std::abs(result.shift[axis] - sign * kShift[axis]);
    if (!(off <= worst)) worst = off;  // also of NaN
    if (std::isnan(off)) break;
  }
  return {worst, 0.5};
}

std::unique_ptr<Reference> reference_for(const Task& task, const Taps& taps) {
  if (std::holds_alternative<PhaseCorrelation>(task)) return std::make_unique<ShiftReference>();
  if (const auto* transform = std::get_if<Transform>(&task)) {
    if (transform->kind == TransformKind::dct2)
      return std::make_unique<CosineReference>(*transform);
    if (transform->kind == TransformKind::c2c && transform->axes[0].extent >= kLongLine)
      return long_line_reference(*transform);
    return std::make_unique<TransformReference>(*transform);
  }
  return std::make_unique<ProblemReference>(std::get<Convolution>(task), taps);
}

}  // namespace bench
