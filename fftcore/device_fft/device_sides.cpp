// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_sides.h"

namespace fftcore {

Real real_of(const DeviceFft& fft) {
  return fft.numbers == Numbers::f64   ? Real::f64
         : fft.numbers == Numbers::f16 ? Real::f16x2
                                       : Real::f32;
}

int input_length(const DeviceFft& fft) {
  const auto points = static_cast<int>(fft.points);
  if (fft.kind == TransformKind::r2c) return fft.folded ? points / 2 : points;
  if (fft.kind == TransformKind::c2c || fft.layout == BinLayout::full) return points;
  return fft.layout == BinLayout::packed ? points / 2 : points / 2 + 1;
}

int output_length(const DeviceFft& fft) {
  if (fft.kind == TransformKind::c2c) return static_cast<int>(fft.points);
  DeviceFft back = fft;
  back.kind = fft.kind == TransformKind::r2c ? TransformKind::c2r : TransformKind::r2c;
  return input_length(back);
}

}  // namespace fftcore
