// SPDX-License-Identifier: LGPL-2.1-or-later
// Planned launches made ready on a device.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "device.h"
#include "fftcore/layout.h"
#include "launch_plan.h"
#include "line_kernel.h"

namespace fftcore {

/// What a launch may ask for.
struct Bindings {
  std::array<Argument, kPlaces> places;  ///< memory, by Place
  std::int32_t input_row_stride = 0;     ///< samples
  std::int32_t output_row_stride = 0;    ///< samples
  std::int32_t source_row_stride = 0;    ///< samples
  float gain = 1;
  float offset = 0;
  float product_gain = 1;  ///< LaunchPlan::has_product_gain

  Argument& operator[](Place place) { return places[static_cast<std::size_t>(place)]; }
  const Argument& operator[](Place place) const { return places[static_cast<std::size_t>(place)]; }
};

/// One kernel with its twiddle table and the places of its arguments.
class Launch {
 public:
  /// `kernel` is the stage's, loaded by the device. Copies the table.
  Launch(Device& device, const PlannedLaunch& planned, const GeneratedKernel& stage,
         std::unique_ptr<LoadedKernel> kernel);
  /// Allocates nothing and waits for nothing. One thread at a time.
  void enqueue(DeviceStream& stream, Start start, const Bindings& bindings);

 private:
  enum class Slot : std::uint8_t {
    input,
    output,
    taps_spectrum,
    own_spectrum,
    image,
    twiddles,
    input_row_stride,
    output_row_stride,
    image_row_stride,
    gain,
    offset,
    surface,
    row_sums,
    local_norms,
    candidates,
    row_bests,
    found,
    product_gain
  };
  static constexpr std::size_t kSlots = 18;
  static Slot slot_of(const ast::Parameter& parameter);

  Place from_, to_;
  std::unique_ptr<LoadedKernel> kernel_;
  std::unique_ptr<DeviceMemory> twiddles_;
  std::vector<Slot> slots_;
};

/// Compiles all of them at once: the compiler takes most of the time.
std::vector<Launch> load_launches(Device& device, std::span<const PlannedLaunch> planned);

/// The row stride that a run() was given (0: the layout's). Throws InvalidArgument where kernels,
/// which count samples in 31 bits, cannot count it.
std::int32_t checked_row_stride(const Layout& layout, std::int64_t given, std::string_view name);

/// The caller's device memory.
Argument pointer_to(const void* address);

/// One after the other, the first as `start` says: by default who knows what was enqueued before.
void enqueue(std::span<Launch> launches, DeviceStream& stream, const Bindings& bindings,
             Start start = Start::after_all);

}  // namespace fftcore
