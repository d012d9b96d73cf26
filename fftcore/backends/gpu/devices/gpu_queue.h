// SPDX-License-Identifier: LGPL-2.1-or-later
// A Queue on a device: a stream, on which launches follow each other.
#pragma once

#include <memory>
#include <utility>

#include "device.h"
#include "fftcore/backend.h"

namespace fftcore {

/// One thread at a time.
class GpuQueue final : public Queue {
 public:
  /// `is_exclusive`: all launches on the stream are our own.
  GpuQueue(std::shared_ptr<Device> device, std::unique_ptr<DeviceStream> stream,
           bool is_exclusive = false)
      : device_(std::move(device)), stream_(std::move(stream)), is_exclusive_(is_exclusive) {}
  int threads() const override { return 1; }
  void wait() override { stream_->wait(); }
  std::shared_ptr<std::byte> pinned_memory(std::size_t size_bytes) override;
  const std::shared_ptr<Device>& device() const { return device_; }
  DeviceStream& stream() { return *stream_; }
  /// How a run begins that follows others.
  Start start() const { return is_exclusive_ ? Start::early : Start::after_all; }
  /// The stream, for what waits for it later.
  const std::shared_ptr<DeviceStream>& shared_stream() const { return stream_; }

 private:
  std::shared_ptr<Device> device_;
  std::shared_ptr<DeviceStream> stream_;
  bool is_exclusive_;
};

/// A queue as the GPU backends made it. Throws InvalidArgument where another backend did.
const GpuQueue& gpu_queue(const Queue& queue);
/// Throws also where it is a queue of another device.
GpuQueue& gpu_queue(Queue& queue, const Device& device);

}  // namespace fftcore
