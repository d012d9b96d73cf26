// SPDX-License-Identifier: LGPL-2.1-or-later
// Warps: an image through an affine or a projective map. A plain value like Convolution.
//
//   Warp warp = fftcore::warping(layout);
//   warp.edge = EdgeMode::constant;
//   const WarpMap map = invert({0.5F, 0, 0, 0, 0.5F, 0, 0, 0, 1});  // half as large
//   auto executable = backend.compile(warp, *queue);
//   executable->run(*queue, {image}, {map.data()}, {output});
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "fftcore/convolution.h"
#include "fftcore/export.h"
#include "fftcore/interpolation.h"
#include "fftcore/layout.h"

namespace fftcore {

/// Longest side of an image that is warped, and of the output.
inline constexpr std::int64_t kMaxWarpExtent = 65536;
/// Farthest place, in samples from the input's first one: what lies beyond is nowhere.
inline constexpr std::int64_t kMaxWarpPlace = std::int64_t{1} << 22;
/// Largest magnitude of `fill`.
inline constexpr double kMaxWarpFill = 1e30;
/// Largest scale, and 1 over the least one; largest magnitude of an origin.
inline constexpr double kMaxWarpScale = 4096, kMaxWarpOrigin = 65536;

/// A map, row by row: what the second input of a run() has, dense unless the buffer says otherwise.
using WarpMap = std::array<float, 9>;

/// The output's sample in row i and column j is the input's value at a place of its own:
///   x = scale_x j + origin_x, y = scale_y i + origin_y
///   (X, Y, W) = M (x, y, 1); W = 1 where the Warp is not projective
///   column (X / W - origin_x) / scale_x, row (Y / W - origin_y) / scale_y of the input
/// M maps the output to the input. cv::warpAffine() is given the inverse, unless by
/// WARP_INVERSE_MAP: invert() makes one of the other. M is an input of run(), the second one: f32,
/// 3 rows x 3 columns, in host or device memory, so that what a kernel has computed need not be
/// waited for. Without `is_projective` the third row is not read.
///
/// Values between samples are as `interpolation` says, and samples outside of the input as `edge`
/// says: EdgeMode::constant is `fill`. A place that is not a finite number, as where W is 0, or
/// that is farther than kMaxWarpPlace samples from the first sample along an axis, is nowhere, and
/// the output has `fill` there, whatever the edge. A sample that is not a finite number may reach
/// all outputs whose value is made of it, by a weight of 0 too.
///
/// Places and values are computed in single precision, in double where the input or the output is
/// f64. A shift by whole samples, the identity and other places that are whole numbers give
/// samples bit by bit (but for -0). fftcore/accuracy.md says how exact other places are.
///
/// Scale and origin are for planes of one picture, which take one map: in that of the luma. Of
/// NV12, scale 2 is the chroma's, with origin 0.5 where a sample of chroma lies in the middle of
/// four of luma, or with origin_x 0 where it lies on the left ones (MPEG-2, H.264):
///   Warp luma = warping(Layout::interleaved(SampleType::u8, {1080, 1920}));
///   Warp chroma = warping(Layout::interleaved(SampleType::u8, {540, 960}, 2));
///   chroma.scale_x = chroma.scale_y = 2;
///   chroma.origin_y = 0.5;
struct Warp {
  /// Not complex; one slice, one frame, 1 to kMaxWarpExtent rows and columns, 1 to kMaxChannels
  /// channels.
  Layout input;
  /// As many channels. Extents and the sample type may differ.
  Layout output;
  Interpolation interpolation = Interpolation::bicubic;
  EdgeMode edge = EdgeMode::replicate;
  double fill = 0;             ///< where there is no image, in units of samples
  bool is_projective = false;  ///< whether X and Y are divided by W
  /// Whether the output stays as it was where there is no image: nowhere, and where the sample that
  /// is nearest to the place lies outside of the input. OpenCV's BORDER_TRANSPARENT.
  bool keeps_outside = false;
  /// Above 0: 1 / kMaxWarpScale to kMaxWarpScale; origins -kMaxWarpOrigin to kMaxWarpOrigin.
  double scale_x = 1, scale_y = 1, origin_x = 0, origin_y = 0;

  bool operator==(const Warp&) const = default;
};

/// A warp whose output has the input's extents, sample type and arrangement, and rows without
/// padding.
FFTCORE_API Warp warping(const Layout& input);

/// Check. Throws InvalidArgument with the field, its value and what is allowed.
FFTCORE_API void validate(const Warp& warp);

/// The inverse of a map, whose last number is 1 where it is not 0. Of an affine map the last row is
/// 0, 0, 1. Throws InvalidArgument where a number is not finite, or the map has no inverse that
/// single precision can hold.
FFTCORE_API WarpMap invert(const WarpMap& map);

/// Text of a Warp: `warp u8 1080x1920 out=540x960 bicubic edge=constant fill=16`. It has the sample
/// type (`u8>f32` where the output differs), rows x columns [x channels]. Then follow, where they
/// are not the default, `out=ROWSxCOLUMNS`, `planar`, `pitch=IN[,OUT]`, `pixel=IN[,OUT]`,
/// `channel=IN[,OUT]` (strides of rows, columns and channels); the interpolation: nearest,
/// bilinear, bicubic or lanczos; and `edge=MODE`, `fill=F`, `projective`, `transparent`
/// (keeps_outside), `scale=SX,SY`, `origin=OX,OY`. The parser throws InvalidArgument at what it
/// does not understand.
FFTCORE_API std::string to_string(const Warp& warp);
FFTCORE_API Warp parse_warp(std::string_view text);

}  // namespace fftcore
