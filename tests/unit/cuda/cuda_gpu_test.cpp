// SPDX-License-Identifier: LGPL-2.1-or-later
// What only a GPU can show. Skipped elsewhere.
#include <cstring>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "convolve_stages.h"
#include "cuda_context.h"
#include "cuda_device.h"
#include "cuda_graph.h"
#include "device_run.h"
#include "fake_driver.h"
#include "fftcore/error.h"
#include "gpu_queue.h"
#include "gpu_transform_executable.h"
#include "line_kernel.h"
#include "planner.h"

namespace fftcore::test::cuda_gpu_test {
namespace {

constexpr int kLength = 256;
constexpr int kLines = 10;
constexpr std::size_t kBytes = std::size_t{kLength} * kLines * 8;

class CudaGpu : public testing::Test {
 protected:
  void SetUp() override {
    if (fake_cuda_left() >= 0) GTEST_SKIP() << "the driver is a fake";
    try {
      device_ = cuda_device({}, cache_);
    } catch (const BackendUnavailable& reason) {
      GTEST_SKIP() << reason.what();
    }
    session_ = std::make_unique<CudaSession>(0);
    LineSpec spec;
    spec.name = "lines";
    spec.shape = shape_of({16, 16});
    spec.lines = {1, {{Dim::row, kLines}}};
    spec.load = ComplexLoad{ast::Storage::f32, {1, {0, {{Dim::row, kLength}}}, 0}, kLength, 1};
    spec.store =
        ComplexStore{ast::Storage::f32, {1, {0, {{Dim::row, kLength}}}, 0}, kLength, 1, false, 1};
    stage_ = line_kernel(spec);
    table_ = bytes_of(stage_.twiddles, stage_.kernel.real);
    x_ = random_complex(std::size_t{kLength} * kLines, 7);
  }

  std::vector<Argument> arguments(const Argument& input, const Argument& output,
                                  const Argument& twiddles) const {
    std::vector<Argument> result;
    for (const ast::Parameter& parameter : stage_.kernel.parameters) {
      const std::string& name = std::get<ast::BufferParameter>(parameter).name;
      result.push_back(name == "input" ? input : name == "output" ? output : twiddles);
    }
    return result;
  }

  struct Arrays {
    std::unique_ptr<DeviceMemory> input, output, twiddles;
  };
  Arrays filled(Device& device, DeviceStream& stream) const {
    Arrays a{device.allocate(kBytes), device.allocate(kBytes), device.allocate(table_.size())};
    const std::vector<unsigned char> poison(kBytes, 0xFF);
    stream.copy_in(*a.input, x_.data(), CopyShape::bytes(kBytes));
    stream.copy_in(*a.output, poison.data(), CopyShape::bytes(kBytes));
    stream.copy_in(*a.twiddles, table_.data(), CopyShape::bytes(table_.size()));
    stream.wait();
    return a;
  }
  void expect_transformed(DeviceStream& stream, const DeviceMemory& output) const {
    std::vector<std::complex<float>> y(x_.size());
    stream.copy_out(y.data(), output, CopyShape::bytes(kBytes));
    stream.wait();
    for (std::size_t line = 0; line < kLines; ++line) {
      const auto part = [&](const auto& all) {
        return std::vector(all.begin() + static_cast<std::ptrdiff_t>(line * kLength),
                           all.begin() + static_cast<std::ptrdiff_t>((line + 1) * kLength));
      };
      EXPECT_LE(relative_error(part(y), dft(part(x_), -1)), 1e-6) << "line " << line;
    }
  }

