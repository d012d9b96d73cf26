// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoising: overlapping blocks of one or several frames are transformed, each bin is weakened by
// what noise it holds, and the blocks are transformed back and added up. A plain value like
// Convolution.
//
//   Denoise denoise = fftcore::denoising(layout);
//   denoise.before = denoise.after = 1;
//   auto executable = backend.compile(denoise, *queue);
//   executable->run(*queue, {{before}, {image}, {after}}, {output});
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fftcore/block_window.h"
#include "fftcore/export.h"
#include "fftcore/layout.h"

namespace fftcore {

/// What becomes of a bin X of a block, by its power P:
///   firm       X times max(1 - (s/P)^4, 0)
///   wiener     X times max(1 - s/P, 0)^beta
///   hard       0 where P < s
///   gain       X times gain
///   band       X times gain where power_min <= P <= power_max, else times gain_outside
///   soft_band  X times gain sqrt(P power_max / ((P + power_min) (P + power_max)))
/// From wiener on these are DFTTest's kinds 0 to 4, whose sigma is s (kinds 0 and 1) or the gain.
enum class DenoiseKind : std::uint8_t { firm, wiener, hard, gain, band, soft_band };

/// One point of a curve of noise over frequency.
struct NoisePoint {
  double frequency = 0;  ///< cycles/pixel, 0 to kMaxNoiseFrequency
  double power = 0;      ///< of the noise there, 0 to kMaxNoisePower
  bool operator==(const NoisePoint&) const = default;
};

/// Largest power, of s, power_min and power_max: in 8-bit levels, squared.
inline constexpr double kMaxNoisePower = 1e8;
/// Highest frequency of a curve: beyond the corners of a spectrum, sqrt(1/2).
inline constexpr double kMaxNoiseFrequency = 0.75;
/// Most points of a curve.
inline constexpr std::size_t kMaxNoisePoints = 64;
/// Largest beta and gain.
inline constexpr double kMaxDenoiseExponent = 100, kMaxDenoiseGain = 1000;
/// Largest sharpen and dehalo, halo_radius in pixels, and vertical_ratio.
inline constexpr double kMaxSharpen = 100, kMaxHaloRadius = 64, kMaxVerticalRatio = 10;
/// Largest sharpen_max and halo_threshold: the root of kMaxNoisePower.
inline constexpr double kMaxSharpenLevel = 1e4;
/// Most frames before, and after, the one that is denoised.
inline constexpr int kMaxDenoiseRadius = 3;
/// Longest side of an image that is denoised.
inline constexpr std::int64_t kMaxDenoiseExtent = 65536;

/// How strongly: what may change on a ready DenoiseExecutable. Powers are in levels of 8-bit
/// samples, squared, whatever the sample type: u16 has 257 levels for one of them, f32 and f16
/// 1/255.
///
/// Kinds firm, wiener and hard compare a bin's power with
///   s = power (strength f t g)^2
///   f = 1.96 for firm, 2.2 for hard, max(2.2 - 0.65 beta^0.8, 1) for wiener
///   t = 1 + 0.02 log2(n) for firm, 1 + 0.055 log2(n) for the others; n = before + 1 + after
///   g = 1 - 0.12 exp(-(hypot(fx, fy) / 0.22)^2) for firm, in cycles/pixel; 1 for the others
/// The power of white noise differs from bin to bin, by an exponential distribution of mean
/// `power`: with s = power a third of the bins would keep noise. Pictures have more power at low
/// frequencies, so that what is as strong is picture rather than noise there. The numbers were
/// chosen by eight photographs with noise of 2 to 50 levels, and by video.
/// tests/bench/figures/quality.md says how near the best they are.
///
/// Sharpening makes of a bin U of the frame that is denoised, once it is weakened, by its power Q
/// and f^2 = fx^2 + (vertical_ratio fy)^2, in cycles/pixel,
///   U times (1 + sharpen h sqrt(Q max^2 / ((Q + min^2) (Q + max^2))))
///       times (Q + threshold^2) / (Q + threshold^2 + dehalo d Q)
///   h = 1 - exp(-f^2 / (2 cutoff^2)), a Gaussian high pass
///   d = (exp(-0.7 u) - exp(-u)) / 0.1305, u = (2 f radius)^2: a band, of peak 1 at
///       f = 0.545 / radius
/// Bins much weaker than `min` are not raised, as they are noise, nor those much stronger than
/// `max`, which would give halos. Of the band that halos are made of, bins much stronger than
/// `threshold` are divided by 1 + dehalo. It is what FFT3DFilter does by sharpen (scutoff, svr,
/// smin, smax) and dehalo (hr, ht), which its documentation describes in words
/// (avisynth.nl/index.php/FFT3DFilter). Its scutoff is relative to half a cycle/pixel, so twice as
/// large.
struct DenoiseStrength {
  /// The square of the standard deviation of the noise, 0 to kMaxNoisePower.
  double power = 64;
  /// The power over frequency hypot(fx, fy), in the place of `power` where it has points: on the
  /// lines between them, and before the first and after the last one theirs. Frequencies ascend.
  std::vector<NoisePoint> curve = {};
  double strength = 1;  ///< 0 to kMaxDenoiseGain; 1 removes as much noise as the power says
  /// Whether `power` and `curve` say s itself, and `strength`, f and t do not count. So does
  /// DFTTest's sigma, and so do FFT3DFilter's and fftdnoiz's, squared, of kind wiener.
  bool is_threshold = false;
  double beta = 1;          ///< of wiener: above 0, to kMaxDenoiseExponent
  double floor = 0;         ///< the least factor on a bin, whatever the kind: 0 to 1
  double gain = 1;          ///< of gain, band and soft_band: 0 to kMaxDenoiseGain
  double gain_outside = 0;  ///< of band: likewise
  double power_min = 0;     ///< of band and soft_band: 0 to power_max
  double power_max = 500;   ///< above 0, to kMaxNoisePower
  /// Of sharpening, after each kind. Both are 0 but where the Denoise `sharpens`.
  double sharpen = 0;            ///< -1 to kMaxSharpen; below 0 softens
  double dehalo = 0;             ///< 0 to kMaxSharpen
  double sharpen_cutoff = 0.15;  ///< cycles/pixel, above 0, to kMaxNoiseFrequency
  double sharpen_min = 4;        ///< levels of 8-bit samples, as sigma is, 0 to sharpen_max
  double sharpen_max = 20;       ///< likewise, above 0, to kMaxSharpenLevel
  double halo_radius = 2;        ///< pixels, above 0, to kMaxHaloRadius
  double halo_threshold = 50;    ///< levels, 0 to kMaxSharpenLevel
  double vertical_ratio = 1;     ///< 0 to kMaxVerticalRatio; 0: along rows only
  bool operator==(const DenoiseStrength&) const = default;
};

/// Denoising of one frame, from it and its neighbours in time:
///
/// Blocks of `block` samples a side lie `step` apart along rows and columns, the first at
/// -(block - step), so that (block / step)^2 of them meet in each sample. What lies outside the
/// image is EdgeMode::reflect_101, repeated where the image is smaller than that reaches. The
/// window along one axis is
///   a[n] = v((n + 1/2) / block) / sqrt(sum over k of v((n + k step + 1/2) / block)^2)
/// and of frame d, counted from the one that is denoised, where the temporal window is u,
///   t[d] = u(1/2 + d / (2 (max(before, after) + 1))) / u(1/2)
/// Then, with w = t[d] a[y] a[x] and x the samples of before + 1 + after frames under a block:
///   X = 3-D DFT of w x, W = DFT of w, P = |X'|^2 / sum w^2, so that white noise of standard
///   deviation sigma has P = sigma^2 on average
///   zero_mean: X' = X - (X[0] / W[0]) W, which is what the kind weakens, and the rest is added
///   again; otherwise X' = X
///   U = the weakened X', back in time to the frame that is denoised: what is sharpened, before
///   the rest is added; Q = |U|^2 / sum (a[y] a[x])^2
/// The inverse, of the frame that is denoised alone, is multiplied by a[y] a[x] and added to what
/// other blocks give. Whole numbers are rounded to nearest and clamped.
///
/// A sample that is not a finite number may reach the outputs of all blocks that it lies in, of its
/// own channel.
struct Denoise {
  /// Of each frame, and of the output: not f64, not complex; one slice, one frame, 1 to
  /// kMaxDenoiseExtent rows and columns, 1 to kMaxChannels channels, which do not meet.
  Layout input;
  /// Its extents are the input's. Its sample type may differ.
  Layout output;
  std::int64_t block = 16;  ///< 8, 16, 32 or 64
  std::int64_t step = 4;    ///< block / 2, block / 4 or block / 8
  int before = 0;           ///< frames before it, 0 to kMaxDenoiseRadius
  int after = 0;            ///< frames after it, likewise
  DenoiseKind kind = DenoiseKind::firm;
  BlockWindow window = BlockWindow::hann;
  BlockWindow temporal_window = BlockWindow::rectangle;
  bool zero_mean = true;
  /// Whether bins are sharpened; otherwise the strength's `sharpen` and `dehalo` are 0, at first
  /// and ever after, and cost nothing.
  bool sharpens = false;
  /// Channels that are skipped, such as alpha, and copied as they are: bit c for channel c of the
  /// first 32. It needs equal sample types.
  std::uint32_t skipped_channels = 0;
  DenoiseStrength strength;  ///< at first

