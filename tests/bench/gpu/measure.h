// SPDX-License-Identifier: LGPL-2.1-or-later
// How long peers take, in turns.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu.h"
#include "peer.h"
#include "statistics.h"

namespace bench {

struct Timing {
  Summary us;             ///< of one enqueue()
  int repetitions = 0;    ///< of enqueue() in the graph that is replayed
  std::size_t nodes = 0;  ///< launches and copies of one enqueue()
};

/// A peer's work, captured some times over in a CUDA graph: long enough that starting it does not
/// count.
class Replay {
 public:
  /// The peer has been run before, so that what it loads late is loaded. Throws Error where it
  /// cannot be captured.
  Replay(const Gpu& gpu, Peer& peer);
  /// Once, then waits.
  double sample_us() const;

  int repetitions() const { return repetitions_; }
  std::size_t nodes() const { return graph_->nodes() / static_cast<std::size_t>(repetitions_); }

 private:
  const Gpu& gpu_;
  int repetitions_;
  std::unique_ptr<fftcore::test::CudaGraph> graph_;
};

/// In rounds, each graph is replayed once, in an order drawn anew each round, so that a GPU whose
/// clock drifts does so for all; after some rounds that do not count kLeastRounds, and more until
/// `seconds` are over.
inline constexpr int kLeastRounds = 21;
std::vector<Timing> measure(std::span<const Replay> replays, double seconds);

}  // namespace bench
