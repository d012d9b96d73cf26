// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps of a Convolution on their way into the spectrum that a program multiplies by.
#pragma once

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
};

/// Throws InvalidArgument where the taps are not the problem's. May be called beside a run(), by
/// any thread.
TapsSpectrum transform_taps(GpuProgram& program, const Convolution& problem,
                            std::span<const Taps> taps);

}  // namespace fftcore
