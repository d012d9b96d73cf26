// SPDX-License-Identifier: LGPL-2.1-or-later
// Problem + GpuThreePassPlan -> the kernels of its three launches, and of the two that make the taps' spectrum.
#pragma once

#include "plan.h"
#include "stage_kernel.h"

namespace fftcore {

struct ConvolutionKernels {
  StageKernel taps_rows;     ///< taps -> their rows' spectra
  StageKernel taps_columns;  ///< -> their spectrum, conjugated and divided by the number of points
  StageKernel rows;          ///< pixels -> rows' spectra
  StageKernel columns;       ///< rows' spectra -> the same of the result
  StageKernel rows_back;     ///< -> pixels
};

/// Images lie on the device without padding between rows or planes.
ConvolutionKernels convolution_kernels(const Problem& problem, const GpuThreePassPlan& plan);

/// Rows of the complex image that the rows kernel writes: half of the output's and what the taps reach.
std::int64_t line_rows(const Problem& problem, const GpuThreePassPlan& plan);

}  // namespace fftcore
