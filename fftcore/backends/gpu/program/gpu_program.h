// SPDX-License-Identifier: LGPL-2.1-or-later
// A launch plan on a device: its kernels, its memory, and places for what callers have in host
// memory. Executables are made of one and add what is set from outside: taps, gain, references.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device.h"
#include "host_staging.h"
#include "launch.h"
#include "port_checks.h"
#include "strided_values.h"

namespace fftcore {

/// A buffer that run() is given.
struct CallersBuffer {
  /// That of an image's or a spectrum's port.
  CallersBuffer(const Port& port);
  /// An image lies on the device as the Layout says, where it comes from host memory. Channels in
  /// `skipped` (bits) are not copied out.
  CallersBuffer(Place place, const Layout& image, std::uint32_t skipped = 0)
      : place(place), values(image_values(image, skipped)), image(image) {}
  CallersBuffer(Place place, const SpectrumLayout& spectrum)
      : CallersBuffer(place, spectrum_values(spectrum), spectrum_value_bytes(spectrum)) {}
  CallersBuffer(Place place, const StridedValues& values, std::size_t element_bytes)
      : place(place), values(values), element_bytes(element_bytes) {}
  /// Not given: the program has memory for it, and run() takes none.
  CallersBuffer given(bool is) const {
    CallersBuffer result = *this;
    result.is_given = is;
    return result;
  }

  Place place;
  StridedValues values;
  std::optional<Layout> image;    ///< whose rows a run() may give a stride
  std::size_t element_bytes = 0;  ///< of what is no image
  bool is_given = true;
};

/// Those of a work's ports.
std::vector<CallersBuffer> buffers_of(const Ports& ports);

class GpuProgram {
 public:
  enum class Buffers { apart, in_place };
  /// Loads the kernels and takes all memory that a run() needs, but a workspace that it is given.
  /// In place, input and output are one buffer.
  GpuProgram(LaunchPlan plan, std::shared_ptr<Device> device, std::vector<CallersBuffer> buffers,
             Buffers sharing = Buffers::apart, Workspace workspace = Workspace::own);

  const LaunchPlan& plan() const { return plan_; }
  /// The program for taps that this one does not do (LaunchPlan::otherwise), or null.
  GpuProgram* otherwise() const { return otherwise_.get(); }
  Device& device() const { return *device_; }
  /// What the program is for, and its plan.
  std::string text(std::string_view purpose) const;

  /// New memory of the plan's size.
  std::unique_ptr<DeviceMemory> allocate(Place place) const;
  /// The spectrum of taps (numbers of LaunchPlan::set_taps), which lie one after the other in rows
  /// of so many columns. It is computed on a stream of its own and waited for. May be called beside
  /// a run(), by any thread.
  std::shared_ptr<const DeviceMemory> transform_taps(std::span<const std::byte> taps,
                                                     std::int64_t columns);

  /// A plan's memory of taps themselves (LaunchPlan::kept_taps), or of kept_numbers, with these.
  /// Likewise.
  std::shared_ptr<const DeviceMemory> keep_taps(std::span<const float> taps);

  /// The program's own memory.
  Bindings own_bindings() const;
  /// Enqueues what run() launches, of memory that all is bound to. `is_aligned`: groups of
  /// LaunchPlan::aligned_samples in each image.
  void enqueue_run(DeviceStream& stream, const Bindings& bindings, bool is_aligned,
                   Start start = Start::after_all);

 private:
  friend class GpuRun;

  struct KnownBuffer {
    StridedValues values;
    std::optional<Layout> image;
    std::size_t element_bytes;
    std::shared_ptr<HostStaging> staging;  // in place one for both
  };
  /// Returns the launches of LaunchPlan::prepare.
  std::vector<Launch> load();
  void prepare(std::vector<Launch> launches);

  const LaunchPlan plan_;
  const std::shared_ptr<Device> device_;  // before what is made from it
  std::vector<Launch> run_, run_unaligned_, set_taps_;
  /// Null where it is not the program's. The spectrum is where it is prepared.
  PerPlace<std::unique_ptr<DeviceMemory>> memory_;
  PerPlace<std::optional<KnownBuffer>> buffers_;  // those of callers

  std::unique_ptr<GpuProgram> otherwise_;

  // transform_taps()'s and keep_taps()'s own; the stream is null where taps are never set.
  std::mutex taps_mutex_;
  std::unique_ptr<DeviceStream> taps_stream_;
};

}  // namespace fftcore
