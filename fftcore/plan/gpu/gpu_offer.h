// SPDX-License-Identifier: LGPL-2.1-or-later
// What the rules for GPUs share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "convolution_launches.h"
#include "planner.h"

namespace fftcore {

/// Several lists of launches for one Convolution.
class GpuOffer {
 public:
  GpuOffer(std::string_view rule, const Convolution& problem, const DeviceTraits& traits)
      : rule_(rule), problem_(problem), traits_(traits) {}

  /// One that comes again (which name_of() tells) counts once.
  void weigh(ConvolutionOffer offer, Packing halves);
  /// All of them as Plans, or the last reason why there is none.
  Offer all() &&;

 private:
  std::string_view rule_;
  const Convolution& problem_;
  const DeviceTraits& traits_;
  std::vector<Plan> plans_;
  std::string reason_;
};

/// Ways to cut an output in halves, none too.
std::vector<Packing> possible_packings(const Extent& out);

/// Empty, or why no kernel can count a Convolution's samples.
std::string too_many_samples(const Convolution& problem);

}  // namespace fftcore
