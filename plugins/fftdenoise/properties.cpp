// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include <algorithm>
#include <cmath>

#include "../base/device_properties.h"

namespace fftcore::gst::denoise {
namespace {

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kKinds[] = {
    {static_cast<int>(DenoiseKind::firm),
     "Between wiener and hard: factors are 1 - (noise / power)^4. It takes out noise best", "firm"},
    {static_cast<int>(DenoiseKind::wiener),
     "Each frequency keeps the part of its power that is not noise: (1 - noise / power)^beta",
     "wiener"},
    {static_cast<int>(DenoiseKind::hard), "What has less power than noise is removed", "hard"},
    {static_cast<int>(DenoiseKind::gain), "All is multiplied by gain, but for each block's mean",
     "gain"},
    {static_cast<int>(DenoiseKind::band),
     "Power from power-min to power-max is multiplied by gain, other by gain-outside", "band"},
    {static_cast<int>(DenoiseKind::soft_band), "Like band, with soft limits and nothing outside",
     "soft-band"},
    {0, nullptr, nullptr},
};

const GEnumValue kBlockWindows[] = {
    {static_cast<int>(BlockWindow::rectangle), "None", "rectangle"},
    {static_cast<int>(BlockWindow::bartlett), "A triangle", "bartlett"},
    {static_cast<int>(BlockWindow::sine), "Half a wave", "sine"},
    {static_cast<int>(BlockWindow::hann), "Hann", "hann"},
    {static_cast<int>(BlockWindow::hamming), "Hamming", "hamming"},
    {static_cast<int>(BlockWindow::blackman), "Blackman", "blackman"},
    {static_cast<int>(BlockWindow::nuttall), "Nuttall", "nuttall"},
    {static_cast<int>(BlockWindow::kaiser), "Kaiser, beta 2.5 pi", "kaiser"},
    {0, nullptr, nullptr},
};

const GEnumValue kBlocks[] = {
    {8, "8x8 samples", "8"},     {16, "16x16 samples", "16"}, {32, "32x32 samples", "32"},
    {64, "64x64 samples", "64"}, {0, nullptr, nullptr},
};

const double kMaxSigma = std::sqrt(kMaxNoisePower);

void add_noise(PropertyTable<Settings>& table) {
  table.real(
      &Settings::sigma,
      {"sigma", "Sigma",
       "Standard deviation of the noise, in units where white is 255, whatever the bits of a "
       "sample. Below 0 it is measured in the frames, of each plane or colour by itself, and "
       "followed. 0 leaves video as it is (kind=firm, wiener, hard)"},
      -1, kMaxSigma);
  table.real(&Settings::chroma_sigma,
             {"chroma-sigma", "Chroma sigma",
              "The same of chroma. Below 0 it is sigma, or is measured as that is"},
             -1, kMaxSigma);
  table.boolean(&Settings::auto_noise,
                {"auto-noise", "Auto noise",
                 "Whether the noise is measured whatever sigma, chroma-sigma and curves are"});
  table.real(&Settings::strength,
             {"strength", "Strength",
              "How much of the noise is taken out: 1 is best for the noise that sigma says, or "
              "that is measured. It counts as a factor on sigma"},
             0, kMaxDenoiseGain);
  table.boolean(&Settings::sigma_is_threshold,
                {"sigma-is-threshold", "Sigma is threshold",
                 "Whether sigma is what the roots of powers are compared with, as in DFTTest, "
                 "FFT3DFilter and fftdnoiz, which are kind=wiener. strength does not count then"});
  table.text(
      &Settings::curve,
      {"curve", "Curve",
       "Noise over frequency, as FREQUENCY:POWER,... such as 0:4,0.25:16,0.5:64, in "
       "place of sigma. Frequencies ascend, from 0 to 0.75 cycles a pixel (0.5 is the finest "
       "grid along an axis); power is sigma squared, and lies on the lines between"});
  table.text(&Settings::chroma_curve,
             {"chroma-curve", "Chroma curve",
              "The same of chroma. Without it chroma has chroma-sigma, and where that is below 0 "
              "what brightness has"});
}

void add_frames(PropertyTable<Settings>& table) {
  table.integer(&Settings::before,
                {"before", "Frames before",
                 "Frames before each one that help to tell picture and noise apart"},
                0, kMaxDenoiseRadius);
  table.integer(
      &Settings::after,
      {"after", "Frames after",
       "Frames after each one that help. They are waited for: each is a frame of latency"},
      0, kMaxDenoiseRadius);
  table.add(
      g_param_spec_int("radius", "Radius",
                       "Sets both before and after. It reads as the larger of the two", 0,
                       kMaxDenoiseRadius, 1, kPlainProperty),
      [](Settings& settings, const GValue* value) {
        settings.before = settings.after = g_value_get_int(value);
      },
      [](const Settings& settings, GValue* value) {
        g_value_set_int(value, std::max(settings.before, settings.after));
      });
}

void add_kind(PropertyTable<Settings>& table) {
  static const GType kind_type = register_enum("GstFftDenoiseKind", kKinds);
  table.choice(&Settings::kind, {"kind", "Kind", "What becomes of each frequency of each block"},
               kind_type);
  table.real(&Settings::beta,
             {"beta", "Beta",
              "Exponent of kind=wiener: more removes more of what is just above the noise"},
             0.01, kMaxDenoiseExponent);
  table.real(
      &Settings::floor,
      {"floor", "Floor",
       "Least factor on any frequency: a part of the noise that is left, so that pictures do "
       "not look like wax"},
      0, 1);
  table.real(&Settings::gain,
             {"gain", "Gain", "Factor of kind=gain, band and soft-band; above 1 sharpens"}, 0,
             kMaxDenoiseGain);
  table.real(&Settings::gain_outside,
             {"gain-outside", "Gain outside", "Factor of kind=band outside the band"}, 0,
             kMaxDenoiseGain);
  table.real(&Settings::power_min,
             {"power-min", "Least power",
              "Where the band begins, in the unit of sigma squared; at most power-max"},
             0, kMaxNoisePower);
  table.real(&Settings::power_max,
             {"power-max", "Most power", "Where the band ends, in the unit of sigma squared"}, 1e-6,
             kMaxNoisePower);
}

void add_sharpening(PropertyTable<Settings>& table) {
  table.real(&Settings::sharpen,
             {"sharpen", "Sharpen",
              "How much fine detail is raised once it is denoised, where it is neither weak nor "
              "strong: 0.3 to 1 are usual, below 0 softens. sigma=0 sharpens alone"},
             -1, kMaxSharpen);
  table.real(&Settings::sharpen_cutoff,
             {"sharpen-cutoff", "Sharpen cutoff",
              "Cycles a pixel above which sharpen raises, as a Gaussian high pass"},
             0.001, kMaxNoiseFrequency);
  table.real(&Settings::sharpen_min,
             {"sharpen-min", "Least sharpened",
              "What is weaker is hardly sharpened, as it is noise; in the unit of sigma, at most "
              "sharpen-max"},
             0, kMaxSharpenLevel);
  table.real(&Settings::sharpen_max,
             {"sharpen-max", "Most sharpened",
              "What is stronger is hardly sharpened, so that edges get no halos; in the unit of "
              "sigma"},
             0.001, kMaxSharpenLevel);
  table.real(&Settings::dehalo,
             {"dehalo", "Dehalo",
              "How much halos beside edges are weakened, of video that was sharpened too much"},
             0, kMaxSharpen);
  table.real(&Settings::halo_radius,
             {"halo-radius", "Halo radius", "How wide these halos are, about, in pixels"}, 0.1,
             kMaxHaloRadius);
  table.real(&Settings::halo_threshold,
             {"halo-threshold", "Halo threshold",
              "What is weaker is hardly weakened by dehalo; in the unit of sigma"},
             0, kMaxSharpenLevel);
  table.real(&Settings::vertical_ratio,
             {"vertical-ratio", "Vertical ratio",
              "What vertical frequencies count for sharpen and dehalo beside horizontal ones. 0: "
              "only what is beside upright edges is changed"},
             0, kMaxVerticalRatio);
}

void add_blocks(PropertyTable<Settings>& table) {
  static const GType block_type = register_enum("GstFftDenoiseBlock", kBlocks);
  static const GType window_type = register_enum("GstFftDenoiseWindow", kBlockWindows);
  table.add(
      g_param_spec_enum("block", "Block",
                        "Blocks that are transformed. Larger ones suit large pictures and noise "
                        "with a pattern, smaller ones fine detail",
                        block_type, Settings().block, kControllableProperty),
      [](Settings& settings, const GValue* value) { settings.block = g_value_get_enum(value); },
      [](const Settings& settings, GValue* value) { g_value_set_enum(value, settings.block); });
  table.integer(
      &Settings::step,
      {"step", "Step",
       "Samples from one block to the next, along each axis: a half, a quarter or an eighth of "
       "block. Half the step takes 4 times as long. 0 is a quarter"},
      0, 32);
  table.choice(&Settings::window, {"window", "Window", "How blocks fade out towards their edges"},
               window_type);
  table.choice(&Settings::temporal_window,
               {"temporal-window", "Temporal window",
                "How frames before and after count less with distance"},
               window_type);
  table.boolean(&Settings::zero_mean,
                {"zero-mean", "Zero mean",
                 "Whether each block's mean is kept, and taken off before the rest is looked at"});
  table.choice(&Settings::planes,
               {"planes", "Planes",
                "Planes of YUV video that are denoised. RGB video is denoised in every colour; "
                "alpha passes untouched"},
               plane_selection_type());
}

}  // namespace

PropertyTable<Settings> properties() {
  PropertyTable<Settings> table;
  add_noise(table);
  add_frames(table);
  add_kind(table);
  add_sharpening(table);
  add_blocks(table);
  table.boolean(&Settings::post_messages,
                {"post-messages", "Post messages",
                 "Whether noise that is measured is said: an element message \"fftdenoise\" has "
                 "sigmas, sigma, chroma-sigma and the frame's times"},
                kPlainProperty);
  table.include(device_properties(Flowing::frames), &Settings::device);
  return table;
}

}  // namespace fftcore::gst::denoise
