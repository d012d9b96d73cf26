// SPDX-License-Identifier: LGPL-2.1-or-later
// What goes into a DeviceFft and comes out.
#pragma once

#include "fftcore/device_fft.h"
#include "storage.h"

namespace fftcore {

/// What it computes with.
Real real_of(const DeviceFft& fft);

/// Lengths of what goes in and comes out, in values of their types.
int input_length(const DeviceFft& fft);
int output_length(const DeviceFft& fft);

/// Whether what goes in, or comes out, is real numbers one by one.
inline bool is_input_real(const DeviceFft& fft) {
  return fft.kind == TransformKind::r2c && !fft.folded;
}
inline bool is_output_real(const DeviceFft& fft) {
  return fft.kind == TransformKind::c2r && !fft.folded;
}

}  // namespace fftcore
