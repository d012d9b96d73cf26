// SPDX-License-Identifier: LGPL-2.1-or-later
// What passes over memory and tiles on the chip have in common: the taps' spectrum, and the images'
// pixels.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bank.h"
#include "canonical.h"
#include "complex_array.h"
#include "launch_plan.h"
#include "launch_steps.h"
#include "packing.h"
#include "plan.h"

namespace fftcore {

/// What launches compute with.
Real real_of(const Convolution& convolution);

/// Why rules whose launches are of real samples in single precision do not do a convolution, or
/// empty.
std::string needs_other_numbers(const Convolution& convolution);

/// Elements along each dimension. `circular` is that of pass_launches().
PerDim<AxisExtents> extents_of(const Convolution& convolution, Packing packing, bool circular,
                               const DeviceTraits& traits);

/// What becomes of each sample that is stored, and the second image that it is of. `image` of the
/// store is set.
void set_formula(ImageStore& store, const Convolution& convolution);

/// How the taps' spectrum is kept.
struct SpectrumForm {
  Storage storage = Storage::f32;  ///< of its parts, and of all that lies between launches
  int group = 1;                   ///< columns whose elements lie side by side
  /// Columns that the image is read from before its first sample; taps come as much later.
  int earlier = 0;
};

/// A LaunchPlan under way, to derive from. Keeps a reference to the convolution.
class ConvolutionParts {
 protected:
  ConvolutionParts(const Convolution& convolution, Packing packing, std::vector<Step> steps,
                   PerDim<AxisExtents> extents, SpectrumForm form)
      : convolution_(convolution),
        packing_(packing),
        steps_(std::move(steps)),
        extents_(extents),
        form_(form),
        channels_(filtered_channels(convolution)) {}
  ~ConvolutionParts() = default;

  /// Whether each launch divides by its length, as f16 needs. Then nothing grows: no value between
  /// two launches exceeds the largest sample times the sum of |taps|, times sqrt(2) where samples
  /// are packed in pairs. Nor does anything vanish: the taps' spectrum is kept without the factor
  /// of 1 / points.
  bool is_scaled_on_the_way() const { return form_.storage == Storage::f16; }

  int channel_count() const { return static_cast<int>(channels_.size()); }

  void reserve(Place place, const ComplexArray& array) {
    plan_.bytes_of(place) = array.count() * 2 * size_bytes(form_.storage);
  }

  /// The array between launches that work in place: as long as the transform along each axis that
  /// has one.
  ComplexArray array_for(const PerDim<std::int64_t>& extents) const;

  /// The forward launch of a step, without its store. `there`: how many values there are along each
  /// dimension, before and after.
  LineSpec forward_lines(const Step& step, const ComplexArray& array, PerDim<std::int64_t>& there,
                         const ImageLoad* image) const;

  ComplexLoad load_all(const ComplexArray& array, const Step& step) const;
  ComplexStore store_all(const ComplexArray& array, const Step& step) const;

  /// Fills `set_taps` of plan_.
  void plan_set_taps();

  /// The product along the last step. Call plan_set_taps() first.
  SpectrumMultiply multiply(const Step& step) const;

  ImageLoad image_load() const;
  ImageStore image_store(const Step& step) const;

  const Convolution& convolution_;
  const Packing packing_;
  const std::vector<Step> steps_;
  const PerDim<AxisExtents> extents_;
  const SpectrumForm form_;
  LaunchPlan plan_;

 private:
  /// Planes of taps in one filter.
  std::int64_t planes() const { return taps_needed(convolution_) / convolution_.filters; }

  /// Strides of the taps' spectrum in groups of columns. Groups lie one after the other, each row
  /// by row, so that elements that a warp reads at a time are neighbours. Dim::column counts groups
  /// then, Dim::slice columns in a group.
  Strides grouped(Strides strides) const;

  void group_columns(LineSpec& launch) const;

  Partner partner() const;

  std::vector<int> channels_;
  ComplexArray spectrum_;
};

}  // namespace fftcore
