// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_run.h"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>

#include <fmt/format.h>

#include "cuda_device.h"
#include "fftcore/error.h"
#include "opencl_device.h"

namespace fftcore::test {
namespace {

struct Found {
  std::unique_ptr<Device> device;
  std::string reason;
};

const Found& found() {
  // Never destroyed: drivers are unloaded before it would be.
  static const Found& result = *new Found([] {
    Found f;
    const char* const setting = std::getenv("FFTCORE_TEST_DEVICE");
    const std::string name = setting == nullptr ? "opencl" : setting;
    try {
      if (name == "cuda") {
        f.device = cuda_device({}, KernelCache::shared());
      } else if (name == "opencl") {
        auto devices = opencl_devices(KernelCache::shared());
        if (devices.empty()) throw BackendUnavailable("OpenCL has no device");
        f.device = std::move(devices.front());
      } else {
        throw InvalidArgument(fmt::format("FFTCORE_TEST_DEVICE={}: opencl or cuda", name));
      }
      fmt::print("device: {}, {}, {}\n", f.device->info().name, f.device->info().architecture,
                 f.device->info().compiler);
    } catch (const BackendUnavailable& e) {
      f.reason = e.what();
    }
    return f;
  }());
  return result;
}

}  // namespace

Device* device() {
  return found().device.get();
}
const std::string& reason() {
  return found().reason;
}

void run(const GeneratedKernel& stage, HostArguments& arguments) {
  Device& target = *device();
  const auto stream = target.create_stream();
  const auto kernel = target.load(stage.kernel);
  if (!stage.twiddles.empty())
    arguments.buffers["twiddles"] = bytes_of(stage.twiddles, stage.kernel.real);
  std::map<std::string, std::unique_ptr<DeviceMemory>> memory;
  std::vector<Argument> launch;
  for (const ast::Parameter& parameter : stage.kernel.parameters) {
    if (const auto* buffer = std::get_if<ast::BufferParameter>(&parameter)) {
      const HostBuffer& host = arguments.buffers.at(buffer->name);
      auto& device_memory = memory[buffer->name] = target.allocate(host.size());
      stream->copy_in(*device_memory, host.data(), CopyShape::bytes(host.size()));
      launch.emplace_back(device_memory.get());
    } else {
      std::visit([&](auto value) { launch.emplace_back(value); },
                 arguments.scalars.at(std::get<ast::Variable>(parameter).name));
    }
  }
  stream->launch(*kernel, Start::after_all, launch);
  for (const ast::Parameter& parameter : stage.kernel.parameters)
    if (const auto* buffer = std::get_if<ast::BufferParameter>(&parameter);
        buffer != nullptr && buffer->is_written()) {
      HostBuffer& host = arguments.buffers.at(buffer->name);
      stream->copy_out(host.data(), *memory.at(buffer->name), CopyShape::bytes(host.size()));
    }
  stream->wait();
}

std::vector<std::complex<float>> random_complex(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> uniform(-0.5F, 0.5F);
  std::vector<std::complex<float>> values(count);
  for (auto& value : values) {
    const float re = uniform(generator);
    value = {re, uniform(generator)};
  }
  return values;
}

std::vector<std::complex<long double>> dft(const std::vector<std::complex<float>>& x, int sign) {
  const std::size_t n = x.size();
  std::vector<std::complex<long double>> roots(n);
  for (std::size_t i = 0; i < n; ++i)
    roots[i] = std::polar(1.0L, sign * 2 * std::numbers::pi_v<long double> *
                                    static_cast<long double>(i) / static_cast<long double>(n));
  std::vector<std::complex<long double>> result(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j)
      result[k] += std::complex<long double>(x[j]) * roots[j * k % n];
  return result;
}

double relative_error(const std::vector<std::complex<float>>& a,
                      const std::vector<std::complex<long double>>& b) {
  long double difference = 0;
  long double norm = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    difference += std::norm(std::complex<long double>(a[i]) - b[i]);
    norm += std::norm(b[i]);
  }
  return static_cast<double>(std::sqrt(difference / norm));
}

}  // namespace fftcore::test
