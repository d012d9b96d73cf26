// SPDX-License-Identifier: LGPL-2.1-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "excerpt.h"
#include "fftcore/error.h"
#include "fftcore/motion.h"

namespace fftcore {
namespace {

constexpr std::array<std::string_view, 4> kModels{"translation", "similarity", "affine",
                                                  "projective"};

}  // namespace

std::string_view to_string(MotionModel model) {
  return kModels[static_cast<std::size_t>(model)];
}

MotionModel parse_motion_model(std::string_view text) {
  const auto at = std::ranges::find(kModels, text);
  if (at == kModels.end())
    throw InvalidArgument(message("model is '{}'; {} are allowed", text, fmt::join(kModels, ", ")));
  return static_cast<MotionModel>(at - kModels.begin());
}

std::string_view to_string(MotionReason reason) {
  switch (reason) {
    case MotionReason::known: return "the motion is known";
    case MotionReason::few_pairs: return "there are fewer pairs of places than the model needs";
    case MotionReason::degenerate: return "the places lie in one spot or on one line";
    case MotionReason::few_agree: return "too few pairs of places agree with one motion";
    case MotionReason::first: return "there is no image before this one";
    case MotionReason::flat: return "no part of the image that counts shows structure";
  }
  return {};
}

std::array<double, 2> mapped(const MotionMap& map, double x, double y) {
  const auto& m = map.numbers;
  const double w = m[6] * x + m[7] * y + m[8];
  return {(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w};
}

MotionMap composed(const MotionMap& after, const MotionMap& before) {
  MotionMap result;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) {
      double sum = 0;
      for (std::size_t i = 0; i < 3; ++i)
        sum += after.numbers[3 * row + i] * before.numbers[3 * i + column];
      result.numbers[3 * row + column] = sum;
    }
  return result;
}

MotionMap inverted(const MotionMap& map) {
  const auto& m = map.numbers;
  if (!std::ranges::all_of(m, [](double number) { return std::isfinite(number); }))
    throw InvalidArgument("a map has a number that is not finite; it cannot be inverted");
  // The adjugate, whose rows and columns change places with those of the cofactors.
  const std::array<double, 9> adjugate{
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
  const double determinant = m[0] * adjugate[0] + m[1] * adjugate[3] + m[2] * adjugate[6];
  // Its terms, of which rounding leaves a part where they cancel.
  const double terms = std::abs(m[0] * m[4] * m[8]) + std::abs(m[0] * m[5] * m[7]) +
                       std::abs(m[1] * m[3] * m[8]) + std::abs(m[1] * m[5] * m[6]) +
                       std::abs(m[2] * m[3] * m[7]) + std::abs(m[2] * m[4] * m[6]);
  if (!(std::abs(determinant) > 1e-13 * terms) || !std::isfinite(terms))
    throw InvalidArgument(
        fmt::format("the map {} cannot be inverted: its determinant is 0", fmt::join(m, " ")));
  MotionMap result;
  double largest = 0;
  for (std::size_t i = 0; i < 9; ++i) {
    result.numbers[i] = adjugate[i] / determinant;
    largest = std::max(largest, std::abs(result.numbers[i]));
  }
  // The scale of the matrix does not matter.
  const double last = result.numbers[8];
  if (std::abs(last) > 1e-13 * largest)
    for (double& number : result.numbers) number /= last;
  return result;
}

}  // namespace fftcore
