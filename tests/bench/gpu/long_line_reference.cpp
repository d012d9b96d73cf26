// SPDX-License-Identifier: LGPL-2.1-or-later
#include "long_line_reference.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

#include "dft.h"
#include "work.h"

namespace bench {
namespace {

using namespace fftcore;
using LineValue = std::complex<double>;

class LongLineReference final : public Reference {
 public:
  explicit LongLineReference(const Transform& transform) : transform_(transform) {
    const std::int64_t points = transform.axes[0].extent, batch = transform.batches[0].extent;
    std::mt19937_64 random(3);
    const auto below = [&](std::int64_t n) {
      return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
    };
    for (int i = 0; i < kBins; ++i)
      bins_.push_back({i == 0 ? batch - 1 : below(batch), i == 0 ? points - 1 : below(points)});
    for (const Bin& bin : bins_) exact_.push_back(exact(bin));
  }

  Check check(const Gpu& gpu, const Result& result) const override {
    std::vector<std::complex<float>> got(bins_.size(), std::complex<float>(NAN, NAN));
    std::vector<Gpu::Range> ranges;
    for (std::size_t i = 0; i < bins_.size(); ++i) {
      const std::int64_t index =
          bins_[i].line * transform_.batches[0].output_stride + bins_[i].number;
      ranges.push_back(
          {&got[i], result.data + static_cast<Address>(index) * sizeof got[i], sizeof got[i]});
    }
    gpu.copy_out(ranges);
    double difference = 0, norm = 0;
    for (std::size_t i = 0; i < bins_.size(); ++i) {
      difference += std::norm(LineValue(got[i]) - exact_[i].value);
      norm += exact_[i].energy;
    }
    return {std::sqrt(difference / norm), oracle::transform_bound(transform_)};
  }

 private:
  static constexpr int kBins = 12;
  struct Bin {
    std::int64_t line, number;
  };
  struct Exact {
    LineValue value;
    double energy = 0;  // of the input, which is the bins' mean square
  };

  /// exp(-2 pi i turns / points)
  static LineValue root(std::int64_t turns, std::int64_t points) {
    return std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(turns % points) /
                               static_cast<double>(points));
  }

  /// Sums over runs of neighbours, whose roots are the same but for one factor a run.
  Exact exact(const Bin& bin) const {
    constexpr std::int64_t kRun = 1 << 14;
    const std::int64_t points = transform_.axes[0].extent,
                       first = bin.line * transform_.batches[0].input_stride;
    std::vector<LineValue> roots;
    for (std::int64_t n = 0; n < kRun; ++n) roots.push_back(root(n * bin.number, points));
    Exact result;
    for (std::int64_t begin = 0; begin < points; begin += kRun) {
      const std::int64_t end = std::min(begin + kRun, points);
      double re = 0, im = 0, energy = 0;
      for (std::int64_t n = begin; n < end; ++n) {
        const auto i = static_cast<std::uint64_t>(2 * (first + n));
        const double x = input_value(i, SampleType::f32), y = input_value(i + 1, SampleType::f32);
        const LineValue& by = roots[static_cast<std::size_t>(n - begin)];
        re += x * by.real() - y * by.imag();
        im += x * by.imag() + y * by.real();
        energy += x * x + y * y;
      }
      const std::int64_t turns = begin * bin.number % points;
      result.value += LineValue(re, im) * root(turns, points);
      result.energy += energy;
    }
    return result;
  }

  Transform transform_;
  std::vector<Bin> bins_;
  std::vector<Exact> exact_;
};

}  // namespace

std::unique_ptr<Reference> long_line_reference(const Transform& transform) {
  return std::make_unique<LongLineReference>(transform);
}

}  // namespace bench
