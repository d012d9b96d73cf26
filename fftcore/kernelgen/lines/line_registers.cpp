// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_registers.h"

#include <algorithm>

#include "line_check.h"
#include "line_transform.h"

namespace fftcore {
namespace {

/// Registers that loading takes beside the values: for samples of channels that are added up, for
/// bins that come with their mirrors, and for parts of f64.
int kept_by_load(const LineSpec& spec) {
  constexpr int kOfAChannel = 4;
  const auto* const half = std::get_if<HermitianLoad>(&spec.load);
  const auto* const cosines = std::get_if<CosineLoad>(&spec.load);
  if (cosines != nullptr && cosines->line.is_folded && spec.shape.real == Real::f64)
    return values_per_thread(spec.shape);
  if ((half != nullptr && half->is_folded) || (cosines != nullptr && cosines->line.is_folded))
    return values_per_thread(spec.shape) * 2 / 3;
  if (spec.shape.real == Real::f64)
    return values_per_thread(spec.shape) / (spec.shape.chirped != 0 ? 1 : 2);
  const auto* image = std::get_if<ImageLoad>(&spec.load);
  const auto summed =
      image == nullptr
          ? 0
          : static_cast<int>(std::count_if(image->weights.begin(), image->weights.end(),
                                           [](float weight) { return weight != 0; }));
  return kOfAChannel * std::max(0, summed - 1);
}

/// Registers that bins take beside the values while they are told apart, of threads that have more
/// than 24 of f32, or half as many of f64 and not all as many bins.
int kept_by_bins(const LineSpec& spec) {
  constexpr int kMany = 24;
  const LineShape& shape = spec.shape;
  const int values = values_per_thread(shape), last = shape.length / shape.radices.back();
  const bool has_many =
      shape.real == Real::f64 ? 2 * values > kMany && last % shape.threads != 0 : values > kMany;
  return has_pairs(spec) && has_many ? values * 2 / 3 : 0;
}

/// Registers that addresses of 64 bits take beside values that fill registers up.
int kept_by_indices(const LineSpec& spec, int values) {
  constexpr int kMany = 24;
  return spec.has_wide_indices && values > kMany ? values : 0;
}

}  // namespace

void limit_registers(Builder& b, const LineSpec& spec) {
  const LineShape& shape = spec.shape;
  const int words = registers_of_real(shape), values = words * values_per_thread(shape),
            kept = (repeats_of(spec.work) > 1 || spec.channels_per_block > 1 ? values : 0) +
                   words * (kept_by_load(spec) + kept_by_bins(spec)) +
                   kept_by_indices(spec, values);
  const SpectrumMultiply* const product = product_of(spec.work);
  const bool multiplies = goes_back(spec) || product != nullptr || shape.chirped != 0 ||
                          chirp_of_whole(spec.work).points != 0;
  // What forward and inverse have in common they load twice then, so less is kept.
  const bool is_lean = product != nullptr && product->with_mirror;
  b.limit_registers(
      is_lean ? 3 * values + 2 * kept + 32 : registers_for(values, kept, multiplies),
      is_lean ? 2 * values + 2 * kept + 32 : least_registers_for(values, kept, multiplies));
}

}  // namespace fftcore
