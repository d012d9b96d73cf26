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

CaseResult run_case(const Gpu& gpu, int device, const Case& what, double seconds) {
  const Work work(gpu, what);
  const auto reference = reference_for(work.task(), work.taps());
  CaseResult result{what, bytes_of(work.task()), flops_of(work.task()), {}, {}};
  std::vector<std::unique_ptr<Peer>> prepared;
  std::vector<Peer*> right;
  for (const PeerKind& kind : peer_kinds()) {
    Row row;
    row.peer = kind.name;
    try {
      std::unique_ptr<Peer> peer = kind.prepare(gpu, work);
      peer->enqueue();
      gpu.wait();
      row.note = peer->note();
      row.check = peer->check(*reference);
      row.status = row.check.is_right() ? Status::timed : Status::wrong;
      if (row.check.is_right()) {
        right.push_back(peer.get());
        prepared.push_back(std::move(peer));
      }
    } catch (const fftcore::Unsupported& why) {
      row.note = why.what();
    } catch (const fftcore::BackendUnavailable& why) {
      row.note = why.what();
    } catch (const fftcore::Error& error) {
      row.status = Status::failed;
      row.note = error.what();
    }
    result.rows.push_back(std::move(row));
  }
  const std::vector<Timing> timings = measure(gpu, right, seconds);
  result.clocks = clocks_of(device);
  auto timing = timings.begin();
  for (Row& row : result.rows)
    if (row.status == Status::timed) row.timing = *timing++;
  return result;
}

}  // namespace bench
