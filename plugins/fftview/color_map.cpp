// SPDX-License-Identifier: LGPL-2.1-or-later
#include "color_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fftcore::gst::view {
namespace {

std::uint8_t srgb(double linear) {
  const double in = std::clamp(linear, 0.0, 1.0);
  const double out = in <= 0.0031308 ? 12.92 * in : 1.055 * std::pow(in, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * out));
}

// Lightness even, hue from violet (-0.2 turns) over red to yellow; most colourful in the middle, as
// the ends have little colour to show.
Rgb heat(double t) {
  return oklch(0.05 + 0.92 * t, 0.04 + 0.16 * std::sin(std::numbers::pi * std::pow(t, 0.8)),
               -0.2 + 0.49 * t);
}

}  // namespace

Rgb oklch(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(2 * std::numbers::pi * hue),
               b = chroma * std::sin(2 * std::numbers::pi * hue);
  const auto cubed = [](double x) { return x * x * x; };
  const double l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b);
  return {srgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          srgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          srgb(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

std::array<Rgb, 256> colors_of(ColorMap map) {
  std::array<Rgb, 256> colors;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const auto grey = static_cast<std::uint8_t>(i);
    switch (map) {
      case ColorMap::automatic:
      case ColorMap::none: colors[i] = {grey, grey, grey}; break;
      case ColorMap::heat: colors[i] = heat(static_cast<double>(i) / 255); break;
      case ColorMap::cyclic:
        colors[i] = oklch(0.7, 0.12, 0.08 + static_cast<double>(i) / 256 - 0.5);
        break;
    }
  }
  return colors;
}

}  // namespace fftcore::gst::view
