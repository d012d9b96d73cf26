// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps of a Convolution on their way into the spectrum that a program multiplies by.
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "fftcore/convolution.h"
#include "fftcore/taps.h"
#include "gpu_program.h"

namespace fftcore {

struct TapsSpectrum {
  GpuProgram* program = nullptr;  ///< that multiplies by it: the one given, or its otherwise()
  std::shared_ptr<const DeviceMemory> spectrum;
  float scale = 1;         ///< what taps were multiplied by (taps_scale.h)
  float product_gain = 1;  ///< what takes that back at the product
  /// The largest |gain| at which the first program does, if taps are its kind; it is given one.
  float most_gain = std::numeric_limits<float>::infinity();
};

/// `gain`: what results will be multiplied by. Throws InvalidArgument where the taps are not the
/// problem's. May be called beside a run(), by any thread.
TapsSpectrum transform_taps(GpuProgram& program, const Convolution& problem,
                            std::span<const Taps> taps, float gain);

}  // namespace fftcore
