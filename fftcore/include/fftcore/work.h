// SPDX-License-Identifier: LGPL-2.1-or-later
// Work of any kind. This is the one list of kinds.
#pragma once

#include <string_view>
#include <variant>

#include "fftcore/convolution.h"
#include "fftcore/denoise.h"
#include "fftcore/export.h"
#include "fftcore/search.h"
#include "fftcore/stages.h"
#include "fftcore/stream_convolution.h"
#include "fftcore/transform.h"
#include "fftcore/warp.h"
#include "fftcore/window_correlation.h"
#include "fftcore/window_filters.h"

namespace fftcore {

using AnyWork = std::variant<Convolution, Transform, TemplateMatching, PhaseCorrelation, Denoise,
                             Warp, ForwardStage, MultiplyStage, InverseStage, WindowCorrelation,
                             WindowFilters, StreamConvolution>;

/// The work that a text says. Its first word tells the kind; of spectra, what is done to them.
/// Throws InvalidArgument as the parser of that kind does.
FFTCORE_API AnyWork parse_work(std::string_view text);

}  // namespace fftcore
