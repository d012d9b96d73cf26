// SPDX-License-Identifier: LGPL-2.1-or-later
#include "inverse_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "../gobject/errors.h"
#include "kept_planes.h"

namespace fftcore::gst::inverse {
namespace {

std::vector<std::unique_ptr<StageExecutable>> compiled(const Engine& engine,
                                                       const InversePlan& plan) {
  std::vector<std::unique_ptr<StageExecutable>> executables;
  for (const InversePlan::Part& part : plan.parts)
    executables.push_back(engine.compile(part.stage));
  return executables;
}

class MappedBlock {
 public:
  MappedBlock(GstBuffer* buffer, std::size_t needed) : buffer_(buffer) {
    const gsize bytes = gst_buffer_get_size(buffer);
    if (bytes < needed || !gst_buffer_map(buffer, &map_, GST_MAP_WRITE))
      throw WrongBuffer(fmt::format(
          "a buffer of {} bytes cannot be mapped as a block of audio of {} bytes", bytes, needed));
  }
  ~MappedBlock() { gst_buffer_unmap(buffer_, &map_); }
  MappedBlock(const MappedBlock&) = delete;
  MappedBlock& operator=(const MappedBlock&) = delete;

  Buffer target(const PlaneJob& job) {
    const std::size_t first = static_cast<std::size_t>(job.offset) * size_bytes(job.layout.type);
    return {map_.data + first, 0, map_.size - first, MemoryKind::host};
  }

 private:
  GstBuffer* buffer_;
  GstMapInfo map_;
};

}  // namespace

void InverseSession::set_caps(std::shared_ptr<Engine> engine, const SpectrumInfo& info,
                              const std::optional<GstVideoInfo>& video, MemoryKind input,
                              MemoryKind output) {
  const InversePlan plan = video ? plan_video(info, *video) : plan_audio(info);
  if (engine_ != engine || plan_ != plan) replace(compiled(*engine, plan), engine);
  plan_ = plan;
  info_ = info;
  video_ = video;
  input_memory_ = input;
  output_memory_ = output;
  apply_gain();
}

void InverseSession::set_engine(std::shared_ptr<Engine> engine) {
  replace(compiled(*engine, plan_), engine);
  apply_gain();
}

void InverseSession::replace(Executables executables, std::shared_ptr<Engine> engine) {
  memories_.settle();
  executables_ = std::move(executables);
  engine_ = std::move(engine);
}

void InverseSession::set_gain(const Settings& settings) {
  settings_ = settings;
  apply_gain();
}

void InverseSession::apply_gain() {
  for (const auto& executable : executables_)
    executable->set_gain(static_cast<float>(settings_.gain * plan_.gain_scale),
                         static_cast<float>(settings_.offset * plan_.offset_scale));
}

void InverseSession::run_parts(Queue& queue, const MappedSpectrum& spectrum, ConstBuffer source,
                               auto&& target_of) {
  for (std::size_t i = 0; i < executables_.size(); ++i) {
    const InversePlan::Part& part = plan_.parts[i];
    if (plan_.has_source())
      executables_[i]->run(queue, spectrum.source(), source, target_of(part.image));
    else
      executables_[i]->run(queue, spectrum.source(part.spectrum_channel), target_of(part.image));
  }
}

void InverseSession::run(GstBuffer* spectrum, GstBuffer* output) {
  if (video_)
    write_frame(spectrum, output);
  else
    write_block(spectrum, output);
}

ConstBuffer InverseSession::opaque_image() {
  const Layout& layout = plan_.parts.front().image.layout;
  // White and opaque are samples with all bits set.
  opaque_.resize(
      static_cast<std::size_t>(layout.rows.extent * layout.rows.stride) * size_bytes(layout.type),
      0xFF);
  return {opaque_.data(), layout.rows.stride, opaque_.size(), MemoryKind::host};
}

void InverseSession::write_frame(GstBuffer* spectrum, GstBuffer* output) {
  const bool needs_frame = plan_.has_source() || !plan_.kept.empty();
  const std::optional<SourceFrame> frame =
      needs_frame ? frame_like(spectrum, *video_) : std::nullopt;
  const bool stays_on_device =
      frame && output_memory_ == MemoryKind::device && is_on_device(frame->buffer);
  if (!plan_.kept.empty() && !stays_on_device) fill_on_host(plan_.kept, *video_, frame, output);

  const StageBuffer kept{stays_on_device ? frame->buffer : nullptr,
                         stays_on_device ? MemoryKind::device : MemoryKind::host};
  StageRun run(memories_, {{spectrum, input_memory_}, kept}, {output, output_memory_});
  const MappedSpectrum source(info_.layout, spectrum, GST_MAP_READ, input_memory_);
  MappedFrame target(*video_, output, GST_MAP_WRITE, output_memory_);
  std::optional<MappedFrame> from;
  if (frame && (stays_on_device || plan_.has_source()))
    from.emplace(frame->info, frame->buffer, GST_MAP_READ, kept.memory);
  if (stays_on_device)
    for (const int plane : plan_.kept) run.engine().copy_plane(plane, *from, target);
  const ConstBuffer skipped = !plan_.has_source() ? ConstBuffer{}
                              : from              ? from->source(plan_.parts.front().image)
                                                  : opaque_image();
  run_parts(run.queue(), source, skipped, [&](const PlaneJob& job) { return target.target(job); });
  run.finish_frame();
}

void InverseSession::write_block(GstBuffer* spectrum, GstBuffer* output) {
  const gsize frame_bytes = static_cast<gsize>(info_.layout.channels) * sizeof(float);
  {
    StageRun run(memories_, {{spectrum, input_memory_}}, {output, MemoryKind::host});
    const MappedSpectrum source(info_.layout, spectrum, GST_MAP_READ, input_memory_);
    MappedBlock target(output, frame_bytes * static_cast<std::size_t>(info_.width));
    run_parts(run.queue(), source, {}, [&](const PlaneJob& job) { return target.target(job); });
    run.finish_frame();
  }
  // The last block of a stream may hold fewer samples than the others.
  if (!GST_BUFFER_DURATION_IS_VALID(spectrum)) return;
  const guint64 samples = gst_util_uint64_scale_round(GST_BUFFER_DURATION(spectrum),
                                                      static_cast<guint64>(info_.rate), GST_SECOND);
  if (samples < static_cast<guint64>(info_.width))
    gst_buffer_resize(output, 0, static_cast<gssize>(samples * frame_bytes));
}

}  // namespace fftcore::gst::inverse
