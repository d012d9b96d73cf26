// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_stream.h"

#include <utility>

#include "fftcore/error.h"

namespace fftcore::gst {

#if FFTCORE_GST_CUDA_HAS_STREAMS

struct CudaStream::Held {
  explicit Held(GstCudaStream* owned) : stream(owned) {}
  ~Held() { gst_cuda_stream_unref(stream); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

  GstCudaStream* stream;
};

CudaStream::CudaStream(const CudaContext& context) {
  GstCudaStream* const stream = gst_cuda_stream_new(context.get());
  if (stream == nullptr)
    throw Error("CUDA gives no stream: is the GPU's memory used up (nvidia-smi)?");
  held_ = std::make_shared<const Held>(stream);
}

CUstream CudaStream::handle() const {
  return gst_cuda_stream_get_handle(held_->stream);
}

std::optional<CudaStream> CudaStream::of_pool(GstStructure* config) {
  GstCudaStream* const stream = gst_buffer_pool_config_get_cuda_stream(config);
  if (stream == nullptr) return std::nullopt;
  return CudaStream(std::make_shared<const Held>(stream));
}

void CudaStream::give_to_pool(GstStructure* config) const {
  gst_buffer_pool_config_set_cuda_stream(config, held_->stream);
}

void CudaStream::catch_up_with(GstCudaMemory* memory) const {
  if (!orders(memory)) gst_cuda_memory_sync(memory);
}

bool CudaStream::orders(GstCudaMemory* memory) const {
  GstCudaStream* const stream = gst_cuda_memory_get_stream(memory);
  return stream != nullptr && gst_cuda_stream_get_handle(stream) == handle();
}

void CudaStream::mark_done(GstCudaMemory* memory) {
  GST_MEMORY_FLAG_UNSET(memory, GST_CUDA_MEMORY_TRANSFER_NEED_SYNC);
}

#else

struct CudaStream::Held {
  explicit Held(CudaContext in) : context(std::move(in)) {
    const CurrentContext current(context.get());
    check_cuda(CuStreamCreate(&stream, CU_STREAM_DEFAULT), "cuStreamCreate");
  }
  ~Held() {
    if (!gst_cuda_context_push(context.get())) return;  // the driver has ended already
    CuStreamDestroy(stream);
    gst_cuda_context_pop(nullptr);
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

  CudaContext context;
  CUstream stream = nullptr;
};

CudaStream::CudaStream(const CudaContext& context) : held_(std::make_shared<const Held>(context)) {}

CUstream CudaStream::handle() const {
  return held_->stream;
}

std::optional<CudaStream> CudaStream::of_pool(GstStructure* /*config*/) {
  return std::nullopt;
}

void CudaStream::give_to_pool(GstStructure* /*config*/) const {}

void CudaStream::catch_up_with(GstCudaMemory* /*memory*/) const {}

bool CudaStream::orders(GstCudaMemory* /*memory*/) const {
  return false;
}

void CudaStream::mark_done(GstCudaMemory* /*memory*/) {}

#endif

}  // namespace fftcore::gst
