// SPDX-License-Identifier: LGPL-2.1-or-later
// Random convolutions of floating point by each rule, some of whose samples are unlike the others,
// and what is compared of results.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "channel_bits.h"
#include "fftcore/error.h"
#include "gtest/gtest.h"
#include "random_convolutions.h"
#include "test_image.h"

namespace problems {

/// What is compared of numbers that are not finite.
inline std::string kind_of(double value) {
  return std::isnan(value) ? "nan" : std::isinf(value) ? (value > 0 ? "inf" : "-inf") : "finite";
}

/// What an output stores for a value, but for the rounding of whole numbers.
inline double stored(double value, fftcore::SampleType type) {
  if (oracle::is_real(type)) return value;
  return std::isnan(value)
             ? 0
             : std::clamp(value, 0.0, static_cast<double>(fftcore::traits_of(type).white()));
}

inline void punch_holes(std::vector<double>& taps, std::mt19937& random) {
  std::uniform_int_distribution<int> draw(0, 2);
  for (double& tap : taps)
    if (draw(random) == 0) tap = 0;
}

inline std::vector<const char*> rules() {
  if (!on_cpu()) return {"tile", "three-pass"};
  return {"tile", "partitions", "three-pass", "five-pass", "direct", "separable"};
}

class FloatingConvolutions : public ByRule, public RandomConvolutionDraws {
 protected:
  void SetUp() override {
    ByRule::SetUp();
    if (IsSkipped()) return;
    queue_ = backend().create_queue({.threads = 2});
  }

  /// Valid, or not: `valid` may leave nothing.
  fftcore::Convolution draw() {
    constexpr std::array kIn = {fftcore::SampleType::f16,       fftcore::SampleType::f32,
                                fftcore::SampleType::f32,       fftcore::SampleType::f64,
                                fftcore::SampleType::complex64, fftcore::SampleType::complex128};
    const fftcore::SampleType in = one_of(kIn);
    const fftcore::SampleType out =
        !one_in(4) ? in
        : fftcore::traits_of(in).is_complex()
            ? fftcore::SampleType::complex128
            : one_of(std::array{fftcore::SampleType::u8, fftcore::SampleType::f32,
                                fftcore::SampleType::f64, fftcore::SampleType::complex64});
    return convolution(in, out, {300, 60, 9});
  }

  /// Taps, of which some are 0 in every other work.
  std::vector<fftcore::Taps> draw_taps(const fftcore::Convolution& work) {
    auto taps = oracle::random_kernels(work, engine());
    if (one_in(2))
      for (fftcore::Taps& one : taps) {
        punch_holes(one.values, engine());
        punch_holes(one.imaginary, engine());
      }
    return taps;
  }

  oracle::Samples run(fftcore::ConvolutionExecutable& executable, const oracle::Samples& input) {
    const fftcore::Convolution& work = executable.convolution();
    oracle::TestImage in(work.input), out(work.output);
    in.set(input);
    executable.run(*queue_, in.const_buffer(), out.buffer());
    EXPECT_TRUE(out.padding_is_untouched()) << fftcore::to_string(work);
    return out.get();
  }

  /// Calls work(executable) for so many works that the rule has a plan for.
  template <class Work>
  void for_works(int works, Work work) {
    int done = 0;
    for (int tries = 0; done < works && tries < 40 * works && !HasFailure(); ++tries) {
      std::unique_ptr<fftcore::ConvolutionExecutable> executable;
      try {
        executable = backend().compile(draw(), *queue_);
      } catch (const fftcore::InvalidArgument&) {
        continue;
      } catch (const fftcore::Unsupported&) {
        continue;
      }
      ++done;
      work(*executable);
    }
    EXPECT_EQ(done, works) << "more works have to be drawn";
  }

  std::unique_ptr<fftcore::Queue> queue_;
};

/// What transforms have at most, for oracle::error_bound().
inline double padded_points(const fftcore::Convolution& work, const oracle::Samples& want) {
  return 4.0 * static_cast<double>((want.slices + work.taps.slices) * (want.rows + work.taps.rows) *
                                   (want.columns + work.taps.columns));
}

/// Numbers of one frame's channel are of the kind that is wanted; those that are finite are within
/// the bound of works without others.
inline void expect_channel(const fftcore::Convolution& work, const std::vector<double>& got,
                           const std::vector<double>& want, std::size_t first, std::size_t end,
                           double bound) {
  const fftcore::SampleType type = fftcore::part_of(work.output.type);
  for (std::size_t i = first; i < end; ++i) {
    const double wanted = stored(want[i], type);
    ASSERT_EQ(kind_of(got[i]), kind_of(wanted)) << fftcore::to_string(work) << ": output " << i;
    if (!std::isfinite(wanted)) continue;
    const double rounding = type == fftcore::SampleType::u8    ? 1
                            : type == fftcore::SampleType::f16 ? std::ldexp(std::abs(wanted), -10)
                                                               : std::ldexp(std::abs(wanted), -22);
    ASSERT_NEAR(got[i], wanted, bound + rounding) << fftcore::to_string(work) << ": output " << i;
  }
}

}  // namespace problems
