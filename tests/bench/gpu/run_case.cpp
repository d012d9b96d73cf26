// SPDX-License-Identifier: LGPL-2.1-or-later
#include "run_case.h"

#include "fftcore/error.h"

namespace bench {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::timed: return "timed";
    case Status::wrong: return "wrong";
    case Status::not_done: return "not done";
    case Status::failed: return "failed";
  }
  return "";
}

std::optional<double> CaseResult::us(std::size_t peer) const {
  if (rows.at(peer).status != Status::timed) return std::nullopt;
  return rows[peer].timing.us.median;
}

namespace {

/// A peer that is right, and its row.
struct Runner {
  std::unique_ptr<Peer> peer;
  std::size_t row;
};

/// Runs `step`, and puts into the row why it could not be done.
template <class Step>
void attempt(Row& row, const Step& step) {
  try {
    step();
  } catch (const fftcore::Unsupported& why) {
    row.status = Status::not_done;
    row.note = why.what();
  } catch (const fftcore::BackendUnavailable& why) {
    row.status = Status::not_done;
    row.note = why.what();
  } catch (const fftcore::Error& error) {
    row.status = Status::failed;
    row.note = error.what();
  }
}

}  // namespace

CaseResult run_case(const Gpu& gpu, const Options& options, const Case& what) {
  const Work work(gpu, what);
  const auto reference = reference_for(work.task(), work.taps());
  CaseResult result{what, bytes_of(work.task()), flops_of(work.task()), {}, {}};
  std::vector<Runner> runners;
  std::vector<Replay> replays;
  for (const PeerKind& kind : peer_kinds()) {
    Row& row = result.rows.emplace_back();
    row.peer = kind.name;
    if (!options.wants_peer(row.peer)) {
      row.note = "not asked for";
      continue;
    }
    attempt(row, [&] {
      std::unique_ptr<Peer> peer = kind.prepare(gpu, work);
      peer->enqueue();
      gpu.wait();
      row.note = peer->note();
      row.check = peer->check(*reference);
      row.status = Status::wrong;
      if (!row.check.is_right()) return;
      replays.emplace_back(gpu, *peer);
      runners.push_back({std::move(peer), result.rows.size() - 1});
      row.status = Status::timed;
    });
  }
  const std::vector<Timing> timings = measure(replays, options.seconds);
  result.clocks = clocks_of(options.device);
  for (std::size_t i = 0; i < runners.size(); ++i) {
    Row& row = result.rows[runners[i].row];
    row.timing = timings[i];
    if (!runners[i].peer->can_repeat()) continue;
    row.check = runners[i].peer->check(*reference);  // of the replayed graph
    if (!row.check.is_right()) row.status = Status::wrong;
  }
  return result;
}

}  // namespace bench
