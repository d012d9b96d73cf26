// SPDX-License-Identifier: LGPL-2.1-or-later
// Fits of maps, and maps.
#include "motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "fftcore/error.h"
#include "guard.h"

using namespace fftcore;

namespace {

static_assert(static_cast<int>(MotionReason::known) == FFTCORE_MOTION_KNOWN);
static_assert(static_cast<int>(MotionReason::few_pairs) == FFTCORE_MOTION_FEW_PAIRS);
static_assert(static_cast<int>(MotionReason::degenerate) == FFTCORE_MOTION_DEGENERATE);
static_assert(static_cast<int>(MotionReason::few_agree) == FFTCORE_MOTION_FEW_AGREE);
static_assert(static_cast<int>(MotionReason::first) == FFTCORE_MOTION_FIRST);
static_assert(static_cast<int>(MotionReason::flat) == FFTCORE_MOTION_FLAT);

MotionFitOptions options_of(const fftcore_motion_options* given) {
  if (given == nullptr) return {};
  if (given->size != sizeof(fftcore_motion_options))
    throw InvalidArgument(fmt::format(
        "size of the options of a fit is {}; {} is expected: begin with FFTCORE_MOTION_OPTIONS",
        given->size, sizeof(fftcore_motion_options)));
  return {given->tolerance, given->least_agreeing, given->least_deviation, given->samples,
          given->seed};
}

MotionMap map_of(const double* numbers) {
  MotionMap map;
  std::copy_n(&object(numbers, "the map"), map.numbers.size(), map.numbers.begin());
  return map;
}

void give(const MotionMap& map, double* result) {
  std::ranges::copy(map.numbers, &object(result, "the place for a map"));
}

}  // namespace

const char* fftcore_motion_reason_text(fftcore_motion_reason reason) {
  // Texts are literals, which end with a zero.
  const auto number = static_cast<int>(reason);
  if (number < FFTCORE_MOTION_KNOWN || number > FFTCORE_MOTION_FLAT) return nullptr;
  return to_string(static_cast<MotionReason>(number)).data();
}

fftcore_status fftcore_fit_motion(const char* model, const fftcore_place_pair* pairs, size_t count,
                                  const fftcore_motion_options* options, fftcore_motion* motion) {
  return guarded([&] {
    const MotionModel wanted = parse_motion_model(&object(model, "the name of a model"));
    fftcore_motion& result = object(motion, "the place for a motion");
    std::vector<PlacePair> given(count);
    for (size_t i = 0; i < count; ++i) {
      const fftcore_place_pair& one = (&object(pairs, "the list of pairs"))[i];
      given[i] = {one.x1, one.y1, one.x2, one.y2, one.weight};
    }
    result = shown(fit_motion(wanted, given, options_of(options)));
  });
}

fftcore_status fftcore_map_place(const double* map, double x, double y, double* to_x,
                                 double* to_y) {
  return guarded([&] {
    const auto [mapped_x, mapped_y] = mapped(map_of(map), x, y);
    double& given_x = object(to_x, "the place for x");
    object(to_y, "the place for y") = mapped_y;
    given_x = mapped_x;
  });
}

fftcore_status fftcore_map_compose(const double* after, const double* before, double* result) {
  return guarded([&] { give(composed(map_of(after), map_of(before)), result); });
}

fftcore_status fftcore_map_invert(const double* map, double* result) {
  return guarded([&] { give(inverted(map_of(map)), result); });
}
