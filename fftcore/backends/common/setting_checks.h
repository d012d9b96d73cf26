// SPDX-License-Identifier: LGPL-2.1-or-later
// Checks of what is set on executables, so that a message does not depend on where work runs. All
// throw InvalidArgument.
#pragma once

#include <span>

#include "fftcore/backend.h"

namespace fftcore {

/// A strength for a Denoise, which must be valid with it.
void check_strength(const Denoise& denoise, const DenoiseStrength& strength);

/// Templates: as many as the matching takes, all valid, of its extent, and with what the score
/// needs.
void check_templates(const TemplateMatching& matching, std::span<const Taps> templates);

/// Windows of a run.
void check_count(const WindowCorrelation& windows, const WindowCount& count);
void check_count(const WindowFilters& filters, const WindowCount& count);

/// What spectrum_points() gets: a spectrum may have so many points.
void check_points(Extent least);

/// Taps: as many as the work takes, all valid and of its extent. Throws too where a MultiplyStage
/// has no taps.
void check_taps(const Convolution& problem, std::span<const Taps> taps);
void check_taps(const MultiplyStage& stage, std::span<const Taps> taps);

}  // namespace fftcore
