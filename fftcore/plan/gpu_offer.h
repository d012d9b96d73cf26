// SPDX-License-Identifier: LGPL-2.1-or-later
// What the rules for GPUs share.
#pragma once

#include <string_view>

#include "convolution_launches.h"
#include "planner.h"

namespace fftcore {

/// The cheapest of several lists of launches for one Problem.
class GpuOffer {
 public:
  GpuOffer(std::string_view rule, const Problem& problem, const DeviceTraits& traits) : rule_(rule), problem_(problem), traits_(traits) {}

  void weigh(ConvolutionOffer offer, Halves halves);
  /// The best of them as a Plan, or the last reason why there is none.
  Offer best() &&;

 private:
  std::string_view rule_;
  const Problem& problem_;
  const DeviceTraits& traits_;
  std::optional<LaunchPlan> best_;
  double best_cost_ = 0;
  bool is_paired_ = false;
  std::string reason_;
};

/// Ways to cut an output in halves, none too.
std::vector<Halves> possible_halves(const Extent& out);

/// Empty, or why no kernel can count a Problem's samples.
std::string too_many_samples(const Problem& problem);

}  // namespace fftcore
