// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_executable.h"

#include <algorithm>
#include <array>
#include <future>
#include <utility>

#include "canonical.h"
#include "convolution_kernels.h"
#include "fftcore/error.h"
#include "run_checks.h"

namespace fftcore {
namespace {

/// Samples from one row to the next of an image on the device.
std::int64_t device_row(const Layout& layout) { return layout.columns.extent * (layout.is_interleaved() ? layout.channels.extent : 1); }

std::size_t image_size(const Layout& layout) {
  return static_cast<std::size_t>(layout.rows.extent * layout.columns.extent * layout.channels.extent) * size_bytes(layout.element);
}

/// Calls copy(host offset in bytes, shape) for each plane of an image in host memory.
template <class Copy>
void for_each_plane(const Layout& layout, std::int64_t row_stride, Copy copy) {
  const std::size_t sample = size_bytes(layout.element);
  const std::int64_t planes = layout.is_interleaved() ? 1 : layout.channels.extent;
  CopyShape shape;
  shape.rows = static_cast<std::size_t>(layout.rows.extent);
  shape.row_bytes = shape.device_pitch = static_cast<std::size_t>(device_row(layout)) * sample;
  shape.host_pitch = std::max(shape.row_bytes, static_cast<std::size_t>(row_stride != 0 ? row_stride : layout.rows.stride) * sample);
  for (std::int64_t plane = 0; plane < planes; ++plane) {
    shape.device_offset = static_cast<std::size_t>(plane) * shape.rows * shape.row_bytes;
    copy(static_cast<std::size_t>(plane * layout.channels.stride) * sample, shape);
  }
}

}  // namespace

GpuExecutable::GpuExecutable(const Problem& problem, const Plan& plan, Device& device) : problem_(problem), plan_(plan), device_(device) {
  const auto& geometry = std::get<GpuThreePassPlan>(plan.geometry);
  const ConvolutionKernels kernels = convolution_kernels(problem, geometry);
  // The compiler takes most of the time: all kernels at once.
  const std::array<std::pair<std::unique_ptr<Launch>*, const StageKernel*>, 5> launches = {{{&taps_rows_, &kernels.taps_rows},
                                                                                            {&taps_columns_, &kernels.taps_columns},
                                                                                            {&rows_, &kernels.rows},
                                                                                            {&columns_, &kernels.columns},
                                                                                            {&rows_back_, &kernels.rows_back}}};
  std::vector<std::future<std::unique_ptr<LoadedKernel>>> loading;
  for (const auto& [launch, stage] : launches)
    loading.push_back(std::async(std::launch::async, [&device, stage = stage] { return device.load(stage->kernel); }));
  for (auto& kernel : loading) kernel.wait();
  for (std::size_t i = 0; i < launches.size(); ++i)
    *launches[i].first = std::make_unique<Launch>(device, *launches[i].second, loading[i].get());

  constexpr std::int64_t kComplexBytes = 8;
  const auto channels = static_cast<std::int64_t>(filtered_channels(problem).size());
  const std::int64_t row_bytes = geometry.rows.length * kComplexBytes;
  const auto allocate = [&](std::int64_t bytes) { return device.allocate(static_cast<std::size_t>(bytes)); };
  input_ = device.allocate(image_size(problem.input));
  output_ = device.allocate(image_size(problem.output));
  row_spectra_ = allocate(channels * line_rows(problem, geometry) * row_bytes);
  result_ = allocate(channels * geometry.half_rows * row_bytes);
  spectrum_bytes_ = static_cast<std::size_t>(geometry.columns.length * row_bytes);
  kernel_stream_ = device.create_stream();
  taps_ = allocate(problem.kernel.rows * problem.kernel.columns * static_cast<std::int64_t>(sizeof(float)));
  taps_spectra_ = allocate(problem.kernel.rows * row_bytes);
}

void GpuExecutable::set_kernel(const Taps& taps) {
  check_taps(problem_, std::span(&taps, 1));
  const std::vector<float> values = correlation_taps(problem_, taps);
  const std::lock_guard one_at_a_time(kernel_mutex_);
  std::shared_ptr<DeviceMemory> spectrum = device_.allocate(spectrum_bytes_);
  kernel_stream_->copy_in(*taps_, values.data(), CopyShape::bytes(values.size() * sizeof(float)));
  Bindings bindings;
  bindings.input = taps_.get();
  bindings.output = taps_spectra_.get();
  bindings.input_row_stride = static_cast<std::int32_t>(problem_.kernel.columns);
  taps_rows_->enqueue(*kernel_stream_, bindings);
  bindings.input = taps_spectra_.get();
  bindings.output = spectrum.get();
  taps_columns_->enqueue(*kernel_stream_, bindings);
  kernel_stream_->wait();
  kernel_.set_spectrum(std::move(spectrum));
}

void GpuExecutable::run(Queue& queue, ConstBuffer input, Buffer output) {
  auto* const gpu_queue = dynamic_cast<GpuQueue*>(&queue);
  if (gpu_queue == nullptr || &gpu_queue->device() != &device_)
    throw InvalidArgument("run() got a queue of another backend or device; make it with the backend that compiled this");
  check_images(problem_, input, output);
  const auto kernel = kernel_.values();
  DeviceStream& stream = gpu_queue->stream();

  const auto* const from = static_cast<const std::byte*>(input.data);
  for_each_plane(problem_.input, input.row_stride, [&](std::size_t offset, const CopyShape& shape) {
    stream.copy_in(*input_, from + offset, shape);
    // Copied channels come out as they went in; the last launch writes the others over.
    if (problem_.copied_channels != 0) stream.copy_in(*output_, from + offset, shape);
  });

  Bindings bindings;
  bindings.kernel_spectrum = kernel.spectrum.get();
  bindings.input_row_stride = static_cast<std::int32_t>(device_row(problem_.input));
  bindings.output_row_stride = static_cast<std::int32_t>(device_row(problem_.output));
  bindings.gain = kernel.gain;
  bindings.offset = kernel.offset + problem_.bias;
  bindings.input = input_.get();
  bindings.output = row_spectra_.get();
  rows_->enqueue(stream, bindings);
  bindings.input = row_spectra_.get();
  bindings.output = result_.get();
  columns_->enqueue(stream, bindings);
  bindings.input = result_.get();
  bindings.output = output_.get();
  rows_back_->enqueue(stream, bindings);

  auto* const to = static_cast<std::byte*>(output.data);
  for_each_plane(problem_.output, output.row_stride,
                 [&](std::size_t offset, const CopyShape& shape) { stream.copy_out(to + offset, *output_, shape); });
  stream.wait();
}

}  // namespace fftcore
