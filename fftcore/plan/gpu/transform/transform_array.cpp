// SPDX-License-Identifier: LGPL-2.1-or-later
#include "transform_array.h"

#include "transform_sides.h"

namespace fftcore {

Storage storage_of(Numbers numbers) {
  switch (numbers) {
    case Numbers::f64: return Storage::f64;
    case Numbers::f16: return Storage::f16;
    case Numbers::f32:
    case Numbers::f32_in_f64: break;
  }
  return Storage::f32;
}

Real real_of(Numbers numbers) {
  return is_in_double(numbers) ? Real::f64 : Real::f32;
}

TransformArray array_of(const Transform& transform, bool is_input) {
  TransformArray array{is_input ? Place::input : Place::output,
                       storage_of(transform.numbers),
                       (is_input ? input_reals(transform) : output_reals(transform)) == 1,
                       PerDim<std::int64_t>{0},
                       is_input ? transform.input_offset : transform.output_offset,
                       is_input ? transform.input_imaginary : transform.output_imaginary};
  const auto stride = [&](const TransformAxis& axis) {
    return is_input ? axis.input_stride : axis.output_stride;
  };
  for (std::size_t i = 0; i < transform.axes.size(); ++i)
    array.strides[kAxisDims[i]] = stride(transform.axes[i]);
  for (std::size_t i = 0; i < transform.batches.size(); ++i)
    array.strides[kBatchDims[i]] = stride(transform.batches[i]);
  return array;
}

}  // namespace fftcore
