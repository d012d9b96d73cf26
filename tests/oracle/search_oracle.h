// SPDX-License-Identifier: LGPL-2.1-or-later
// The definitions in fftcore/search.h, computed directly in double. It shares no code with the
// library.
#pragma once

#include <span>
#include <vector>

#include "direct_sum.h"
#include "fftcore/search.h"

namespace oracle {

/// The surfaces, and where rounding decides whether the signal is flat: there the score may be 0
/// instead.
struct ExactSurface {
  Samples s;  ///< a frame for each template
  std::vector<bool> is_doubtful;
  /// What a normed score divides by for each sample: the signal's deviation under the template, at
  /// least what counts as flat. Empty for other scores.
  std::vector<double> deviations;
  /// How far any sample moves at most, where every bin of a spectrum moves by as much as bins have
  /// at the root of the mean square: for each unit of that. A bin that is weak in one image and
  /// strong in the other moves S the most. 0 for scores that are not of phases.
  double moved_by_bins = 0;
};

/// The image's channels weighted and added: one channel.
Samples signal_of(const fftcore::ImageSearch& search, const Samples& image);

/// The level that the signal of an image loses, which a template does not see.
double signal_level(const fftcore::TemplateMatching& matching, const Samples& image);

ExactSurface matched(const fftcore::TemplateMatching& matching, const Samples& image,
                     std::span<const fftcore::Taps> templates);
ExactSurface phase_correlated(const fftcore::PhaseCorrelation& correlation, const Samples& image,
                              const Samples& reference);

/// Peaks of any surface, by going over all cells again for each.
std::vector<fftcore::Peak> peaks_of(const fftcore::TemplateMatching& matching, const Samples& s);
std::vector<fftcore::Peak> peaks_of(const fftcore::PhaseCorrelation& correlation, const Samples& s);

}  // namespace oracle
