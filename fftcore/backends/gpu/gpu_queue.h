// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <memory>
#include <utility>

#include "device.h"
#include "fftcore/backend.h"

namespace fftcore {

/// A stream of a device.
class GpuQueue final : public Queue {
 public:
  GpuQueue(std::shared_ptr<Device> device, std::unique_ptr<DeviceStream> stream) : device_(std::move(device)), stream_(std::move(stream)) {}
  int threads() const override { return 1; }
  void wait() override { stream_->wait(); }
  const std::shared_ptr<Device>& device() const { return device_; }
  DeviceStream& stream() { return *stream_; }
  /// For what waits for it later.
  const std::shared_ptr<DeviceStream>& shared_stream() const { return stream_; }

 private:
  std::shared_ptr<Device> device_;
  std::shared_ptr<DeviceStream> stream_;
};

/// Throws InvalidArgument unless it is one of the GPU backends'.
const GpuQueue& gpu_queue(const Queue& queue);
/// The same, and of this device.
GpuQueue& gpu_queue(Queue& queue, const Device& device);

}  // namespace fftcore
