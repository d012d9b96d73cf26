// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_spec.h"

namespace fftcore {
namespace {

/// What happens at the spectral side of a work that is one transform, or null.
const SpectralSide* spectral_side(const Work& work) {
  if (const auto* forward = std::get_if<Forward>(&work)) return &forward->after;
  if (const auto* inverse = std::get_if<Inverse>(&work)) return &inverse->before;
  return nullptr;
}

}  // namespace

const SpectrumMultiply* product_of(const Work& work) {
  if (const auto* convolve = std::get_if<Convolve>(&work)) return &convolve->by;
  if (const auto* multiply = std::get_if<Multiply>(&work)) return &multiply->by;
  const SpectralSide* const side = spectral_side(work);
  return side != nullptr ? std::get_if<SpectrumMultiply>(side) : nullptr;
}

std::int64_t four_step_points(const Work& work) {
  const SpectralSide* const side = spectral_side(work);
  const auto* pieces = side != nullptr ? std::get_if<FourStep>(side) : nullptr;
  return pieces != nullptr ? pieces->points : 0;
}

ChirpOfWhole chirp_of_whole(const Work& work) {
  const SpectralSide* const side = spectral_side(work);
  const auto* pieces = side != nullptr ? std::get_if<FourStep>(side) : nullptr;
  return pieces != nullptr ? pieces->chirp : ChirpOfWhole{};
}

int repeats_of(const Work& work) {
  const auto* convolve = std::get_if<Convolve>(&work);
  return convolve != nullptr ? convolve->repeats : 1;
}

bool has_pairs(const LineSpec& spec) {
  const auto* load = std::get_if<RealLoad>(&spec.load);
  const auto* image = std::get_if<ImageLoad>(&spec.load);
  const auto* points = std::get_if<CosineLoad>(&spec.load);
  return (load != nullptr && load->is_folded) || (image != nullptr && image->is_folded) ||
         (points != nullptr && points->line.is_folded && points->line.makes_bins());
}

}  // namespace fftcore