  KernelCache cache_;
  std::unique_ptr<Device> device_;
  std::unique_ptr<CudaSession> session_;
  GeneratedKernel stage_;
  std::vector<unsigned char> table_;
  std::vector<std::complex<float>> x_;
};

TEST_F(CudaGpu, OwnStream) {
  const auto stream = device_->create_stream();
  const Arrays a = filled(*device_, *stream);
  const auto kernel = device_->load(stage_.kernel);
  stream->launch(*kernel, Start::after_all,
                 arguments(a.input.get(), a.output.get(), a.twiddles.get()));
  expect_transformed(*stream, *a.output);
}

TEST_F(CudaGpu, LaunchesGoIntoAGraph) {
  const auto stream = device_->borrow_stream(session_->stream());
  const Arrays a = filled(*device_, *stream);
  const auto kernel = device_->load(stage_.kernel);
  const auto list = arguments(a.input.get(), a.output.get(), a.twiddles.get());
  const CudaGraph graph(*session_, [&] { stream->launch(*kernel, Start::after_all, list); });
  EXPECT_EQ(graph.nodes(), 1U);
  graph.launch();
  expect_transformed(*stream, *a.output);
}

TEST_F(CudaGpu, PointersOfSomebodyElse) {
  const auto stream = device_->borrow_stream(session_->stream());
  const Arrays a = filled(*device_, *stream);
  cuda::Address address = 0;
  cuda::check(cuda::api().MemAlloc(&address, kBytes), "cuMemAlloc");
  const auto kernel = device_->load(stage_.kernel);
  const BorrowedMemory pointer{reinterpret_cast<void*>(address)};
  stream->launch(*kernel, Start::after_all, arguments(a.input.get(), pointer, a.twiddles.get()));
  std::vector<std::complex<float>> y(x_.size());
  cuda::check(cuda::api().MemcpyDtoHAsync(y.data(), address, kBytes, session_->stream()),
              "cuMemcpyDtoHAsync");
  stream->wait();
  stream->copy_in(*a.output, y.data(), CopyShape::bytes(kBytes));
  expect_transformed(*stream, *a.output);
  cuda::api().MemFree(address);
}

TEST_F(CudaGpu, ATransformOfDeviceMemoryGoesIntoAGraph) {
  const std::shared_ptr<Device> device = std::move(device_);
  const fftcore::Transform transform =
      parse_transform(fmt::format("c2c {} batch={} in-place", kLength, kLines));
  GpuTransformExecutable executable(transform, plan_launches(transform, gpu_traits("sm_75")),
                                    device);
  GpuQueue queue(device, device->borrow_stream(session_->stream()));
  cuda::Address address = 0;
  cuda::check(cuda::api().MemAlloc(&address, kBytes), "cuMemAlloc");
  void* const there = reinterpret_cast<void*>(address);
  const CudaGraph graph(*session_, [&] {
    executable.run(queue, {there, 0, kBytes, MemoryKind::device},
                   {there, 0, kBytes, MemoryKind::device});
  });
  EXPECT_EQ(graph.nodes(), 1U);
  cuda::check(cuda::api().MemcpyHtoDAsync(address, x_.data(), kBytes, session_->stream()),
              "cuMemcpyHtoDAsync");
  graph.launch();
  std::vector<std::complex<float>> y(x_.size());
  cuda::check(cuda::api().MemcpyDtoHAsync(y.data(), address, kBytes, session_->stream()),
              "cuMemcpyDtoHAsync");
  queue.wait();
  const auto output = device->allocate(kBytes);
  queue.stream().copy_in(*output, y.data(), CopyShape::bytes(kBytes));
  expect_transformed(queue.stream(), *output);
  cuda::api().MemFree(address);
}

TEST_F(CudaGpu, ContextOfSomebodyElse) {
  const auto device = cuda_device({0, session_->context()}, cache_);
  EXPECT_EQ(device->info().name, device_->info().name);
  const auto stream = device->create_stream();
  const Arrays a = filled(*device, *stream);
  const auto kernel = device->load(stage_.kernel);
  stream->launch(*kernel, Start::after_all,
                 arguments(a.input.get(), a.output.get(), a.twiddles.get()));
  expect_transformed(*stream, *a.output);
}

TEST_F(CudaGpu, TellsWhatAKernelTakes) {
  const KernelUsage usage = cuda_usage(*device_->load(stage_.kernel));
  EXPECT_GT(usage.registers, 16);
  EXPECT_LE(usage.registers, 255);
  EXPECT_EQ(usage.local_bytes, 0);
}

TEST_F(CudaGpu, OutOfMemoryLeavesTheDeviceUsable) {
  EXPECT_THROW(device_->allocate(std::size_t{1} << 50U), Error);
  EXPECT_NO_THROW(device_->allocate(1024));
}

TEST_F(CudaGpu, TheSameBitsEveryTime) {
  const auto stream = device_->create_stream();
  const Arrays a = filled(*device_, *stream);
  const auto kernel = device_->load(stage_.kernel);
  std::vector<std::complex<float>> first(x_.size());
  for (int i = 0; i < 5; ++i) {
    stream->launch(*kernel, Start::after_all,
                   arguments(a.input.get(), a.output.get(), a.twiddles.get()));
    std::vector<std::complex<float>> y(x_.size());
    stream->copy_out(y.data(), *a.output, CopyShape::bytes(kBytes));
    stream->wait();
    if (i == 0) first = y;
    EXPECT_EQ(std::memcmp(y.data(), first.data(), kBytes), 0);
  }
}

}  // namespace
}  // namespace fftcore::test::cuda_gpu_test
