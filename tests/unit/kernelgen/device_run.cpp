// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_run.h"

#include <cmath>
#include <numbers>
#include <random>

#include "fftcore/error.h"
#include "opencl_device.h"

namespace fftcore::test {
namespace {

struct Found {
  std::vector<std::unique_ptr<Device>> devices;
  std::string reason;
};

const Found& found() {
  // Never destroyed: drivers are unloaded before it would be.
  static const Found& result = *new Found([] {
    Found f;
    try {
      f.devices = opencl_devices(KernelCache::shared());
      if (f.devices.empty()) f.reason = "OpenCL has no device";
    } catch (const BackendUnavailable& e) {
      f.reason = e.what();
    }
    return f;
  }());
  return result;
}

}  // namespace

Device* device() { return found().devices.empty() ? nullptr : found().devices.front().get(); }
const std::string& reason() { return found().reason; }

void run(const StageKernel& stage, HostArguments& arguments) {
  Device& target = *device();
  const auto stream = target.create_stream();
  const auto kernel = target.load(stage.kernel);
  if (!stage.twiddles.empty()) arguments.buffers["twiddles"] = bytes_of(stage.twiddles);
  std::map<std::string, std::unique_ptr<DeviceMemory>> memory;
  std::vector<Argument> launch;
  for (const ast::Parameter& parameter : stage.kernel.parameters) {
    if (const auto* buffer = std::get_if<ast::BufferParameter>(&parameter)) {
      const HostBuffer& host = arguments.buffers.at(buffer->name);
      auto& device_memory = memory[buffer->name] = target.allocate(host.size());
      stream->copy_in(*device_memory, host.data(), CopyShape::bytes(host.size()));
      launch.emplace_back(device_memory.get());
    } else {
      std::visit([&](auto value) { launch.emplace_back(value); }, arguments.scalars.at(std::get<ast::Variable>(parameter).name));
    }
  }
  stream->launch(*kernel, launch);
  for (const ast::Parameter& parameter : stage.kernel.parameters)
    if (const auto* buffer = std::get_if<ast::BufferParameter>(&parameter); buffer != nullptr && buffer->written) {
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
    roots[i] = std::polar(1.0L, sign * 2 * std::numbers::pi_v<long double> * static_cast<long double>(i) / static_cast<long double>(n));
  std::vector<std::complex<long double>> result(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j) result[k] += std::complex<long double>(x[j]) * roots[j * k % n];
  return result;
}

double relative_error(const std::vector<std::complex<float>>& a, const std::vector<std::complex<long double>>& b) {
  long double difference = 0;
  long double norm = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    difference += std::norm(std::complex<long double>(a[i]) - b[i]);
    norm += std::norm(b[i]);
  }
  return static_cast<double>(std::sqrt(difference / norm));
}

LineShape shape_of(std::vector<int> radices) {
  LineShape shape;
  for (const int radix : radices) shape.length *= radix;
  shape.threads = shape.length / radices.front();
  shape.radices = std::move(radices);
  return shape;
}

}  // namespace fftcore::test
