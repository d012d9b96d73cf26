// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory of a batch that is measured, and who else transforms what lies there: the host's beside
// FFTW, a CUDA device's beside cuFFT.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include <fftcore/backend.h>

namespace samples {

/// An input and an output. For one thread.
class MeasuredMemory {
 public:
  virtual ~MeasuredMemory() = default;

  virtual fftcore::ConstBuffer input() const = 0;
  virtual fftcore::Buffer output() const = 0;
  /// Copies all of the input from the host, and all of the output to it.
  virtual void write_input(const void* from) = 0;
  virtual void read_output(void* to) = 0;
  /// A run of another library's own plan of the Transform, from input() to output(), which planning
  /// may write to. The Transform has one axis and one batch without gaps, out of place. Empty where
  /// that library is not installed, or has no such transform.
  virtual std::function<void()> peer(const fftcore::Transform& transform, int threads) = 0;
  /// Waits for what runs have begun.
  virtual void wait() {}
};

/// Where the memory of one backend is made.
class MeasuredDevice {
 public:
  virtual ~MeasuredDevice() = default;
  /// Whose plan peer() is: "fftw".
  virtual std::string peer_name() const = 0;
  /// Fills in what a Queue needs to work in this memory.
  virtual void complete(fftcore::QueueOptions&) const {}
  /// Sizes in bytes. The memory must not outlive the device.
  virtual std::unique_ptr<MeasuredMemory> allocate(std::size_t input, std::size_t output) = 0;
};

/// The host's memory, for all backends.
std::unique_ptr<MeasuredDevice> host_memory();
/// The first CUDA device's, with a context and a stream of its own. Throws std::runtime_error where
/// there is no driver or no device.
std::unique_ptr<MeasuredDevice> cuda_memory();

}  // namespace samples
