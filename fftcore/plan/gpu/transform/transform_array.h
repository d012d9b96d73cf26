// SPDX-License-Identifier: LGPL-2.1-or-later
// How the values of a Transform lie: in the caller's memory, and in what a plan has of its own.
#pragma once

#include <array>
#include <cstdint>

#include "dims.h"
#include "fftcore/transform.h"
#include "place.h"
#include "storage.h"

namespace fftcore {

inline constexpr std::array<Dim, kMaxTransformAxes> kAxisDims = {
    Dim::column, Dim::row,    Dim::slice,  Dim::axis_3,
    Dim::axis_4, Dim::axis_5, Dim::axis_6, Dim::axis_7};
inline constexpr std::array<Dim, kMaxTransformBatches> kBatchDims = {Dim::channel, Dim::frame,
                                                                     Dim::batch};

/// Format in which the caller's memory holds numbers.
Storage storage_of(Numbers numbers);

/// What a Transform's launches compute with.
Real real_of(Numbers numbers);

/// An array of values in a place; strides count real numbers if values are real or planar.
struct TransformArray {
  Place place = Place::input;
  Storage storage = Storage::f32;
  bool is_real = false;
  PerDim<std::int64_t> strides{0};
  std::int64_t offset = 0;
  std::int64_t imaginary = 0;  ///< where values are planar: reals from real to imaginary part
};

/// The caller's memory: the input, or the output.
TransformArray array_of(const Transform& transform, bool is_input);

}  // namespace fftcore
