// SPDX-License-Identifier: LGPL-2.1-or-later
// Work of any kind. This is the one list of kinds.
#pragma once

#include <variant>

#include "fftcore/convolution.h"
#include "fftcore/denoise.h"
#include "fftcore/search.h"
#include "fftcore/stages.h"
#include "fftcore/stream_convolution.h"
#include "fftcore/transform.h"

namespace fftcore {

using AnyWork = std::variant<Convolution, Transform, TemplateMatching, PhaseCorrelation, Denoise,
                             ForwardStage, MultiplyStage, InverseStage, StreamConvolution>;

}  // namespace fftcore
