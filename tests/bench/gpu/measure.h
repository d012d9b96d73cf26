// SPDX-License-Identifier: LGPL-2.1-or-later
// How long peers take, in turns.
#pragma once

#include <span>
#include <vector>

#include "gpu.h"
#include "peer.h"
#include "statistics.h"

namespace bench {

struct Timing {
  Summary us;           ///< of one enqueue()
  int repetitions = 0;  ///< of enqueue() in the graph that is replayed
};

/// Each peer's work is captured some times over in a CUDA graph, long enough that starting it does not count. Then, in rounds, each
/// graph is replayed once, in an order drawn anew each round, so that a GPU whose clock drifts does so for all; kLeastRounds, and more
/// until `seconds` are over.
inline constexpr int kLeastRounds = 21;
std::vector<Timing> measure(const Gpu& gpu, std::span<Peer* const> peers, double seconds);

}  // namespace bench