  bool operator==(const Denoise&) const = default;
};

/// Denoising whose output has the input's sample type and arrangement, and rows without padding.
FFTCORE_API Denoise denoising(const Layout& input);

/// Checks. They throw InvalidArgument with the field, its value and what is allowed.
FFTCORE_API void validate(const Denoise& denoise);
FFTCORE_API void validate(const DenoiseStrength& strength);

/// Text of a Denoise: `denoise u8 1080x1920 b16 step4 before=1 after=1 firm sigma=8`. It has the
/// sample type (`u8>f32` where the output differs), rows x columns [x channels], b and the block's
/// side, `step` and the step. Then follow, where they are not the default, `planar`,
/// `pitch=IN[,OUT]`, `pixel=IN[,OUT]`, `channel=IN[,OUT]` (strides of rows, columns and channels),
/// `skip=MASK`, `before=N`, `after=N`, `window=W`, `temporal-window=W`, `keep-mean` (zero_mean is
/// false); the kind: firm, wiener, hard, gain, band or soft-band; `sigma=S` (the root of the power)
/// or `power=S`, or `curve=FREQUENCY:POWER,...`; `sigma-is-threshold`; `strength=S`, `beta=B`,
/// `floor=F`, `gain=G`, `gain-outside=G`, `power-min=P`, `power-max=P`; and `sharpen=S`, which is
/// there where it sharpens, 0 or not, `dehalo=D`, `sharpen-cutoff=F`, `sharpen-min=L`,
/// `sharpen-max=L`, `halo-radius=R`, `halo-threshold=L`, `vertical-ratio=R`. `dehalo=D` is read
/// without `sharpen` too. The parser throws InvalidArgument at what it does not understand.
FFTCORE_API std::string to_string(const Denoise& denoise);
FFTCORE_API Denoise parse_denoise(std::string_view text);

/// A curve of such a text: FREQUENCY:POWER,...
FFTCORE_API std::vector<NoisePoint> parse_noise_curve(std::string_view text);

FFTCORE_API std::string_view to_string(DenoiseKind kind);

}  // namespace fftcore
