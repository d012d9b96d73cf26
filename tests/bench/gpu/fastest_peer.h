// SPDX-License-Identifier: LGPL-2.1-or-later
// The choice by trial of how a peer does its case.
#pragma once

#include <limits>
#include <memory>

#include "peer.h"

namespace bench {

/// Of the peers that make(way) gives the one that takes the least time.
template <class Ways, class Make>
auto fastest_peer(const Gpu& gpu, const Ways& ways, const Make& make) {
  decltype(make(*ways.begin())) best;
  double best_ms = std::numeric_limits<double>::infinity();
  for (const auto& way : ways) {
    auto peer = make(way);
    if (const double ms = gpu.trial_ms([&] { peer->enqueue(); }); ms < best_ms) {
      best_ms = ms;
      best = std::move(peer);
    }
  }
  return best;
}

}  // namespace bench
