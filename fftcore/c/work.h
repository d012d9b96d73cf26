// SPDX-License-Identifier: LGPL-2.1-or-later
// A value of any kind, as C has it.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "fftcore/c.h"
#include "fftcore/convolution.h"
#include "fftcore/denoise.h"
#include "fftcore/search.h"
#include "fftcore/stages.h"
#include "fftcore/stream_convolution.h"
#include "fftcore/transform.h"

namespace fftcore {

using WorkValue = std::variant<Convolution, Transform, TemplateMatching, PhaseCorrelation, Denoise,
                               StreamConvolution, ForwardStage, MultiplyStage, InverseStage>;

/// Throws InvalidArgument as the parser of the kind does that the text's words tell.
WorkValue parse_work_value(std::string_view text);

std::string text_of(const WorkValue& value);

/// What people call the kind of a value, or of an executable that was compiled from one.
std::string_view kind_of(const WorkValue& value);

}  // namespace fftcore

struct fftcore_work {
  fftcore::WorkValue value;
};
