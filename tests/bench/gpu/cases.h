// SPDX-License-Identifier: LGPL-2.1-or-later
// What is timed on a GPU. A case is one text that the library reads, a Convolution, a Transform, a
// PhaseCorrelation, a TemplateMatching or a Denoise, so that the list holds nothing that its users
// could not ask for.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/denoise.h"
#include "fftcore/search.h"
#include "fftcore/transform.h"

namespace bench {

struct Case {
  std::string name;  ///< "1080p f32 31x31"
  /// as parse_convolution(), parse_transform(), parse_phase_correlation(), parse_matching() or
  /// parse_denoise() reads it
  std::string text;
  /// of cases that differ in length alone, whose median is told too; or empty
  std::string family = {};
  /// of cases that are asked for together, but compare with none; or empty
  std::string group = {};
  /// The taps are a Gaussian's, which is a product of a column and a row; else noise.
  bool is_gaussian = false;
};

using Task = std::variant<fftcore::Convolution, fftcore::Transform, fftcore::PhaseCorrelation,
                          fftcore::TemplateMatching, fftcore::Denoise>;

std::vector<Case> gpu_cases();
Task parse_task(const std::string& text);
/// What searches have in common; null where the task is none.
const fftcore::ImageSearch* search_of(const Task& task);

/// Least bytes that must move: input once, output once (of searches places, which is nothing).
double bytes_of(const Task& task);

/// By the usual count, whatever a plan takes: 5 N log2 N for N complex points, half of it for real
/// ones; of a convolution a transform of each image there, and of each image back, over what an
/// output depends on (circular: of the signal itself), 6 for each of the N products, of real ones
/// N / 2, and 2 for each sum of such; of a phase correlation two and 10 for each; of
/// template matching one there, and of each template one back and 6 for each of the N / 2 products;
/// of a denoising one of each block and frame there, one of each block back, and 10 for each of the
/// N / 2 bins of all frames.
double flops_of(const Task& task);

}  // namespace bench
