// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu_rules.h"

#include <array>

#include "fast_size.h"

namespace fftcore {
namespace {

constexpr std::array kRules = {Rule{"direct", offer_direct},
                               Rule{"separable", offer_separable},
                               Rule{"tile", offer_tiles},
                               Rule{"partitions", offer_partitions},
                               Rule{"three-pass", offer_three_passes},
                               Rule{"five-pass", offer_five_passes}};

}  // namespace

std::span<const Rule> cpu_rules() {
  return kRules;
}

Extent whole_transform(Extent least) {
  return {fast_size(least.rows), fast_size(least.columns, 2), fast_size(least.slices)};
}

}  // namespace fftcore
