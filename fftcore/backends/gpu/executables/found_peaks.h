// SPDX-License-Identifier: LGPL-2.1-or-later
// Peaks that a search has found, on their way from the device to the caller.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "device.h"
#include "peaks.h"

namespace fftcore {

class FoundPeaks {
 public:
  FoundPeaks(Device& device, const PeakRules& rules);

  /// Where the search leaves the peaks: in the host's own memory where kernels reach that, since a
  /// copy takes as long as a launch.
  Argument place() const {
    return pinned_ ? Argument(BorrowedMemory{pinned_->data()})
                   : Argument(static_cast<const DeviceMemory*>(memory_.get()));
  }
  /// Says where the last search was enqueued. Nothing is copied yet: a copy would write to memory
  /// of the host's that may be gone before the stream comes to it.
  void searched_on(std::shared_ptr<DeviceStream> stream) { stream_ = std::move(stream); }
  /// The peaks of the last search, which it waits for. Empty where there was none.
  std::span<const Peak> peaks();

 private:
  const PeakRules rules_;
  std::unique_ptr<PinnedMemory> pinned_;  // null where kernels reach no memory of the host
  // Memory of the device, and of the host to copy it to, where none is pinned.
  std::unique_ptr<DeviceMemory> memory_;
  std::vector<float> values_;
  std::shared_ptr<DeviceStream> stream_;  // of the last search, or null
  std::vector<FoundPeak> found_;
  std::vector<Peak> peaks_;
};

}  // namespace fftcore
