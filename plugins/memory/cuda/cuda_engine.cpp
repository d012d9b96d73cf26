// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fftcore/error.h"

namespace fftcore::gst {

CudaEngine::CudaEngine(Backend& backend, CudaContext context, HostWait wait)
    : backend_(backend),
      context_(std::move(context)),
      wait_(wait),
      own_stream_(context_),
      stream_(own_stream_),
      own_queue_(queue_on(own_stream_)) {}

std::unique_ptr<Queue> CudaEngine::queue_on(const CudaStream& stream) const {
  QueueOptions options;
  options.device = device_id_of(context_.get());
  options.native_context = gst_cuda_context_get_handle(context_.get());
  options.native_stream = stream.handle();
  // where pools share them, neighbours' kernels run on them too
  options.native_stream_is_exclusive = !FFTCORE_GST_CUDA_HAS_STREAMS;
  options.wait = wait_;
  return backend_.create_queue(options);
}

void CudaEngine::use_stream(const CudaStream& stream) {
  if (stream == stream_) return;
  queue().wait();
  used_queue_ = stream == own_stream_ ? nullptr : queue_on(stream);
  stream_ = stream;
}

// Throws where the buffer is not what caps and contexts promised.
GstCudaMemory* CudaEngine::memory_of(GstBuffer* buffer) const {
  const guint pieces = gst_buffer_n_memory(buffer);
  GstMemory* const memory = pieces == 1 ? gst_buffer_peek_memory(buffer, 0) : nullptr;
  if (!gst_is_cuda_memory(memory)) {
    const bool has_name = memory != nullptr && memory->allocator != nullptr;
    throw InvalidArgument(fmt::format(
        "the caps say memory:CUDAMemory, but the frame is {}; put cudaupload before this element",
        has_name ? fmt::format("in {}", memory->allocator->mem_type)
                 : fmt::format("in {} pieces", pieces)));
  }
  auto* const cuda = GST_CUDA_MEMORY_CAST(memory);
  if (cuda->context != context_.get()) {
    throw InvalidArgument(
        fmt::format("the frame lies in a context of CUDA device {}, this element works in another "
                    "one, of device {}; leave "
                    "cuda-device-id at -1, or set the same one for all elements",
                    device_id_of(cuda->context), device_id_of(context_.get())));
  }
  return cuda;
}

void CudaEngine::begin_reading(GstBuffer* input) {
  stream_.catch_up_with(memory_of(input));
}

void CudaEngine::require_memory(GstBuffer* buffer) {
  memory_of(buffer);
}

void CudaEngine::mark_done(GstBuffer* output) {
  CudaStream::mark_done(memory_of(output));
}

void CudaEngine::copy_plane(int plane, const MappedFrame& from, MappedFrame& to) {
  const MappedFrame::RawPlane source = from.raw(plane);
  const MappedFrame::RawPlane target = to.raw(plane);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = reinterpret_cast<CUdeviceptr>(source.data);
  copy.srcPitch = static_cast<std::size_t>(source.stride_bytes);
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = reinterpret_cast<CUdeviceptr>(target.data);
  copy.dstPitch = static_cast<std::size_t>(target.stride_bytes);
  copy.WidthInBytes = static_cast<std::size_t>(target.shape.row_bytes);
  copy.Height = static_cast<std::size_t>(target.shape.rows);
  const CurrentContext current(context_.get());
  check_cuda(CuMemcpy2DAsync(&copy, stream_.handle()), "cuMemcpy2DAsync");
}

ConstBuffer CudaEngine::on_host(const Layout& layout, ConstBuffer part,
                                std::vector<std::byte>& storage) {
  const SampleType type = layout.type;
  const std::int64_t row = (layout.columns.extent - 1) * layout.columns.stride +
                           (layout.channels.extent - 1) * layout.channels.stride + 1;
  const std::int64_t stride = whole_words(type, part.first + row);
  CUDA_MEMCPY2D copy = {};
  copy.WidthInBytes = static_cast<std::size_t>(byte_of(type, stride));
  copy.Height = static_cast<std::size_t>(layout.rows.extent);
  storage.resize(copy.WidthInBytes * copy.Height);
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = reinterpret_cast<CUdeviceptr>(part.data);
  copy.srcPitch = static_cast<std::size_t>(byte_of(type, part.row_stride));
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = storage.data();
  copy.dstPitch = copy.WidthInBytes;
  const CurrentContext current(context_.get());
  check_cuda(CuMemcpy2DAsync(&copy, stream_.handle()), "cuMemcpy2DAsync");
  queue().wait();
  return {storage.data(), stride, storage.size(), MemoryKind::host, part.first};
}

void CudaEngine::finish(std::span<GstBuffer* const> inputs, GstBuffer* output) {
  GstCudaMemory* const written = memory_of(output);
  // Where an input belongs to another stream, whoever writes into it next would not wait for us.
  const auto is_ordered = [&](GstBuffer* input) { return stream_.orders(memory_of(input)); };
  if (stream_.orders(written) && std::ranges::all_of(inputs, is_ordered)) return;
  queue().wait();
  CudaStream::mark_done(written);
}

}  // namespace fftcore::gst
