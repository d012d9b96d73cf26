// SPDX-License-Identifier: LGPL-2.1-or-later
#include "opencl_driver.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "device_choice.h"
#include "emitter.h"
#include "fftcore/error.h"
#include "opencl_device.h"

namespace fftcore {
namespace opencl {
namespace {

NativeContext native_context(const QueueOptions& options) {
  const OpenClContext callers = opencl_context(options.native_context, options.native_stream);
  return {callers.context, callers.device};
}

std::unique_ptr<Device> chosen(std::vector<std::unique_ptr<Device>> devices,
                               const DeviceChoice& choice) {
  std::string names;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const std::string& name = devices[i]->info().name;
    if (choice.number ? *choice.number == static_cast<int>(i)
                      : name.find(*choice.name) != std::string::npos)
      return std::move(devices[i]);
    names += fmt::format("{}{} '{}'", i == 0 ? "" : ", ", i, name);
  }
  throw BackendUnavailable(
      fmt::format("OpenCL device {} is none of {}",
                  choice.number ? std::to_string(*choice.number) : *choice.name, names));
}

std::unique_ptr<Device> find(const QueueOptions& options, KernelCache& cache) {
  if (const auto [context, device] = native_context(options); context != nullptr)
    return opencl_device({context, device}, cache);
  auto devices = opencl_devices(cache);
  if (devices.empty()) throw BackendUnavailable("OpenCL shows no device");
  const DeviceChoice choice = device_choice(options, "FFTCORE_OPENCL_DEVICE");
  if (choice.number || choice.name) return chosen(std::move(devices), choice);
  for (auto& device : devices)
    if (device->info().is_gpu) return std::move(device);
  return std::move(devices.front());
}

std::vector<FoundDevice> devices() {
  KernelCache none;
  std::vector<FoundDevice> found;
  for (const auto& device : opencl_devices(none))
    found.push_back({.number = static_cast<int>(found.size()),
                     .name = device->info().name,
                     .architecture = {},
                     .is_gpu = device->info().is_gpu,
                     .reason = {}});
  return found;
}

std::string text_of(const ast::Kernel& kernel) {
  return emit_kernel(kernel, opencl_dialect());
}

KernelFeatures features(std::string_view /*architecture*/) {
  return {};
}

}  // namespace
}  // namespace opencl

const Driver& opencl_driver() {
  static const Driver row = {.name = "opencl",
                             .title = "OpenCL device",
                             .find = opencl::find,
                             .devices = opencl::devices,
                             .native_context = opencl::native_context,
                             .text_of = opencl::text_of,
                             .features = opencl::features,
                             .compiler = nullptr};
  return row;
}

}  // namespace fftcore
