// SPDX-License-Identifier: LGPL-2.1-or-later
// The level of a channel that searches take off (search.h): the same samples for all backends.
#pragma once

#include <array>
#include <cstdint>

#include "fftcore/layout.h"

namespace fftcore {

struct SamplePlace {
  std::int64_t row = 0, column = 0;
};

/// The samples whose median is a channel's level.
std::array<SamplePlace, 3> level_places(Extent image);

/// Their median. Samples beyond `most`, and those that are no numbers, do not count; 0 where none
/// does.
float level_of(std::array<float, 3> samples, float most);

}  // namespace fftcore
