// SPDX-License-Identifier: LGPL-2.1-or-later
// How long a sound file's header says that it is, where libsndfile does not look at that and takes
// what there is for all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fftcore::gst::fir {

/// The least number of bytes of a whole file with this header, and how many it has.
struct ClaimedLength {
  std::uint64_t claimed = 0, found = 0;
  bool is_cut() const { return found < claimed; }
};

/// Of AVR, CAF, MAT5, MPC 2000, NIST SPHERE, SDS, VOC, WVE and XI; nothing of others, and of
/// headers that leave the length open. IRCAM, PAF and PVF have no length in theirs.
std::optional<ClaimedLength> claimed_length(const std::string& location);

}  // namespace fftcore::gst::fir
