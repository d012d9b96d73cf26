// SPDX-License-Identifier: LGPL-2.1-or-later
#include "reference.h"

#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "convolution_reference.h"
#include "denoise_reference.h"
#include "dft.h"
#include "long_line_reference.h"
#include "work.h"

namespace bench {

using namespace fftcore;

namespace {

constexpr int kLines = 6;

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
    return input_value(static_cast<std::uint64_t>(i), SampleType::f32);
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
    for (const Point& point : points_) exact_.push_back(exact(point));
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
  struct Point {
    std::int64_t frame, row, column;
  };

  /// 2 cos(pi (n + 1/2) k / N) of all n.
  static std::vector<double> weights(std::int64_t k, std::int64_t points) {
    std::vector<double> weights;
    for (std::int64_t n = 0; n < points; ++n)
      weights.push_back(2 * std::cos(std::numbers::pi * static_cast<double>((2 * n + 1) * k) /
                                     static_cast<double>(2 * points)));
    return weights;
  }

  double exact(const Point& point) const {
    const std::vector<double> of_rows = weights(point.row, transform_.axes[1].extent),
                              of_columns = weights(point.column, transform_.axes[0].extent);
    auto i = static_cast<std::uint64_t>(point.frame * transform_.batches[0].input_stride);
    double sum = 0;
    for (const double of_row : of_rows) {
      double of_line = 0;
      for (const double weight : of_columns) of_line += weight * input_value(i++, SampleType::f32);
      sum += of_row * of_line;
    }
    return sum;
  }

  Transform transform_;
  std::vector<Point> points_;
  std::vector<double> exact_;
};

class ShiftReference final : public Reference {
 public:
  Check check(const Gpu&, const Result& result) const override { return check_shift(result); }
};

class MatchReference final : public Reference {
 public:
  explicit MatchReference(const TemplateMatching& matching) : matching_(matching) {}
  Check check(const Gpu&, const Result& result) const override {
    return check_matches(matching_, result.matches);
  }

 private:
  TemplateMatching matching_;
};

}  // namespace

Check check_matches(const TemplateMatching& matching, const std::vector<Match>& matches) {
  constexpr double kScoreError = 1e-4, kAllowed = 0.5;
  double worst = matches.size() == static_cast<std::size_t>(matching.templates) ? 0 : NAN;
  for (std::size_t number = 0; number < matches.size() && !std::isnan(worst); ++number) {
    const Match& match = matches[number];
    const auto [row, column] = template_place(matching, static_cast<std::int64_t>(number));
    for (const double off : {static_cast<double>(std::abs(match.row - row)),
                             static_cast<double>(std::abs(match.column - column)),
                             kAllowed * std::abs(match.score - 1) / kScoreError})
      if (!(off <= worst)) worst = off;  // also of NaN
  }
  return {worst, kAllowed};
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

std::unique_ptr<Reference> reference_for(const Task& task, std::span<const Taps> taps) {
  if (std::holds_alternative<PhaseCorrelation>(task)) return std::make_unique<ShiftReference>();
  if (const auto* matching = std::get_if<TemplateMatching>(&task))
    return std::make_unique<MatchReference>(*matching);
  if (const auto* denoise = std::get_if<Denoise>(&task)) return denoise_reference(*denoise);
  if (const auto* transform = std::get_if<Transform>(&task)) {
    if (transform->kind == TransformKind::dct2)
      return std::make_unique<CosineReference>(*transform);
    if (transform->kind == TransformKind::c2c && transform->axes[0].extent >= kLongLine)
      return long_line_reference(*transform);
    return std::make_unique<TransformReference>(*transform);
  }
  return convolution_reference(std::get<Convolution>(task), taps);
}

}  // namespace bench
