// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_rules.h"

#include <array>

namespace fftcore {
namespace {

// `passes` are three for images whose lines fit a block, and were called so.
constexpr std::array kRules = {Rule{"direct", offer_gpu_direct},
                               Rule{"separable", offer_gpu_separable},
                               Rule{"tile", offer_gpu_tiles},
                               Rule{"half-tile", offer_gpu_half_tiles},
                               Rule{"passes", offer_gpu_passes, "three-pass"},
                               Rule{"half-spectrum", offer_gpu_half_spectrum}};

}  // namespace

std::span<const Rule> gpu_rules() {
  return kRules;
}

}  // namespace fftcore
