// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plan_correlation.h"

#include "matching_launches.h"
#include "patterns.h"
#include "phase_launches.h"

namespace fftcore {

LaunchPlan plan_correlation(const Correlation& correlation, const DeviceTraits& traits) {
  if (correlation.score == Score::phase) return phase_launches(correlation, traits);
  validate(correlation);
  Layout signal = correlation.image;
  signal.channels.extent = 1;  // the sum of all
  Convolution numerator = numerator_problem(correlation, signal);
  numerator.bias = signal_bias(correlation);
  return matching_launches(correlation, numerator, traits);
}

}  // namespace fftcore
