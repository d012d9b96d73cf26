// SPDX-License-Identifier: LGPL-2.1-or-later
// What launches of a convolution by passes over memory and by tiles on the chip have in common: the
// kernel's spectrum, and the images' pixels.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bank.h"
#include "canonical.h"
#include "complex_array.h"
#include "convolution_launches.h"
#include "launch_steps.h"
#include "plan.h"

namespace fftcore {

/// What there is along each dimension. `circular`: as of convolution_launches().
PerDim<AxisExtents> extents_of(const Convolution& problem, Packing halves, bool circular,
                               const DeviceTraits& traits);

/// How the kernel's spectrum is kept.
struct SpectrumForm {
  Storage storage = Storage::f32;  ///< pairs of these, as all that lies between launches
  int group = 1;                   ///< columns that lie together
  /// columns that the image's first sample is too early by, so taps come later
  int earlier = 0;
};

/// To derive from: a LaunchPlan under way.
class ConvolutionParts {
 protected:
  ConvolutionParts(const Convolution& problem, Packing halves, std::vector<Step> steps,
                   PerDim<AxisExtents> extents, SpectrumForm form)
      : problem_(problem),
        packing_(halves),
        steps_(std::move(steps)),
        extents_(extents),
        form_(form),
        channels_(filtered_channels(problem)) {}
  ~ConvolutionParts() = default;

  /// In half precision nothing may grow: no value between two launches exceeds the largest sample
  /// times the sum of |taps|, times sqrt(2) where samples are packed in pairs. Nor may anything
  /// vanish: the kernel's spectrum is kept without the factor of 1 / points.
  bool is_scaled_on_the_way() const { return form_.storage == Storage::f16; }

  int channel_count() const { return static_cast<int>(channels_.size()); }

  void reserve(Place place, const ComplexArray& array) {
    plan_.bytes_of(place) = array.count() * 2 * size_bytes(form_.storage);
  }

  /// Where values lie between launches, which work in place: along each axis there is room for the
  /// transform.
  ComplexArray array_for(const PerDim<std::int64_t>& extents) const;

  /// `there`: how many values there are along each dimension, before and after.
  LineSpec forward_stage(const Step& step, const ComplexArray& array, PerDim<std::int64_t>& there,
                         const ImageLoad* image) const;

  ComplexLoad load_all(const ComplexArray& array, const Step& step) const;
  ComplexStore store_all(const ComplexArray& array, const Step& step) const;

  /// Fills `set_taps` of plan_.
  void plan_set_taps();

  /// Needs plan_set_taps().
  SpectrumMultiply multiply(const Step& step) const;

  ImageLoad image_load() const;
  ImageStore image_store(const Step& step) const;

  const Convolution& problem_;
  const Packing packing_;
  const std::vector<Step> steps_;
  const PerDim<AxisExtents> extents_;
  const SpectrumForm form_;
  LaunchPlan plan_;

 private:
  // kernels of one
  std::int64_t planes() const { return taps_needed(problem_) / problem_.filters; }

  /// Of the kernel's spectrum: groups of columns lie one after the other, each row by row, so that
  /// what a warp reads at a time lies together. Dim::column counts groups then, Dim::slice columns
  /// in them.
  Strides grouped(Strides strides) const;

  void group_columns(LineSpec& stage) const;

  Partner pairing() const;

  std::vector<int> channels_;
  ComplexArray spectrum_;
};

}  // namespace fftcore
