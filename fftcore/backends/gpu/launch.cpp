// SPDX-License-Identifier: LGPL-2.1-or-later
#include "launch.h"

#include <fmt/format.h>

#include <future>
#include <limits>
#include <string_view>
#include <utility>

#include "fftcore/error.h"
#include "log_line.h"

namespace fftcore {

Launch::Slot Launch::slot_of(const ast::Parameter& parameter) {
  constexpr std::array<std::pair<std::string_view, Slot>, kSlots> kNames = {
      {{"input", Slot::input},
       {"output", Slot::output},
       {"taps_spectrum", Slot::taps_spectrum},
       {"own_spectrum", Slot::own_spectrum},
       {"image", Slot::image},
       {"twiddles", Slot::twiddles},
       {"input_row_stride", Slot::input_row_stride},
       {"output_row_stride", Slot::output_row_stride},
       {"image_row_stride", Slot::image_row_stride},
       {"gain", Slot::gain},
       {"offset", Slot::offset},
       {"surface", Slot::surface},
       {"row_sums", Slot::row_sums},
       {"local_norms", Slot::local_norms},
       {"candidates", Slot::candidates},
       {"row_bests", Slot::row_bests},
       {"found", Slot::found},
       {"product_gain", Slot::product_gain}}};
  const std::string& name =
      std::visit([](const auto& p) -> const std::string& { return p.name; }, parameter);
  for (const auto& [known, slot] : kNames)
    if (known == name) return slot;
  throw Error("a generated kernel has the parameter '" + name + "', which no launch binds");
}

Launch::Launch(Device& device, const PlannedLaunch& planned, const GeneratedKernel& stage,
               std::unique_ptr<LoadedKernel> kernel)
    : from_(planned.from), to_(planned.to), kernel_(std::move(kernel)) {
  for (const ast::Parameter& parameter : stage.kernel.parameters)
    slots_.push_back(slot_of(parameter));
  if (stage.twiddles.empty()) return;
  const std::size_t size = stage.twiddles.size() * sizeof(float);
  twiddles_ = device.allocate(size);
  const auto stream = device.create_stream();
  stream->copy_in(*twiddles_, stage.twiddles.data(), CopyShape::bytes(size));
  stream->wait();
}

void Launch::enqueue(DeviceStream& stream, Start start, const Bindings& bindings) {
  std::array<Argument, kSlots> arguments;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    switch (slots_[i]) {
      case Slot::input: arguments[i] = bindings[from_]; break;
      case Slot::output: arguments[i] = bindings[to_]; break;
      case Slot::taps_spectrum: arguments[i] = bindings[Place::spectrum]; break;
      case Slot::own_spectrum: arguments[i] = bindings[Place::own_spectrum]; break;
      case Slot::image: arguments[i] = bindings[Place::source]; break;
      case Slot::twiddles: arguments[i] = static_cast<const DeviceMemory*>(twiddles_.get()); break;
      case Slot::input_row_stride: arguments[i] = bindings.input_row_stride; break;
      case Slot::output_row_stride: arguments[i] = bindings.output_row_stride; break;
      case Slot::image_row_stride: arguments[i] = bindings.source_row_stride; break;
      case Slot::gain: arguments[i] = bindings.gain; break;
      case Slot::offset: arguments[i] = bindings.offset; break;
      case Slot::surface: arguments[i] = bindings[Place::output]; break;
      case Slot::row_sums: arguments[i] = bindings[Place::row_sums]; break;
      case Slot::local_norms: arguments[i] = bindings[Place::local_norms]; break;
      case Slot::candidates: arguments[i] = bindings[Place::candidates]; break;
      case Slot::row_bests: arguments[i] = bindings[Place::row_bests]; break;
      case Slot::found: arguments[i] = bindings[Place::found]; break;
      case Slot::product_gain: arguments[i] = bindings.product_gain; break;
    }
  }
  stream.launch(*kernel_, start, std::span(arguments).first(slots_.size()));
}

std::vector<Launch> load_launches(Device& device, std::span<const PlannedLaunch> planned) {
  struct Loaded {
    GeneratedKernel stage;
    std::unique_ptr<LoadedKernel> kernel;
  };
  std::vector<std::future<Loaded>> loading;
  for (const PlannedLaunch& launch : planned)
    loading.push_back(std::async(std::launch::async, [&device, &launch] {
      GeneratedKernel stage = launch_kernel(launch.spec);
      if (log_enabled("kernel")) log_line("kernel", "{}", device.source_of(stage.kernel));
      std::unique_ptr<LoadedKernel> kernel = device.load(stage.kernel);
      return Loaded{std::move(stage), std::move(kernel)};
    }));
  for (auto& one : loading) one.wait();  // all of them, before any throws
  std::vector<Launch> launches;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    Loaded loaded = loading[i].get();
    launches.emplace_back(device, planned[i], loaded.stage, std::move(loaded.kernel));
  }
  return launches;
}

std::int32_t checked_row_stride(const Layout& layout, std::int64_t given, std::string_view name) {
  const std::int64_t stride = given != 0 ? given : layout.rows.stride;
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (stride > kMost / layout.rows.extent)
    throw InvalidArgument(fmt::format(
        "run() got a row stride of {} for the {}; {} rows of it reach beyond 2^31 samples", stride,
        name, layout.rows.extent));
  return static_cast<std::int32_t>(stride);
}

// the kernels' parameters know what is written
Argument pointer_to(const void* address) {
  return DevicePointer{const_cast<void*>(address)};
}

void enqueue(std::span<Launch> launches, DeviceStream& stream, const Bindings& bindings,
             Start start) {
  for (Launch& launch : launches) {
    launch.enqueue(stream, start, bindings);
    start = Start::early;
  }
}

}  // namespace fftcore
