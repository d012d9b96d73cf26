// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs of stages, each by itself, against the definitions in long double.
#pragma once

#include <cmath>
#include <optional>
#include <random>
#include <vector>

#include "channel_bits.h"
#include "spectrum_oracle.h"
#include "spectrum_run.h"

namespace stages {

using fftcore::ForwardStage, fftcore::InverseStage, fftcore::Layout, fftcore::MultiplyStage,
    fftcore::SpectrumLayout, fftcore::Taps, fftcore::Transformed, fftcore::SampleType;
using oracle::SpectrumValues, oracle::Wide;

inline void expect_close(const SpectrumValues& got, const oracle::Bounded<SpectrumValues>& want) {
  ASSERT_EQ(got.size(), want.exact.size());
  long double squares = 0;
  for (std::size_t i = 0; i < got.size(); ++i) squares += std::norm(got[i] - want.exact[i]);
  EXPECT_LE(static_cast<double>(std::sqrt(squares)), want.bound);
}

inline void expect_close(const Samples& got, const oracle::Bounded<Samples>& want,
                         const InverseStage& stage) {
  double squares = 0, most = 0;
  for (std::int64_t c = 0; c < got.channels; ++c)
    for (std::int64_t y = 0; !oracle::names(stage.skipped_channels, c) && y < got.rows; ++y)
      for (std::int64_t x = 0; x < got.columns; ++x) {
        const double error =
            got.at(c, y, x) - oracle::clamped(want.exact.at(c, y, x), stage.image.type);
        squares += error * error;
        most = std::isnan(error) ? INFINITY : std::max(most, std::abs(error));
      }
  if (oracle::is_real(stage.image.type))
    EXPECT_LE(std::sqrt(squares), want.bound);
  else
    EXPECT_LE(most, 0.5 + want.bound);
}

/// Values as the forward stage has them, rounded to the sample type.
inline TestSpectrum spectrum_of(const SpectrumLayout& layout, const SpectrumValues& values) {
  TestSpectrum spectrum(layout);
  spectrum.set(values);
  return spectrum;
}

/// The spectrum of a field of random values in [-0.5, 0.5).
inline TestSpectrum random_spectrum(const SpectrumLayout& layout, std::mt19937& random) {
  ForwardStage stage;
  stage.image =
      Layout::planar(SampleType::f32, {layout.stored_rows, layout.points.columns}, layout.channels);
  stage.spectrum = layout;
  return spectrum_of(layout,
                     oracle::transformed(stage, oracle::random_samples(stage.image, random)).exact);
}

/// Gaps between samples are untouched. Channels that are left out have the source's bits, or
/// without one TestImage's poison, as at first. Others have 0 beside their numbers.
inline void expect_the_rest(const TestImage& image, const TestImage* source,
                            const InverseStage& stage) {
  EXPECT_TRUE(image.padding_is_untouched());
  const TestImage untouched(stage.image), &from = source != nullptr ? *source : untouched;
  const Samples got = image.get(), want = from.get(), beside = image.ignored_bits(),
                wanted_beside = from.ignored_bits();
  const auto is_same = [](double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
  };
  for (std::int64_t c = 0; c < got.channels; ++c)
    for (std::int64_t y = 0; y < got.rows; ++y)
      for (std::int64_t x = 0; x < got.columns; ++x) {
        const bool is_skipped = oracle::names(stage.skipped_channels, c);
        ASSERT_EQ(beside.at(c, y, x), is_skipped ? wanted_beside.at(c, y, x) : 0)
            << c << ": " << y << "," << x;
        ASSERT_TRUE(!is_skipped || is_same(got.at(c, y, x), want.at(c, y, x)))
            << c << ": " << y << "," << x;
      }
}

inline void expect_forward_right(Ready& ready, std::mt19937& random) {
  const TestImage image = random_image(ready.chain.forward.image, random);
  const TestSpectrum got = ready.run_forward(image);
  expect_close(got.get(), oracle::transformed(ready.chain.forward, image.get()));
  EXPECT_TRUE(got.padding_is_finite());
  EXPECT_TRUE(got.end_is_untouched());
  EXPECT_EQ(ready.run_forward(image).get(), got.get()) << "a second run";
}

inline void expect_product_right(Ready& ready, std::mt19937& random) {
  const MultiplyStage& stage = ready.chain.multiply;
  const TestImage image = random_image(ready.chain.forward.image, random);
  const TestSpectrum input =
      spectrum_of(stage.input, oracle::transformed(ready.chain.forward, image.get()).exact);
  std::vector<Taps> taps;
  std::optional<TestSpectrum> kernel;
  if (stage.taps) {
    taps = oracle::random_kernels(ready.chain.problem, random);
    ready.multiply->set_taps(taps);
  } else {
    kernel = random_spectrum(*stage.spectrum, random);
  }
  const TestSpectrum got = ready.run_multiply(input, kernel ? &*kernel : nullptr);
  expect_close(got.get(), oracle::multiplied(stage, input.get(), taps,
                                             kernel ? kernel->get() : SpectrumValues{}));
  EXPECT_TRUE(got.padding_is_finite());
  EXPECT_TRUE(got.end_is_untouched());
  EXPECT_EQ(ready.run_multiply(input, kernel ? &*kernel : nullptr).get(), got.get())
      << "a second run";
}

inline void expect_inverse_right(Ready& ready, std::mt19937& random) {
  const InverseStage& stage = ready.chain.inverse;
  const TestImage image = random_image(ready.chain.forward.image, random);
  ForwardStage same = ready.chain.forward;  // a spectrum such as the product is
  same.spectrum = stage.spectrum;
  if (stage.spectrum.transformed == Transformed::rows)
    same.border.bottom = stage.spectrum.stored_rows - same.image.rows.extent - same.border.top;
  const TestSpectrum spectrum =
      same.border.bottom < 0
          ? random_spectrum(stage.spectrum, random)
          : spectrum_of(stage.spectrum, oracle::transformed(same, image.get()).exact);
  const TestImage other = random_image(stage.image, random), *const source = stage.copies_skipped
                                                                                 ? &other
                                                                                 : nullptr;
  const TestImage got = ready.run_inverse(spectrum, source);
  expect_close(got.get(), oracle::transformed_back(stage, spectrum.get(), 1, 0), stage);
  expect_the_rest(got, source, stage);
  ready.inverse->set_gain(-0.75F, 200);
  const TestImage again = ready.run_inverse(spectrum, source);
  expect_the_rest(again, source, stage);
  expect_close(again.get(), oracle::transformed_back(stage, spectrum.get(), -0.75, 200), stage);
}

}  // namespace stages
