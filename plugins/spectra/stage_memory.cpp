// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stage_memory.h"

#include <algorithm>

#include "spectrum_meta.h"

namespace fftcore::gst {

MemoryKind memory_kind(const GstCaps* caps) {
  const GstCapsFeatures* const features = gst_caps_get_features(caps, 0);
  return features != nullptr && gst_caps_features_contains(features, "memory:CUDAMemory")
             ? MemoryKind::device
             : MemoryKind::host;
}

void StageMemories::stop() {
  settle();
  last_used_.reset();
  engine_.reset();
  frames_.stop();
}

std::shared_ptr<Engine> StageMemories::choose(const GstCaps* input_caps, const GstCaps* output_caps,
                                              const Device& device) {
  settle();
  frames_.choose(memory_kind(input_caps) == MemoryKind::device ? input_caps : output_caps);
  engine_ = frames_.chosen().engine(device);
  return engine_;
}

std::shared_ptr<Engine> StageMemories::follow(GstBuffer* input, const Device& device) {
  if (!frames_.chosen().follow(input, device)) return nullptr;
  settle();
  engine_ = frames_.chosen().engine(device);
  return engine_;
}

void StageMemories::settle() {
  if (last_used_ != nullptr) wait_whatever_happens(last_used_->queue());
}

bool StageMemories::propose_frames(GstQuery* query) {
  GstCaps* caps = nullptr;
  gst_query_parse_allocation(query, &caps, nullptr);
  return caps != nullptr && frames_.of(caps).propose_pool(query);
}

bool StageMemories::decide_frames(GstQuery* query) {
  GstCaps* caps = nullptr;
  gst_query_parse_allocation(query, &caps, nullptr);
  return caps != nullptr && frames_.of(caps).decide_pool(query);
}

bool StageMemories::decide_spectra(GstQuery* query, const SpectrumLayout& layout) {
  GstCaps* caps = nullptr;
  gst_query_parse_allocation(query, &caps, nullptr);
  if (caps == nullptr) return false;
  const auto [pool, size] = frames_.of(caps).plain_pool(caps, size_bytes(layout));
  if (gst_query_get_n_allocation_pools(query) > 0) {
    gst_query_set_nth_allocation_pool(query, 0, pool, size, 0, 0);
  } else {
    gst_query_add_allocation_pool(query, pool, size, 0, 0);
  }
  gst_object_unref(pool);
  return true;
}

StageRun::StageRun(StageMemories& memories, std::initializer_list<StageBuffer> inputs,
                   StageBuffer output)
    : engine_(memories.engine_), output_(output) {
  const auto is_elsewhere = [](const StageBuffer& buffer) {
    return buffer.memory == MemoryKind::device;
  };
  for (const StageBuffer& input : inputs) {
    if (!is_elsewhere(input)) continue;
    const SpectrumWriter writer = writer_of(input.buffer);
    if (writer.engine == nullptr && !input.is_held) {
      memories.engine_->begin_reading(input.buffer);
      continue;
    }
    memories.engine_->require_memory(input.buffer);
    if (input.is_held || writer.engine == engine_) continue;
    if (writer.thread == std::this_thread::get_id() && engine_ == memories.engine_) {
      engine_ = writer.engine;
      continue;
    }
    writer.engine->queue().wait();
    must_wait_ = true;
  }
  if (is_elsewhere(output)) memories.engine_->require_memory(output.buffer);
  // An executable's own memory is used by one queue at a time.
  if (memories.last_used_ != engine_) memories.settle();
  memories.last_used_ = engine_;
}

StageRun::~StageRun() {
  if (!is_finished_) wait_whatever_happens(engine_->queue());
}

void StageRun::finish_spectrum() {
  if (must_wait_ || output_.memory == MemoryKind::host) engine_->queue().wait();
  if (output_.memory == MemoryKind::device)
    set_writer(output_.buffer, {engine_, std::this_thread::get_id()});
  is_finished_ = true;
}

void StageRun::finish_frame() {
  engine_->queue().wait();
  if (output_.memory == MemoryKind::device) engine_->mark_done(output_.buffer);
  is_finished_ = true;
}

}  // namespace fftcore::gst
