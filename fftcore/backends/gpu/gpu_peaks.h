// SPDX-License-Identifier: LGPL-2.1-or-later
// S and its peaks: memory on the device that a Correlation's last launches write, and what the host gets of it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "fftcore/backend.h"
#include "host_image.h"
#include "launch.h"

namespace fftcore {

class GpuPeaks {
 public:
  /// `plan`: with what add_peak_launches() adds.
  GpuPeaks(const Correlation& correlation, const LaunchPlan& plan, Device& device);

  /// Where launches find S, offers and all that. `surface` is run()'s, checked.
  void bind(Bindings& bindings, Buffer surface) const;
  /// After the launches: enqueues what the host is to have. Waits where the surface is in the host's memory, and says so.
  bool finish(std::shared_ptr<DeviceStream> stream, Buffer surface);
  /// Waits for the last finish(). Empty before the first.
  std::span<const Peak> peaks();

 private:
  const Correlation correlation_;
  std::unique_ptr<DeviceMemory> offers_, bests_;
  std::unique_ptr<DeviceMemory> found_;            // null where kernels write to pinned_
  std::unique_ptr<DeviceMemory> own_surface_;      // null where the caller wants it
  std::unique_ptr<HostImage> host_surface_;        // null where not
  std::unique_ptr<PinnedMemory> pinned_;           // or null
  std::vector<float> unpinned_;
  float* found_here_ = nullptr;                    // in one of these
  std::shared_ptr<DeviceStream> stream_;           // of the last run
  bool is_waiting_ = false;
  std::vector<Peak> peaks_;
};

}  // namespace fftcore
