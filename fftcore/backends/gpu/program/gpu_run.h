// SPDX-License-Identifier: LGPL-2.1-or-later
// One run of a program on a queue.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "fftcore/backend.h"
#include "gpu_program.h"
#include "gpu_queue.h"

namespace fftcore {

/// Buffers are bound first, then launches are enqueued, then the run is finished. It allocates
/// nothing, and waits only where a buffer lies in host memory. A program has one run at a time.
class GpuRun {
 public:
  /// Throws InvalidArgument where the queue is not the program's device's.
  GpuRun(GpuProgram& program, Queue& queue);

  /// Checks and binds what run() got. Throws InvalidArgument as check_buffers() does, and where
  /// kernels, which count samples in 31 bits, cannot count a row stride. A program may write where
  /// there is no port for it.
  void take(const Ports& ports, std::span<const ConstBuffer> inputs, const Buffer& output);
  void take(const Ports& ports, const ConstBuffer& input, const Buffer& output) {
    take(ports, std::span(&input, 1), output);
  }
  /// The same of buffers that were checked.
  void bind(const Ports& ports, std::span<const ConstBuffer> inputs, const Buffer& output);
  /// Binds one input that was checked.
  void read(const Port& port, const ConstBuffer& buffer);
  /// Checks and binds what the run reads and updates, after take(). Throws as that does.
  void update(const Ports& ports, std::span<const ConstBuffer> inputs, const Buffer& output,
              const Buffer& state);
  /// Binds a checked workspace: it has what the program has no memory for.
  void work_in(const Buffer& workspace);
  /// Launches leave some of the output as it is, so what host memory has goes to the device first.
  /// Called once the output is bound.
  void keep_output();
  /// What else launches ask for.
  Bindings& bindings() { return bindings_; }

  /// How the first launch may begin: early where the launch before it is our own. Not so where
  /// that one may have written what kernels take to be constant (parameters that are const and
  /// restrict): images and what spectra are multiplied by.
  Start start() const { return queue_.start(); }

  /// Enqueues what run() launches, after copies from host memory.
  void launch(Start start = Start::after_all);
  /// Enqueues the first launches of a run(), LaunchPlan::of_references, then those of set_taps.
  void launch_reference();
  /// Copies to host memory, and waits where any memory was the host's.
  void finish();

  /// Where it was launched, for what waits for it later.
  const std::shared_ptr<DeviceStream>& stream() const { return queue_.shared_stream(); }

 private:
  /// Where a buffer begins: bytes from `data` on and, of an image, samples of the word there.
  struct Begin {
    std::size_t bytes;
    std::int64_t first;
  };
  Begin begin_of(Place place, std::int64_t first) const;
  template <class AnyBuffer>
  static AnyBuffer moved_to(const Begin& begin, AnyBuffer buffer);
  void bind(Place place, const ConstBuffer& buffer, std::string_view name);
  /// Binds the one buffer that is written.
  void write(Place place, const Buffer& buffer, std::string_view name);
  void copy_in();
  void copy_out(Place place, const Buffer& to);

  GpuProgram& program_;
  GpuQueue& queue_;
  Bindings bindings_;
  bool is_aligned_ = true;           // groups of samples in each image
  PerPlace<ConstBuffer> from_host_;  // data is null where there is nothing to copy
  Buffer to_host_, state_to_host_;   // likewise
  Place written_ = Place::output;
};

}  // namespace fftcore
