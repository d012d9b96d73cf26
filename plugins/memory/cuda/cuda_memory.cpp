// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_memory.h"

#include <fmt/format.h>

#include "cuda_engine.h"
#include "cuda_pool.h"
#include "fftcore/error.h"

GST_DEBUG_CATEGORY_STATIC(fftcore_cuda_debug);
#define GST_CAT_DEFAULT fftcore_cuda_debug

namespace fftcore::gst {
namespace {

// GStreamer's library aborts where the driver is missing, unless this is asked first.
bool load_library() {
  GST_DEBUG_CATEGORY_INIT(fftcore_cuda_debug, "fftcorecuda", 0, "fftcore elements: CUDA memory");
  if (!gst_cuda_load_library()) {
    GST_INFO("no CUDA driver: frames in system memory only");
    return false;
  }
#if !FFTCORE_GST_CUDA_HAS_STREAMS
  guint major = 0;
  guint minor = 0;
  guint unused = 0;
  gst_version(&major, &minor, &unused, &unused);
  if (major > 1 || minor >= 24) {
    GST_WARNING(
        "built for GStreamer %d.%d, which knows no streams: no frames in CUDA memory with %u.%u. "
        "Build it anew",
        GST_VERSION_MAJOR, GST_VERSION_MINOR, major, minor);
    return false;
  }
#endif
  gst_cuda_memory_init_once();
  return true;
}

Backend& backend_for(BackendChoice choice) {
  if (!may_be(choice, kCudaBackend)) {
    throw InvalidArgument(
        fmt::format("backend={} cannot reach frames in memory:CUDAMemory; set backend=cuda or "
                    "auto, or put cudadownload before this element "
                    "and cudaupload behind it",
                    backend_name(choice)));
  }
  try {
    return select_backend(kCudaBackend);
  } catch (const BackendUnavailable& error) {
    throw BackendUnavailable(
        fmt::format("{}. Only backend cuda reaches frames in memory:CUDAMemory; for another one "
                    "put cudadownload before this element",
                    error.what()));
  }
}

/// Null where the buffer is in other memory.
GstCudaContext* context_of(GstBuffer* buffer) {
  GstMemory* const memory =
      gst_buffer_n_memory(buffer) > 0 ? gst_buffer_peek_memory(buffer, 0) : nullptr;
  return gst_is_cuda_memory(memory) ? GST_CUDA_MEMORY_CAST(memory)->context : nullptr;
}

class CudaMemory final : public FrameMemory {
 public:
  explicit CudaMemory(GstElement* element) : element_(element), link_(element) {}

  bool has(const GstCapsFeatures* features) const override {
    return features != nullptr &&
           gst_caps_features_contains(features, GST_CAPS_FEATURE_MEMORY_CUDA_MEMORY);
  }
  bool suits(std::string_view backend) const override { return backend == kCudaBackend; }
  bool is_strided() const override { return true; }

  std::shared_ptr<Engine> engine(const Device& device) override {
    Backend& backend = backend_for(device.backend);
    CudaContext context = link_.find(device.cuda_id);
    if (engine_ == nullptr || engine_->context() != context) {
      engine_ = std::make_shared<CudaEngine>(backend, std::move(context), device.wait);
      engine_->set_interruption(interruption_);
      GST_INFO_OBJECT(element_, "CUDA device %d, context %p, stream %p",
                      device_id_of(engine_->context().get()),
                      gst_cuda_context_get_handle(engine_->context().get()),
                      static_cast<void*>(engine_->stream().handle()));
    }
    return engine_;
  }

  bool follow(GstBuffer* buffer, const Device& device) override {
    GstCudaContext* const context = context_of(buffer);
    if (context == nullptr) return false;
    return (engine_ == nullptr || context != engine_->context().get()) &&
           link_.adopt(context, device.cuda_id);
  }
  int cuda_device() const override {
    return engine_ == nullptr ? -1 : device_id_of(engine_->context().get());
  }
  bool are_together(GstBuffer* one, GstBuffer* other) const override {
    return context_of(one) == context_of(other);
  }

  bool propose_pool(GstQuery* query) override {
    return engine_ != nullptr &&
           propose_cuda_pool(query, engine_->context().get(), engine_->stream());
  }

  bool decide_pool(GstQuery* query) override {
    if (engine_ == nullptr) return false;
    const std::optional<CudaStream> stream =
        decide_cuda_pool(query, engine_->context().get(), engine_->stream());
    if (!stream) return false;
    engine_->use_stream(*stream);
    GST_INFO_OBJECT(element_, "writes frames on stream %p", static_cast<void*>(stream->handle()));
    return true;
  }

  SizedPool plain_pool(GstCaps* /*caps*/, std::size_t bytes) override {
    if (engine_ == nullptr) throw Error("CUDA memory is asked for before a device is chosen");
    return plain_cuda_pool(bytes, engine_->context().get(), engine_->stream());
  }

  void set_context(GstContext* context, const Device& device) override {
    link_.set_context(context, device.cuda_id);
  }
  bool answer(GstQuery* query) override { return link_.answer(query); }

  void release() override {
    engine_.reset();
    link_.forget();
  }

 private:
  GstElement* element_;  // which owns this
  ContextLink link_;
  std::shared_ptr<CudaEngine> engine_;
};

}  // namespace

bool has_cuda_memory() {
  static const bool has = load_library();
  return has;
}

std::unique_ptr<FrameMemory> cuda_memory(GstElement* element) {
  return std::make_unique<CudaMemory>(element);
}

}  // namespace fftcore::gst
