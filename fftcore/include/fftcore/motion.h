// SPDX-License-Identifier: LGPL-2.1-or-later
// Motion between two images as a map of places, and its fit to pairs of places of which many may be
// wrong.
//
//   MotionFit fit = fit_motion(MotionModel::similarity, pairs);
//   if (fit.is_known()) auto [x, y] = mapped(fit.map, 100, 50);
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "fftcore/export.h"

namespace fftcore {

/// What a map may do.
enum class MotionModel : std::uint8_t {
  translation,  ///< moves: 2 parameters, of 1 pair
  similarity,   ///< moves, turns and zooms: 4 parameters, of 2 pairs
  affine,       ///< any linear map, and moves: 6 parameters, of 3 pairs
  projective,   ///< a plane seen from elsewhere: 8 parameters, of 4 pairs
};
FFTCORE_API std::string_view to_string(MotionModel model);
/// Throws InvalidArgument with all names.
FFTCORE_API MotionModel parse_motion_model(std::string_view text);
/// Pairs that determine a map of that model.
constexpr int pairs_needed(MotionModel model) {
  return static_cast<int>(model) + 1;
}

/// A map from places in a first image to places in a second one, in pixels: a 3x3 matrix, row by
/// row. (x, y, 1) is mapped to (X, Y, W), which is the place (X / W, Y / W). The last row is 0 0 1
/// but of the model projective.
struct MotionMap {
  std::array<double, 9> numbers{1, 0, 0, 0, 1, 0, 0, 0, 1};
  bool operator==(const MotionMap&) const = default;
};
/// Where a place is mapped to: x and y, which are not finite where W is 0.
FFTCORE_API std::array<double, 2> mapped(const MotionMap& map, double x, double y);
/// The map that does `before` and then `after`.
FFTCORE_API MotionMap composed(const MotionMap& after, const MotionMap& before);
/// The map back. Throws InvalidArgument where the matrix has a number that is not finite, or
/// cannot be inverted in double precision.
FFTCORE_API MotionMap inverted(const MotionMap& map);

/// A place in the first image, and where it lies in the second one.
struct PlacePair {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  double weight = 1;
};
/// Pairs do not count that have a coordinate which is not finite or beyond this, or a weight which
/// is not finite or not above 0.
inline constexpr double kMaxMotionPlace = 1e12;

struct MotionFitOptions {
  /// A pair agrees with a map that takes its first place no farther than this from its second one,
  /// in pixels of the second image. Above 0.
  double tolerance = 1;
  /// Least share of the pairs' weight that agrees with a map that is known, 0 to 1.
  double least_agreeing = 0.3;
  /// Least standard deviation of the second places along an axis that is reckoned with, in pixels:
  /// pairs are not told apart by less. Above 0.
  double least_deviation = 0.01;
  /// Most sets of pairs_needed() pairs that are tried, 1 to 100000.
  int samples = 500;
  /// The sets are drawn at random, the same ones for the same seed.
  std::uint32_t seed = 1;
};

/// Why a motion is known or not.
enum class MotionReason : std::uint8_t {
  known,
  few_pairs,   ///< fewer pairs than the model needs
  degenerate,  ///< places in one spot or on one line, from which the model cannot be told
  few_agree,   ///< less weight agrees with any map that was tried than `least_agreeing`
  first,       ///< of a CameraMotion: there is no image before this one
  flat,        ///< of a CameraMotion: no window that counts shows structure
};
/// For people: `the places lie in one spot or on one line`.
FFTCORE_API std::string_view to_string(MotionReason reason);

struct MotionFit {
  MotionMap map;  ///< the identity where it is not known
  MotionReason reason = MotionReason::few_pairs;
  double agreeing = 0;     ///< share of the pairs' weight that agrees with the map
  std::int64_t pairs = 0;  ///< pairs that agree
  /// agreeing (1 - p / (2 pairs)), where p is the number of the model's parameters: 0 where no pair
  /// is left that could have disagreed.
  double confidence = 0;
  double rms = 0;  ///< root mean square of the distances of second places that agree, in pixels
  /// Standard deviation that the noise of the pairs gives to mapped places, as a root mean square
  /// over the first places that agree: rms sqrt(p / (2 pairs - p)), in pixels. Infinite where 2
  /// pairs is p.
  double deviation = 0;

  bool is_known() const { return reason == MotionReason::known; }
};

/// The map of a model that most pairs agree with. A consensus of small random sets (RANSAC:
/// Fischler and Bolles 1981; MSAC: Torr and Zisserman 2000) finds the pairs to begin with. Least
/// squares of the distances in the second image, reweighted by Tukey's function, follow. So pairs
/// that move alike lose against others that have more weight. The result does not depend on the
/// scale or the origin of coordinates, as long as the tolerance scales too. Throws InvalidArgument
/// for options out of range.
FFTCORE_API MotionFit fit_motion(MotionModel model, std::span<const PlacePair> pairs,
                                 const MotionFitOptions& options = {});

}  // namespace fftcore
