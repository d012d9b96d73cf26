// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoise <-> text.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "element_words.h"
#include "fftcore/convolution.h"
#include "fftcore/denoise.h"
#include "layout_words.h"
#include "words.h"

namespace fftcore {
namespace {

constexpr std::array kDenoiseKinds = {Word<DenoiseKind>{DenoiseKind::firm, "firm"},
                                      Word<DenoiseKind>{DenoiseKind::wiener, "wiener"},
                                      Word<DenoiseKind>{DenoiseKind::hard, "hard"},
                                      Word<DenoiseKind>{DenoiseKind::gain, "gain"},
                                      Word<DenoiseKind>{DenoiseKind::band, "band"},
                                      Word<DenoiseKind>{DenoiseKind::soft_band, "soft-band"}};
constexpr std::array kWindows = {Word<BlockWindow>{BlockWindow::rectangle, "rectangle"},
                                 Word<BlockWindow>{BlockWindow::bartlett, "bartlett"},
                                 Word<BlockWindow>{BlockWindow::sine, "sine"},
                                 Word<BlockWindow>{BlockWindow::hann, "hann"},
                                 Word<BlockWindow>{BlockWindow::hamming, "hamming"},
                                 Word<BlockWindow>{BlockWindow::blackman, "blackman"},
                                 Word<BlockWindow>{BlockWindow::nuttall, "nuttall"},
                                 Word<BlockWindow>{BlockWindow::kaiser, "kaiser"}};

template <class Value>
std::string value_text(std::string_view key, Value value, Value usual) {
  return value != usual ? fmt::format(" {}={}", key, value) : "";
}

/// `sigma` where its square is the power exactly, so that what was written as one is read back.
std::string power_text(double power) {
  const double sigma = std::sqrt(power);
  return sigma * sigma == power ? fmt::format(" sigma={}", sigma) : fmt::format(" power={}", power);
}

std::string curve_text(const std::vector<NoisePoint>& curve) {
  std::string text;
  for (const auto& [frequency, power] : curve)
    text += fmt::format("{}{}:{}", text.empty() ? " curve=" : ",", frequency, power);
  return text;
}

constexpr std::string_view kThreshold = "sigma-is-threshold";

/// Numbers of a strength that have a word each, in the text's order.
constexpr std::array kStrengthNumbers = {
    std::pair{"strength=", &DenoiseStrength::strength},
    std::pair{"beta=", &DenoiseStrength::beta},
    std::pair{"floor=", &DenoiseStrength::floor},
    std::pair{"m=", &DenoiseStrength::m},
    std::pair{"m2=", &DenoiseStrength::m2},
    std::pair{"pmin=", &DenoiseStrength::pmin},
    std::pair{"pmax=", &DenoiseStrength::pmax},
    std::pair{"sharpen=", &DenoiseStrength::sharpen},
    std::pair{"dehalo=", &DenoiseStrength::dehalo},
    std::pair{"sharpen-cutoff=", &DenoiseStrength::sharpen_cutoff},
    std::pair{"sharpen-min=", &DenoiseStrength::sharpen_min},
    std::pair{"sharpen-max=", &DenoiseStrength::sharpen_max},
    std::pair{"halo-radius=", &DenoiseStrength::halo_radius},
    std::pair{"halo-threshold=", &DenoiseStrength::halo_threshold},
    std::pair{"vertical-ratio=", &DenoiseStrength::vertical_ratio},
};

/// Where it sharpens `sharpen` is there, so that this is read back too.
std::string strength_text(const DenoiseStrength& strength, bool sharpens) {
  const DenoiseStrength usual;
  std::string text;
  // A curve takes the power's place; what the power was is kept all the same.
  if (strength.curve.empty() || strength.power != usual.power) text += power_text(strength.power);
  text += curve_text(strength.curve);
  if (strength.is_threshold) text += fmt::format(" {}", kThreshold);
  for (const auto& [key, member] : kStrengthNumbers)
    if (strength.*member != usual.*member || (sharpens && member == &DenoiseStrength::sharpen))
      text += fmt::format(" {}{}", key, strength.*member);
  return text;
}

/// Whether `word` is one of a DenoiseStrength's, which is read.
bool take(std::string_view word, DenoiseStrength& strength) {
  if (const auto sigma = value_of(word, "sigma=")) {
    const double number = parse_number<double>(*sigma, "a standard deviation");
    if (!(number >= 0))
      throw InvalidArgument(
          message("sigma is {}; 0 to {} are allowed", number, std::sqrt(kMaxNoisePower)));
    strength.power = number * number;
    return true;
  }
  if (const auto curve = value_of(word, "curve=")) {
    strength.curve = parse_noise_curve(*curve);
    return true;
  }
  if (const auto power = value_of(word, "power=")) {
    strength.power = parse_number<double>(*power, "a power");
    return true;
  }
  if (word == kThreshold) {
    strength.is_threshold = true;
    return true;
  }
  for (const auto& [key, member] : kStrengthNumbers)
    if (const auto number = value_of(word, key)) {
      strength.*member = parse_number<double>(*number, key);
      return true;
    }
  return false;
}

/// Whether `word` is one of what is neither strides nor strength, which is read.
bool take(std::string_view word, Denoise& denoise) {
  if (is_word(kDenoiseKinds, word)) {
    denoise.kind = parse_word(kDenoiseKinds, word, "kind");
  } else if (const auto radius = value_of(word, "radius=")) {
    denoise.prev = denoise.next = parse_number<int>(*radius, "a number of frames");
  } else if (const auto prev = value_of(word, "prev=")) {
    denoise.prev = parse_number<int>(*prev, "a number of frames");
  } else if (const auto next = value_of(word, "next=")) {
    denoise.next = parse_number<int>(*next, "a number of frames");
  } else if (const auto window = value_of(word, "window=")) {
    denoise.window = parse_word(kWindows, *window, "window");
  } else if (const auto temporal = value_of(word, "temporal=")) {
    denoise.temporal_window = parse_word(kWindows, *temporal, "window");
  } else if (word == "keep-mean") {
    denoise.zero_mean = false;
  } else if (const auto mask = value_of(word, "copy=")) {
    denoise.copied_channels = parse_number<std::uint32_t>(*mask, "a mask of channels");
  } else {
    return false;
  }
  return true;
}

std::int64_t parse_side(std::string_view word, std::string_view key, std::string_view what) {
  if (const auto side = value_of(word, key)) return parse_number<std::int64_t>(*side, what);
  throw InvalidArgument(message("'{}' is no {}; expected {}N", word, what, key));
}

}  // namespace

std::vector<NoisePoint> parse_noise_curve(std::string_view text) {
  std::vector<NoisePoint> curve;
  for (const std::string_view point : split(text, ',')) {
    const auto parts = split(point, ':');
    if (parts.size() != 2)
      throw InvalidArgument(
          message("'{}' is no point of a curve; FREQUENCY:POWER is expected", point));
    curve.push_back({parse_number<double>(parts[0], "a frequency in cycles/pixel"),
                     parse_number<double>(parts[1], "a power")});
  }
  return curve;
}

std::string_view to_string(DenoiseKind kind) {
  return word_of(kDenoiseKinds, kind);
}
std::string_view to_string(BlockWindow window) {
  return word_of(kWindows, window);
}

std::string to_string(const Denoise& denoise) {
  const Denoise usual;
  const Layout &in = denoise.input, &out = denoise.output;
  std::string text = fmt::format("denoise {}", to_string(in.element));
  if (out.element != in.element) text += fmt::format(">{}", to_string(out.element));
  text += fmt::format(" {}x{}", in.rows.extent, in.columns.extent);
  if (in.channels.extent > 1) text += fmt::format("x{}", in.channels.extent);
  text += fmt::format(" b{} step{}", denoise.block, denoise.step);
  text += strides_text(std::array{in, out});
  text += value_text("copy", denoise.copied_channels, usual.copied_channels);
  text +=
      value_text("prev", denoise.prev, usual.prev) + value_text("next", denoise.next, usual.next);
  text += value_text("window", to_string(denoise.window), to_string(usual.window));
  text +=
      value_text("temporal", to_string(denoise.temporal_window), to_string(usual.temporal_window));
  if (!denoise.zero_mean) text += " keep-mean";
  return text + fmt::format(" {}", to_string(denoise.kind)) +
         strength_text(denoise.strength, denoise.sharpens);
}

Denoise parse_denoise(std::string_view text) {
  const auto words = split_words(text);
  if (words.size() < 5 || words[0] != "denoise")
    throw InvalidArgument(
        message("'{}' is no denoising; expected: denoise ELEMENT ROWSxCOLUMNS[xCHANNELS] bSIDE "
                "stepN [KIND] [sigma=S] ...",
                text));
  const auto elements = split(words[1], '>');
  const Element in_element = parse_word(kElementWords, elements.front(), "element");
  const Element out_element = parse_word(kElementWords, elements.back(), "element");
  const auto sizes = parse_numbers(words[2], 'x', "a size or a number of channels");
  if (sizes.size() < 2 || sizes.size() > 3)
    throw InvalidArgument(message("'{}' is no size; expected ROWSxCOLUMNS[xCHANNELS]", words[2]));
  const Extent extent{limited(sizes[0], kMaxDenoiseExtent, "rows"),
                      limited(sizes[1], kMaxDenoiseExtent, "columns")};
  const std::int64_t channels = sizes.size() == 3 ? limited(sizes[2], kMaxChannels, "channels") : 1;
  Denoise denoise;
  denoise.block = parse_side(words[3], "b", "side of a block");
  denoise.step = parse_side(words[4], "step", "step");
  LayoutWords strides;
  for (std::size_t i = 5; i < words.size(); ++i) {
    if (value_of(words[i], "sharpen=") || value_of(words[i], "dehalo=")) denoise.sharpens = true;
    if (!strides.take(words[i]) && !take(words[i], denoise.strength) && !take(words[i], denoise))
      throw InvalidArgument(message(
          "'{}' is not understood; after the step come planar, pitch=, pixel=, channel=, copy=, "
          "prev=, next=, radius=, window=, temporal=, keep-mean, a kind (firm, wiener, hard, gain, "
          "band, "
          "soft-band), sigma=, power=, curve=, sigma-is-threshold, strength=, beta=, floor=, m=, "
          "m2=, pmin=, pmax=, sharpen=, "
          "dehalo=, sharpen-cutoff=, sharpen-min=, sharpen-max=, halo-radius=, halo-threshold=, "
          "vertical-ratio=",
          words[i]));
  }
  denoise.input = strides.layout(0, in_element, extent, channels);
  denoise.output = strides.layout(1, out_element, extent, channels);
  validate(denoise);
  return denoise;
}

}  // namespace fftcore
