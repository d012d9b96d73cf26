// SPDX-License-Identifier: LGPL-2.1-or-later
// What a case's result must be, by the oracle: at some places, since a direct sum of all would take
// longer than all benchmarks.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "cases.h"
#include "fftcore/taps.h"
#include "gpu.h"

namespace bench {

/// A template's best place, and the score there.
struct Match {
  std::int64_t row = 0;
  std::int64_t column = 0;
  double score = 0;
};

/// Where a peer's result lies in the GPU's memory. Strides in elements.
struct Result {
  Address data = 0;
  fftcore::SampleType type = fftcore::SampleType::f32;
  std::int64_t row_stride = 0;
  std::int64_t frame_stride = 0;
  std::int64_t channel_stride = 0;
  std::int64_t column_stride = 1;
  /// Columns that lie together, and from them to the next as many; 0 = all of a row.
  std::int64_t block = 0;
  std::int64_t block_stride = 0;
  /// Of a PhaseCorrelation, instead: where the last frame is moved to, and which of Work::frame()
  /// that was.
  std::array<double, 2> shift{};
  int frame = 0;
  /// Of a TemplateMatching, instead: of each template.
  std::vector<Match> matches = {};
};

/// Of floats: the difference over the exact values, both in the 2-norm. Of whole numbers: the
/// largest difference to the exact value, which is no whole number. Of a shift: pixels off along an
/// axis. Of matches: pixels off, or how much further off the score is than it may be.
struct Check {
  double error = 0;
  double allowed = 0;
  bool is_right() const { return error <= allowed; }  ///< not so for NaN
};

class Reference {
 public:
  virtual ~Reference() = default;
  virtual Check check(const Gpu& gpu, const Result& result) const = 0;
};

/// Of a PhaseCorrelation: by how much the shift is wrong; half a pixel is allowed.
Check check_shift(const Result& result);

/// Of a TemplateMatching whose templates are parts of the image (template_place()): 1e-4 of the
/// score 1 is allowed, and no pixel.
Check check_matches(const fftcore::TemplateMatching& matching, const std::vector<Match>& matches);

/// A Convolution's at checked_places(), a Transform's in some lines of the batch, a
/// PhaseCorrelation's shift, a TemplateMatching's places, a Denoise's whole frame.
std::unique_ptr<Reference> reference_for(const Task& task, std::span<const fftcore::Taps> taps);

}  // namespace bench
