// SPDX-License-Identifier: LGPL-2.1-or-later
// Planned launches made ready on a device.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "device.h"
#include "generated_kernel.h"
#include "launch_plan.h"
#include "parameters.h"

namespace fftcore {

/// What a launch may ask for.
struct Bindings {
  PerPlace<Argument> memory;
  PerPlace<std::int32_t> row_strides;  ///< of images, in samples
  PerPlace<std::int32_t> firsts;       ///< where images begin, in samples of their first word
  // Rounded to what the launch computes with.
  double gain = 1;
  double offset = 0;
  double product_gain = 1;   ///< LaunchPlan::has_product_gain
  std::int32_t windows = 0;  ///< of a WindowSpec
  Parameters parameters{};   ///< of formulas
};

/// One kernel with its twiddle table and what its parameters stand for.
class Launch {
 public:
  /// `kernel` is the generated one, loaded by the device. Copies the table. Throws Error where a
  /// parameter is nothing that Bindings have.
  Launch(Device& device, const PlannedLaunch& planned, const GeneratedKernel& generated,
         std::unique_ptr<LoadedKernel> kernel);
  /// Allocates nothing and waits for nothing. One thread at a time.
  void enqueue(DeviceStream& stream, Start start, const Bindings& bindings);

 private:
  struct Twiddles {};
  struct Memory {
    Place place;
  };
  /// A number of each image.
  struct OfImage {
    PerPlace<std::int32_t> Bindings::*numbers;
    Place place;
  };
  struct Scalar {
    double Bindings::*number;
    Real real;
  };
  struct WindowNumber {};
  /// One of a formula's.
  struct FormulaParameter {
    std::size_t number;
    Real real;
  };
  /// What a parameter stands for.
  using Meaning = std::variant<Twiddles, Memory, OfImage, Scalar, WindowNumber, FormulaParameter>;
  static Meaning meaning_of(const ast::Parameter& parameter, Real real,
                            const PlannedLaunch& planned);

  std::unique_ptr<LoadedKernel> kernel_;
  std::unique_ptr<DeviceMemory> twiddles_;  // or null
  std::vector<Meaning> parameters_;
  std::vector<Argument> arguments_;  // of the last enqueue()
};

/// Compiles all of them at once: the compiler takes most of the time.
std::vector<Launch> load_launches(Device& device, std::span<const PlannedLaunch> planned);

/// One after the other, the first as `start` says: by default who knows what was enqueued before.
void enqueue(std::span<Launch> launches, DeviceStream& stream, const Bindings& bindings,
             Start start = Start::after_all);

}  // namespace fftcore
