// SPDX-License-Identifier: LGPL-2.1-or-later
// The robust fit of a map, with memory that is kept for the next one.
#pragma once

#include <vector>

#include "fftcore/motion.h"

namespace fftcore {

/// Throws InvalidArgument for options out of range.
void validate(const MotionFitOptions& options);

class MotionFitter {
 public:
  /// Takes memory for so many pairs; fit() takes none up to there.
  void reserve(std::size_t pairs);

  /// As fit_motion(), with options that are valid. `unmatched` is weight of pairs whose second
  /// places are not known: they agree with nothing.
  MotionFit fit(MotionModel model, std::span<const PlacePair> pairs,
                const MotionFitOptions& options, double unmatched = 0);

 private:
  /// Origin and scale of coordinates in which places are about 1 away from 0.
  struct Frame {
    double x = 0, y = 0, scale = 1;
  };

  void take(std::span<const PlacePair> pairs);
  double median(std::size_t count);
  Frame frame_of(bool is_second, double fallback);
  void normalize(MotionModel model);
  bool find_consensus(MotionModel model, const MotionFitOptions& options, double tolerance);
  void draw(MotionModel model, std::uint64_t& state);
  double cost(const MotionMap& map, double tolerance, double most) const;
  bool improve(MotionModel model, double tolerance, MotionMap& map);
  void reweight(MotionModel model, double tolerance, double least_deviation);
  MotionMap in_pixels() const;
  MotionReason agreement(MotionModel model, const MotionFitOptions& options, double unmatched,
                         MotionFit& fit);

  std::vector<PlacePair> pairs_;     // in pixels
  std::vector<PlacePair> normal_;    // in the frames
  std::vector<PlacePair> weighted_;  // those that a fit is made of, or with other weights
  std::vector<double> numbers_;      // for medians
  std::array<PlacePair, 4> sample_;
  Frame first_, second_;
  MotionMap map_;  // in the frames
};

}  // namespace fftcore
