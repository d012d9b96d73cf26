// SPDX-License-Identifier: LGPL-2.1-or-later
#include "forward_session.h"

#include <fmt/format.h>

#include "../frames/fields.h"
#include "../frames/formats.h"
#include "../memory/mapped_frame.h"
#include "../spectra/mapped_spectrum.h"
#include "../spectra/spectrum_meta.h"
#include "fftcore/error.h"

namespace fftcore::gst::forward {
namespace {

int int_in(const GstCaps* caps, const char* field) {
  int value = 0;
  gst_structure_get_int(gst_caps_get_structure(caps, 0), field, &value);
  return value;
}

// One axis of a frame. `asked`: the property.
void require_room(const char* property, int asked, int points, const char* unit, int samples,
                  int before, int after) {
  const int needed = samples + before + after;
  if (points >= needed) return;
  const std::string border =
      before + after > 0
          ? fmt::format(" and the border of {} + {} that is asked for downstream", before, after)
          : "";
  const std::string blame = asked != 0 ? fmt::format("{}={}", property, asked)
                                       : fmt::format("downstream wants {} points", points);
  throw InvalidArgument(
      fmt::format("{}: frames of {} {}{} need at least {} points; set {} to that or more, or to 0 "
                  "for a good number",
                  blame, samples, unit, border, needed, property));
}

void require_window(const Settings& settings, const Border& border) {
  if (settings.window == Window::none || border == Border{}) return;
  throw InvalidArgument(
      "window=hann fades the picture's edges out, and a filter downstream asks for what lies "
      "beyond them; use window=none with filters");
}

void require_overlap(const Settings& settings, const SpectrumInfo& info) {
  const auto block = info.layout.points.columns;
  if (info.width + info.border.left == block && info.x == info.border.left) return;
  throw InvalidArgument(fmt::format(
      "block-size={} and hop={}: blocks of {} points with {} new samples carry {} samples over; {} "
      "are asked for downstream. Set hop=0, or a larger block-size",
      settings.block_size, settings.hop, block, info.width, block - info.width, info.border.left));
}

ForwardStage forward_stage_of(const Stream& stream, const Settings& settings) {
  ForwardStage stage;
  stage.window = settings.window;
  stage.spectrum = stream.spectrum.layout;
  if (!stream.video) {  // the overlap is part of the image: it is there
    stage.image = Layout::interleaved(SampleType::f32, {1, stream.spectrum.layout.points.columns},
                                      stream.spectrum.layout.channels);
    return stage;
  }
  const std::vector<PlaneJob> jobs = image_jobs(*stream.video);
  const PlaneJob& job = jobs.front();
  stage.spectrum.channels /= std::ssize(jobs);
  stage.image = job.layout;
  stage.skipped_channels = job.skipped_channels;
  stage.bias = job.bias;
  stage.edge = settings.edge_mode;
  stage.border = stream.spectrum.border;
  return stage;
}

}  // namespace

Stream stream_of(const Settings& settings, const GstCaps* input, const GstCaps* output) {
  Stream stream;
  stream.input_memory = memory_kind(input);
  stream.output_memory = memory_kind(output);
  if (GstVideoInfo video; gst_structure_has_name(gst_caps_get_structure(input, 0), "video/x-raw")) {
    if (!gst_video_info_from_caps(&video, input))
      throw InvalidArgument("the video's caps say too little; width, height and format are needed");
    gst::require_precision(video, settings.precision);
    require_pictures(video, {.views_by_turns = true}, "transformed as one picture");
    require_room("pad-width", settings.pad_width, int_in(output, "columns"), "pixels in a row",
                 GST_VIDEO_INFO_WIDTH(&video), int_in(output, "border-left"),
                 int_in(output, "border-right"));
    require_room("pad-height", settings.pad_height, int_in(output, "rows"), "rows",
                 GST_VIDEO_INFO_HEIGHT(&video), int_in(output, "border-top"),
                 int_in(output, "border-bottom"));
    stream.video = video;
  }
  stream.spectrum = spectrum_info(output);
  if (stream.video) {
    require_window(settings, stream.spectrum.border);
  } else {
    require_overlap(settings, stream.spectrum);
  }
  return stream;
}

void ForwardSession::prepare(std::shared_ptr<Engine> engine, const Stream& stream,
                             const Settings& settings) {
  const ForwardStage stage = forward_stage_of(stream, settings);
  if (executable_ == nullptr || engine != engine_ || stage != stage_) {
    std::unique_ptr<StageExecutable> built = engine->compile(stage);
    memories_.settle();  // the old one may be at work
    executable_ = std::move(built);
    engine_ = std::move(engine);
    stage_ = stage;
  }
  stream_ = stream;
  if (stream.video) jobs_ = image_jobs(*stream.video);
}

void ForwardSession::run(GstBuffer* frame, GstBuffer* spectrum) {
  StageRun stage_run(memories_, {{frame, stream_->input_memory}},
                     {spectrum, stream_->output_memory});
  const MappedFrame source(*stream_->video, frame, GST_MAP_READ, stream_->input_memory);
  MappedSpectrum target(stream_->spectrum.layout, spectrum, GST_MAP_WRITE, stream_->output_memory);
  for (std::size_t i = 0; i < jobs_.size(); ++i)
    executable_->run(stage_run.queue(), source.source(jobs_[i]),
                     target.target(static_cast<std::int64_t>(i)));
  stage_run.finish_spectrum();
  set_source_frame(spectrum, *stream_->video, frame);
}

void ForwardSession::run(std::span<const float> block, GstBuffer* spectrum) {
  StageRun stage_run(memories_, {}, {spectrum, stream_->output_memory});
  MappedSpectrum target(stream_->spectrum.layout, spectrum, GST_MAP_WRITE, stream_->output_memory);
  executable_->run(stage_run.queue(), {block.data(), 0, block.size_bytes(), MemoryKind::host},
                   target.target());
  stage_run.finish_spectrum();
}

}  // namespace fftcore::gst::forward
