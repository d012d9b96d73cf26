// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoise <-> text.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "block_window_words.h"
#include "fftcore/convolution.h"
#include "fftcore/denoise.h"
#include "field_text.h"
#include "image_fields.h"
#include "kind_fields.h"

namespace fftcore {

template <>
struct Draft<Denoise> {
  Denoise value;
  ImageDraft image;

  static Denoise usual(const Denoise&) { return {}; }
  static std::array<Layout, 2> images(const Denoise& denoise) {
    return {denoise.input, denoise.output};
  }
  Denoise finish() {
    value.input = image.input();
    value.output = image.output(image.extent);
    return value;
  }
};

namespace {

using DenoiseRow = ImageRows<Denoise>;

constexpr std::array kDenoiseKinds = {Word<DenoiseKind>{DenoiseKind::firm, "firm"},
                                      Word<DenoiseKind>{DenoiseKind::wiener, "wiener"},
                                      Word<DenoiseKind>{DenoiseKind::hard, "hard"},
                                      Word<DenoiseKind>{DenoiseKind::gain, "gain"},
                                      Word<DenoiseKind>{DenoiseKind::band, "band"},
                                      Word<DenoiseKind>{DenoiseKind::soft_band, "soft-band"}};

constexpr Usage kDenoiseUsage = {
    "denoising",
    "denoise TYPE ROWSxCOLUMNS[xCHANNELS] bSIDE stepN [KIND] [sigma=S] "
    "..."};

void read_denoised_size(Draft<Denoise>& draft, std::string_view word, const FieldFacts&) {
  read_image_size(draft.image, word);
  limited(draft.image.extent.rows, kMaxDenoiseExtent, "rows");
  limited(draft.image.extent.columns, kMaxDenoiseExtent, "columns");
  limited(draft.image.channels, kMaxChannels, "channels");
}

/// A length in samples, such as b16.
template <std::int64_t Denoise::*member>
constexpr Field<Denoise> length(std::string_view name, std::string_view what,
                                std::string_view before) {
  return DenoiseRow::place(
      name, what, before, [](const Denoise& denoise) { return fmt::format("{}", denoise.*member); },
      [](Draft<Denoise>& draft, std::string_view word, const FieldFacts& field) {
        const auto number = value_of(word, field.before);
        if (!number)
          throw InvalidArgument(
              message("'{}' is no {}; expected {}N", word, field.what, field.before));
        draft.value.*member = parse_number<std::int64_t>(*number, field.what);
      });
}

/// A number of the strength.
template <auto member>
constexpr Field<Denoise> strength_number(std::string_view name, const Range& range = {}) {
  return DenoiseRow::number<&Denoise::strength, member>(name, {}, range);
}

/// Whether the text has the power, as one of two fields. A curve takes its place; what it was is
/// kept all the same.
bool has_power(const Denoise& denoise) {
  return denoise.strength.curve.empty() || denoise.strength.power != DenoiseStrength().power;
}
/// Whether the root's square is the power exactly, so that what was written as one is read back.
bool is_root_exact(double power) {
  return std::sqrt(power) * std::sqrt(power) == power;
}

std::string get_sigma(const Denoise& denoise) {
  const double power = denoise.strength.power;
  return has_power(denoise) && is_root_exact(power) ? fmt::format("{}", std::sqrt(power)) : "";
}
std::string get_power(const Denoise& denoise) {
  const double power = denoise.strength.power;
  return has_power(denoise) && !is_root_exact(power) ? fmt::format("{}", power) : "";
}
void set_sigma(Draft<Denoise>& draft, std::string_view text, const FieldFacts&) {
  const double sigma = parse_number<double>(text, "a standard deviation");
  if (!(sigma >= 0))
    throw InvalidArgument(
        message("sigma is {}; 0 to {} are allowed", sigma, std::sqrt(kMaxNoisePower)));
  draft.value.strength.power = sigma * sigma;
}

std::string curve_text(const std::vector<NoisePoint>& curve) {
  std::string text;
  for (const auto& [frequency, power] : curve)
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", frequency, power);
  return text;
}

/// Where it sharpens this is there, so that this is read back too.
std::string get_sharpen(const Denoise& denoise) {
  const double sharpen = denoise.strength.sharpen;
  return denoise.sharpens || sharpen != 0 ? fmt::format("{}", sharpen) : "";
}
template <double DenoiseStrength::*member>
void set_sharpening(Draft<Denoise>& draft, std::string_view text, const FieldFacts& field) {
  draft.value.sharpens = true;
  draft.value.strength.*member = parse_number<double>(text, number_wanted(field));
}

constexpr Field<Denoise> kDenoiseFields[] = {
    DenoiseRow::literal("denoise"),
    DenoiseRow::type(),
    DenoiseRow::place(
        "extent", "size", {}, [](const Denoise& d) { return image_size_text(d.input); },
        read_denoised_size),
    length<&Denoise::block>("block", "side of a block", "b"),
    length<&Denoise::step>("step", "step", "step"),
    DenoiseRow::planar(),
    DenoiseRow::stride<&Layout::rows>("pitch"),
    DenoiseRow::stride<&Layout::columns>("pixel"),
    DenoiseRow::stride<&Layout::channels>("channel"),
    DenoiseRow::number<&Denoise::skipped_channels>("skip", "a mask of channels"),
    DenoiseRow::number<&Denoise::before>("before", "a number of frames",
                                         within(0, kMaxDenoiseRadius)),
    DenoiseRow::number<&Denoise::after>("after", "a number of frames",
                                        within(0, kMaxDenoiseRadius)),
    DenoiseRow::word<kBlockWindowWords, &Denoise::window>("window", "window"),
    DenoiseRow::word<kBlockWindowWords, &Denoise::temporal_window>("temporal-window", "window"),
    DenoiseRow::flag<false, &Denoise::zero_mean>("keep-mean"),
    DenoiseRow::choice<kDenoiseKinds, &Denoise::kind>("kind", "kind")
        .written_by([](const Denoise& d) { return std::string(to_string(d.kind)); }),
    DenoiseRow::option("sigma", get_sigma, set_sigma).in_place_of("power"),
    DenoiseRow::number<&Denoise::strength, &DenoiseStrength::power>(
        "power", "a power",
        {.least = 0, .most = kMaxNoisePower, .said = "power (sigma squared) is {}"})
        .written_by(get_power)
        .in_place_of("sigma"),
    DenoiseRow::text<curve_text, parse_noise_curve, &Denoise::strength, &DenoiseStrength::curve>(
        "curve"),
    DenoiseRow::flag<true, &Denoise::strength, &DenoiseStrength::is_threshold>(
        "sigma-is-threshold"),
    strength_number<&DenoiseStrength::strength>("strength", within(0, kMaxDenoiseGain)),
    strength_number<&DenoiseStrength::beta>("beta", above(0, kMaxDenoiseExponent)),
    strength_number<&DenoiseStrength::floor>("floor", within(0, 1)),
    strength_number<&DenoiseStrength::gain>("gain", within(0, kMaxDenoiseGain)),
    strength_number<&DenoiseStrength::gain_outside>("gain-outside", within(0, kMaxDenoiseGain)),
    strength_number<&DenoiseStrength::power_min>("power-min"),  // to power_max
    strength_number<&DenoiseStrength::power_max>("power-max", above(0, kMaxNoisePower)),
    strength_number<&DenoiseStrength::sharpen>("sharpen", within(-1, kMaxSharpen))
        .written_by(get_sharpen)
        .read_by(set_sharpening<&DenoiseStrength::sharpen>),
    strength_number<&DenoiseStrength::dehalo>("dehalo", within(0, kMaxSharpen))
        .read_by(set_sharpening<&DenoiseStrength::dehalo>),
    strength_number<&DenoiseStrength::sharpen_cutoff>("sharpen-cutoff",
                                                      above(0, kMaxNoiseFrequency)),
    strength_number<&DenoiseStrength::sharpen_min>("sharpen-min"),  // to sharpen_max
    strength_number<&DenoiseStrength::sharpen_max>("sharpen-max", above(0, kMaxSharpenLevel)),
    strength_number<&DenoiseStrength::halo_radius>("halo-radius", above(0, kMaxHaloRadius)),
    strength_number<&DenoiseStrength::halo_threshold>("halo-threshold",
                                                      within(0, kMaxSharpenLevel)),
    strength_number<&DenoiseStrength::vertical_ratio>("vertical-ratio",
                                                      within(0, kMaxVerticalRatio)),
};

}  // namespace

std::vector<WrittenField> fields_of(const Denoise& denoise) {
  return written_fields(denoise, kDenoiseFields);
}

void check_ranges(const Denoise& denoise) {
  check_ranges(denoise, kDenoiseFields);
}

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
  return word_of(kBlockWindowWords, window);
}

std::string to_string(const Denoise& denoise) {
  return text_of_fields(fields_of(denoise));
}

Denoise parse_denoise(std::string_view text) {
  return read_fields(text, kDenoiseFields, kDenoiseUsage);
}

}  // namespace fftcore
