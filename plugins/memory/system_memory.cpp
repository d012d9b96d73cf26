// SPDX-License-Identifier: LGPL-2.1-or-later
#include "system_memory.h"

#include "allocation.h"
#include "pinned_memory.h"

namespace fftcore::gst {
namespace {

constexpr gsize kAlignment = 64;  // bytes: a cache line, and more than any vector register

class SystemEngine final : public Engine {
 public:
  SystemEngine(Backend& backend, const QueueOptions& options)
      : backend_(backend), queue_(backend.create_queue(options)) {}

  Backend& backend() const override { return backend_; }
  const Queue& build_queue() const override { return *queue_; }
  Queue& queue() override { return *queue_; }
  MemoryKind memory() const override { return MemoryKind::host; }

  void require_memory(GstBuffer* /*buffer*/) override {}
  void begin_reading(GstBuffer* /*input*/) override {}
  void copy_plane(int plane, const MappedFrame& from, MappedFrame& to) override {
    to.copy_plane_from(from, plane);
  }
  ConstBuffer on_host(const Layout& /*layout*/, ConstBuffer part,
                      std::vector<std::byte>& /*storage*/) override {
    return part;
  }
  void finish(std::span<GstBuffer* const> /*inputs*/, GstBuffer* /*output*/) override {
    queue_->wait();
  }
  void mark_done(GstBuffer* /*output*/) override {}

 private:
  Backend& backend_;
  std::unique_ptr<Queue> queue_;
};

class SystemMemory final : public FrameMemory {
 public:
  // Memory that is not the system's can be mapped too, where its kind offers that.
  bool has(const GstCapsFeatures* /*features*/) const override { return true; }
  bool suits(std::string_view backend) const override { return backend != kCudaBackend; }
  bool is_strided() const override { return false; }

  std::shared_ptr<Engine> engine(const Device& device) override {
    if (engine_ == nullptr) {
      QueueOptions options;
      options.threads = device.threads;
      options.wait = device.wait;
      if (may_be(device.backend, kCudaBackend))
        options.device = device.share >= 0 ? device.share : device.cuda_id;
      engine_ = system_engine(select_backend(backend_name(device.backend)), options);
      engine_->set_interruption(interruption_);
    }
    return engine_;
  }
  bool follow(GstBuffer* /*buffer*/, const Device& /*device*/) override { return false; }

  bool propose_pool(GstQuery* query) override {
    return propose_video_pool(query, allocator().get());
  }
  bool propose_allocator(GstQuery* query) override {
    return name_allocator(query, allocator().get());
  }
  bool decide_pool(GstQuery* query) override { return decide_video_pool(query, allocator().get()); }
  SizedPool plain_pool(GstCaps* caps, std::size_t bytes) override {
    GstBufferPool* const pool = gst_buffer_pool_new();
    GstStructure* const config = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(config, caps, static_cast<guint>(bytes), 0, 0);
    GstAllocationParams parameters;
    gst_allocation_params_init(&parameters);
    parameters.align = kAlignment - 1;
    gst_buffer_pool_config_set_allocator(config, allocator().get(), &parameters);
    gst_buffer_pool_set_config(pool, config);
    return {pool, static_cast<guint>(bytes)};
  }

  void set_context(GstContext* /*context*/, const Device& /*device*/) override {}
  bool answer(GstQuery* /*query*/) override { return false; }

  void release() override { engine_.reset(); }

 private:
  // Of memory that the backend copies by itself; null: ordinary memory is as good.
  AllocatorPointer allocator() const {
    return engine_ == nullptr ? nullptr : pinned_allocator(engine_);
  }

  std::shared_ptr<Engine> engine_;
};

}  // namespace

std::shared_ptr<Engine> system_engine(Backend& backend, const QueueOptions& options) {
  return std::make_shared<SystemEngine>(backend, options);
}

std::unique_ptr<FrameMemory> system_memory() {
  return std::make_unique<SystemMemory>();
}

}  // namespace fftcore::gst
