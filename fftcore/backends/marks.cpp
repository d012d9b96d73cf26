// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "rounding_beside.h"

namespace fftcore {
namespace {

/// How much power a mark has, at least, beside smaller samples.
template <class Sample>
constexpr double kLeastPower = std::is_same_v<Sample, float> ? 0x1p24 : 0x1p82;

/// Samples that are spread over an image without a period (Roberts' R2 sequence), and are finite.
template <class Sample>
std::vector<double> spread_samples(const Sample* samples, Extent image, std::int64_t row_stride) {
  constexpr std::uint32_t kSamples = 1024, kDown = 3242174889U, kRight = 2447445414U;
  const auto place = [](std::uint32_t part, std::int64_t extent) {
    return static_cast<std::int64_t>((std::uint64_t{part} * static_cast<std::uint64_t>(extent)) >>
                                     32);
  };
  std::vector<double> found;
  for (std::uint32_t i = 1; i <= kSamples; ++i) {
    const auto sample = static_cast<double>(
        samples[place(i * kDown, image.rows) * row_stride + place(i * kRight, image.columns)]);
    if (std::isfinite(sample)) found.push_back(sample);
  }
  return found;
}

/// Above 0 for what is, be it too small for its square.
double square(double magnitude) {
  return magnitude > 0 ? std::max(magnitude * magnitude, std::numeric_limits<double>::min()) : 0;
}

/// The median of their different values, so that a mark counts once, however often it occurs.
double level_of(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  samples.erase(std::unique(samples.begin(), samples.end()), samples.end());
  return samples.empty() ? 0 : samples[(samples.size() - 1) / 2];
}

/// The values of largest magnitude so far, and the power of all other samples.
class LargestValues {
 public:
  struct Value {
    double sample, magnitude;
    std::int64_t count;
    double power() const { return static_cast<double>(count) * square(magnitude); }
  };

  /// Less than that is never one of them.
  double least() const { return used_ < values_.size() ? 0 : values_.back().magnitude; }
  void add_others(double power) { others_ += power; }
  void add(double sample, double magnitude) {
    if (magnitude == 0) return;
    const auto end = values_.begin() + static_cast<std::ptrdiff_t>(used_);
    if (const auto same = std::find_if(
            values_.begin(), end, [sample](const Value& value) { return value.sample == sample; });
        same != end) {
      ++same->count;
      return;
    }
    if (used_ == values_.size()) {
      if (magnitude <= values_.back().magnitude) {
        others_ += square(magnitude);
        return;
      }
      others_ += values_[--used_].power();
    }
    const auto place =
        std::find_if(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(used_),
                     [magnitude](const Value& value) { return value.magnitude < magnitude; });
    std::move_backward(place, values_.begin() + static_cast<std::ptrdiff_t>(used_),
                       values_.begin() + static_cast<std::ptrdiff_t>(used_) + 1);
    *place = {sample, magnitude, 1};
    ++used_;
  }

  /// `samples`: how many the image has.
  Marks marks(double least_power, MarkBy by, std::int64_t samples) const {
    const auto is_mark = [&](const Value& value, double smaller) {
      if (value.power() > least_power * smaller)
        return !is_beside_rounding(value.sample,
                                   (std::log2(value.power()) - std::log2(smaller)) / 2);
      return by == MarkBy::size && !is_full(value.sample) &&
             static_cast<double>(samples) * square(value.magnitude) > least_power * smaller;
    };
    Marks found;
    double smaller = others_;
    std::size_t marks = 0;
    for (std::size_t i = used_; i-- > 0;) {
      if (marks == 0 && smaller > 0 && is_mark(values_[i], smaller)) marks = i + 1;
      smaller += values_[i].power();
    }
    for (std::size_t i = 0; i < marks; ++i) {
      found.values.push_back(values_[i].sample);
      found.count += values_[i].count;
    }
    return found;
  }

 private:
  std::array<Value, kMostMarks> values_{};
  std::size_t used_ = 0;
  double others_ = 0;
};

/// Magnitudes of neighbouring samples less the level, 0 of those that are not finite. Their unit is
/// near the largest one, so that no square leaves the range of doubles.
template <class Sample>
class Magnitudes {
 public:
  static constexpr std::int64_t kMost = 256;

  Magnitudes(double level, double unit) : level_(level), unit_(unit) {}
  void read(const Sample* samples, std::int64_t count) {
    double most = 0, power = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      const auto sample = static_cast<double>(samples[i]);
      const double distance = std::abs(sample * unit_ - level_ * unit_);
      const double magnitude =
          distance <= std::numeric_limits<double>::max() ? distance : 0;  // not so of NaN
      values_[static_cast<std::size_t>(i)] = magnitude;
      most = std::max(most, magnitude);
      power += square(magnitude);
    }
    largest = most;
    sum_of_squares = power;
  }
  double operator[](std::int64_t i) const { return values_[static_cast<std::size_t>(i)]; }

  double largest = 0, sum_of_squares = 0;

 private:
  double level_, unit_;
  std::array<double, kMost> values_{};
};

/// Calls work(first sample, how many of them) for parts of rows.
template <class Sample, class Work>
void for_each_part(const Sample* samples, Extent image, std::int64_t row_stride, Work work) {
  constexpr std::int64_t kMost = Magnitudes<Sample>::kMost;
  for (std::int64_t y = 0; y < image.rows; ++y)
    for (std::int64_t x = 0; x < image.columns; x += kMost)
      work(samples + y * row_stride + x, std::min(kMost, image.columns - x));
}

template <class Sample>
Marks marks_of(const Sample* samples, Extent image, std::int64_t row_stride, bool has_level,
               MarkBy by) {
  if (image.rows < 1 || image.columns < 1) return {};
  double largest = 0;
  for_each_part(samples, image, row_stride, [&](const Sample* part, std::int64_t count) {
    double most = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      const double magnitude = std::abs(static_cast<double>(part[i]));
      most = std::max(most, magnitude <= std::numeric_limits<double>::max() ? magnitude : 0);
    }
    largest = std::max(largest, most);
  });
  if (largest == 0) return {};
  const double level = has_level ? level_of(spread_samples(samples, image, row_stride)) : 0;
  Magnitudes<Sample> magnitudes(level, std::ldexp(1, -std::max(std::ilogb(largest) + 2, -1000)));
  LargestValues values;
  for_each_part(samples, image, row_stride, [&](const Sample* part, std::int64_t count) {
    magnitudes.read(part, count);
    if (magnitudes.largest < values.least()) {
      values.add_others(magnitudes.sum_of_squares);
      return;
    }
    for (std::int64_t i = 0; i < count; ++i)
      values.add(static_cast<double>(part[i]), magnitudes[i]);
  });
  return values.marks(kLeastPower<Sample>, by, image.rows * image.columns);
}

}  // namespace

Marks find_marks(const float* samples, Extent image, std::int64_t row_stride, bool has_level,
                 MarkBy by) {
  return marks_of(samples, image, row_stride, has_level, by);
}

Marks find_marks(const double* samples, Extent image, std::int64_t row_stride, bool has_level,
                 MarkBy by) {
  return marks_of(samples, image, row_stride, has_level, by);
}

}  // namespace fftcore
