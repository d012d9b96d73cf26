// SPDX-License-Identifier: LGPL-2.1-or-later
// The numerator of template matching, as a convolution: the same for all backends.
#pragma once

#include <span>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/search.h"
#include "fftcore/taps.h"

namespace fftcore {

/// Taps of the numerators: their correlation with the signal, divided by the local norms (the
/// signal's 2-norm under the template, or its deviation's), is the score. They are the templates
/// less their mean where the score says so, and divided by their 2-norm where it is normed.
/// check_templates() has passed.
std::vector<Taps> numerator_taps(const TemplateMatching& matching, std::span<const Taps> templates);

/// What is taken off the samples of a type before they are transformed: half its range where
/// the score does not see a constant (ccoeff_normed), so that little is lost to rounding, else 0.
float signal_bias(const TemplateMatching& matching);

/// Whether channels lose their levels before they are transformed (search.h).
bool has_levels(const TemplateMatching& matching);

/// Standard deviation (ccorr_normed: root of the mean square) below which a signal is flat: the
/// larger of both. TemplateMatching::flat has the definition.
struct Flatness {
  double least = 0;  ///< in units of the signal
  /// Of the root of the mean square of the image's whole signal, with kPartOfLevel of the level
  /// that it lost.
  double part_of_rms = 0;
};
/// 2^-24 of a level, which is half a step of such a number or a little more, is as flat as 2^-16
/// of the root of the mean square.
inline constexpr float kPartOfLevel = 0x1p-8F;
Flatness flatness(const TemplateMatching& matching);

/// Whether samples of the signal may be unseen (search.h). Whole numbers are always seen.
bool may_be_unseen(const TemplateMatching& matching);

/// True where the signal is the image's samples as they are: one channel of weight 1, all seen.
bool is_plain(const TemplateMatching& matching);

/// Largest magnitude of a normed score that rounding may explain. What is beyond it is rounding
/// alone.
inline constexpr float kMostNormedScore = 1.01F;

/// The convolution of all templates with `signal`; its output is f32 without gaps, a frame for each
/// template.
Convolution numerator_problem(const TemplateMatching& matching, const Layout& signal);

}  // namespace fftcore
