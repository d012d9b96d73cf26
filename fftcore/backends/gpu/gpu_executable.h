// SPDX-License-Identifier: LGPL-2.1-or-later
// A convolution in three launches on a GPU, with images in host memory: they are copied in and out.
#pragma once

#include <memory>
#include <mutex>

#include "fftcore/backend.h"
#include "kernel_slot.h"
#include "launch.h"
#include "plan.h"

namespace fftcore {

class GpuQueue final : public Queue {
 public:
  explicit GpuQueue(Device& device) : device_(device), stream_(device.create_stream()) {}
  int threads() const override { return 1; }
  void wait() override { stream_->wait(); }
  Device& device() const { return device_; }
  DeviceStream& stream() { return *stream_; }

 private:
  Device& device_;
  std::unique_ptr<DeviceStream> stream_;
};

class GpuExecutable final : public Executable {
 public:
  /// The device must outlive it.
  GpuExecutable(const Problem& problem, const Plan& plan, Device& device);

  void set_kernel(const Taps& taps) override;
  void set_gain(float gain, float offset) override { kernel_.set_gain(gain, offset); }
  void run(Queue& queue, ConstBuffer input, Buffer output) override;
  const Problem& problem() const override { return problem_; }
  std::string plan_text() const override { return to_string(plan_); }

 private:
  const Problem problem_;
  const Plan plan_;
  Device& device_;
  std::unique_ptr<Launch> taps_rows_, taps_columns_, rows_, columns_, rows_back_;
  std::unique_ptr<DeviceMemory> input_, output_;       // images without padding
  std::unique_ptr<DeviceMemory> row_spectra_, result_;  // between the launches
  std::size_t spectrum_bytes_ = 0;

  // set_kernel()'s own: it may run beside run().
  std::mutex kernel_mutex_;
  std::unique_ptr<DeviceStream> kernel_stream_;
  std::unique_ptr<DeviceMemory> taps_, taps_spectra_;

  KernelSlot<DeviceMemory> kernel_;
};

}  // namespace fftcore
