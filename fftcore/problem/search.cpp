// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

constexpr std::int64_t kMaxRadius = 1024;

/// From the units of 8-bit samples to those of the image.
float unit_of(Element element) {
  switch (element) {
    case Element::u8: return 1;
    case Element::u16: return 257;
    case Element::f16:
    case Element::f32: return 1.0F / 255;
  }
  return 1;
}

void check_number(float value, std::string_view name, std::string_view allowed, bool holds) {
  if (!std::isfinite(value) || !holds)
    throw InvalidArgument(fmt::format("{} is {}; {} is allowed", name, value, allowed));
}

void check_count(std::int64_t count, std::string_view name, std::int64_t least, std::int64_t most) {
  if (count < least || count > most)
    throw InvalidArgument(fmt::format("{} is {}; {} to {} are allowed", name, count, least, most));
}

void check_pattern(const Correlation& correlation) {
  const Extent image = correlation.image.extent(), pattern = correlation.pattern;
  if (correlation.score == Score::phase) {
    if (pattern != image || correlation.patterns != 1)
      throw InvalidArgument(fmt::format(
          "phase correlation compares images of one size, one with one; pattern is {}x{} (x{}), "
          "the image {}x{}",
          pattern.rows, pattern.columns, correlation.patterns, image.rows, image.columns));
    return;
  }
  check_count(pattern.rows, "the pattern's number of rows", 1, kMaxTaps);
  check_count(pattern.columns, "the pattern's number of columns", 1, kMaxTaps);
  check_count(correlation.patterns, "the number of patterns", 1, kMaxPatterns);
  if (pattern.slices != 1)
    throw InvalidArgument(
        fmt::format("the pattern has {} slices; it is an image, of 1", pattern.slices));
  if (pattern.rows > image.rows || pattern.columns > image.columns)
    throw InvalidArgument(
        fmt::format("a pattern of {}x{} does not fit an image of {}x{}; use a smaller pattern or "
                    "search a larger part",
                    pattern.rows, pattern.columns, image.rows, image.columns));
}

std::int64_t even_smooth(std::int64_t least) {
  for (std::int64_t candidate = std::max<std::int64_t>(2, least + least % 2);; candidate += 2) {
    std::int64_t rest = candidate;
    for (const int factor : {2, 3, 5})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return candidate;
  }
}

}  // namespace

Correlation matching(Score score, const Layout& image, Extent pattern) {
  Correlation correlation;
  correlation.score = score;
  correlation.image = image;
  correlation.pattern = pattern;
  correlation.radius =
      std::clamp<std::int64_t>(std::min(pattern.rows, pattern.columns) / 2, 1, kMaxRadius);
  correlation.flat *= unit_of(image.element);
  correlation.noise *= unit_of(image.element);
  return correlation;
}

Correlation phase_correlation(const Layout& image) {
  Correlation correlation = matching(Score::phase, image, image.extent());
  correlation.radius = Correlation{}.radius;
  return correlation;
}

Extent phase_extent(Extent image) {
  return {even_smooth(image.rows), even_smooth(image.columns)};
}

Extent surface_extent(const Correlation& correlation) {
  const Extent image = correlation.image.extent();
  return correlation.score == Score::phase
             ? phase_extent(image)
             : output_extent(image, correlation.pattern, Region::valid);
}

void validate(const Correlation& correlation) {
  validate_layout(correlation.image, "image");
  if (correlation.image.element == Element::f16)
    throw InvalidArgument("the image is f16; u8, u16 and f32 are allowed");
  if (correlation.image.slices.extent != 1 || correlation.image.frames.extent != 1)
    throw InvalidArgument(fmt::format("the image has {} slices and {} frames; 1 of each is allowed",
                                      correlation.image.slices.extent,
                                      correlation.image.frames.extent));
  for (const float weight : correlation.weights)
    check_number(weight, "a channel's weight", "a finite number", true);
  check_pattern(correlation);
  check_count(correlation.max_peaks, "max_peaks", 1, kMaxPeaks);
  check_count(correlation.radius, "radius", 0, kMaxRadius);
  check_number(correlation.flat, "flat", "a number above 0", correlation.flat > 0);
  check_number(correlation.noise, "noise", "a number above 0", correlation.noise > 0);
  check_number(correlation.bandwidth, "bandwidth", "0 to 10 cycles/pixel",
               correlation.bandwidth >= 0 && correlation.bandwidth <= 10);
}

}  // namespace fftcore
