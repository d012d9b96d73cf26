// SPDX-License-Identifier: LGPL-2.1-or-later
#include "inverse_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "../frames/formats.h"
#include "fftcore/error.h"

namespace fftcore::gst::inverse {
namespace {

constexpr std::int64_t kMostAtOnce = 4;  // channels of a Layout

// The spectrum's channels: each one's place in R, G, B; and the level of its samples. Without a
// format: in order, of 8 bits.
struct Source {
  std::vector<int> order;
  double level = 1;
};

Source source_of(const SpectrumInfo& info) {
  if (const Format* const format = find_format(info.video_format))
    return {channel_order(format->id), format->level()};
  Source source;
  for (int c = 0; c < info.layout.channels; ++c) source.order.push_back(c);
  return source;
}

// Where the filtered channels lie in a pixel.
std::vector<std::int64_t> places_of(const PlaneJob& job) {
  std::vector<std::int64_t> places;
  for (std::int64_t c = 0; c < job.layout.channels.extent; ++c)
    if ((job.skipped_channels >> c & 1U) == 0) places.push_back(c);
  return places;
}

InverseStage inverse_stage_of(const SpectrumInfo& info, const PlaneJob& job) {
  InverseStage stage;
  stage.spectrum = info.layout;
  stage.image = job.layout;
  stage.skipped_channels = job.skipped_channels;
  stage.first_row = info.y;
  stage.first_column = info.x;
  stage.bias = job.bias;
  return stage;
}

// One channel of the spectrum, which is a pixel's sample `place` of that job.
InversePlan::Part part_of(const SpectrumInfo& info, std::int64_t spectrum_channel, PlaneJob job,
                          std::int64_t place) {
  job.offset += place * job.layout.channels.stride;
  job.layout.channels = {};
  job.skipped_channels = 0;
  InverseStage stage = inverse_stage_of(info, job);
  stage.spectrum.channels = 1;
  return {stage, spectrum_channel, job};
}

void append_parts(const SpectrumInfo& info, const PlaneJob& job, const std::vector<int>& source,
                  InversePlan& plan) {
  const std::vector<std::int64_t> places = places_of(job);
  for (std::size_t c = 0; c < places.size(); ++c) {
    const auto from = std::ranges::find(source, job.order[c]) - source.begin();
    plan.parts.push_back(part_of(info, from, job, places[c]));
  }
}

// Planes that have more than what is transformed.
std::vector<int> planes_with_more(const GstVideoInfo& video) {
  std::vector<int> planes;
  for (const PlaneJob& job : plane_jobs(video, PlaneSelection::luma))
    if (!job.is_filtered || job.copies_plane || job.skipped_channels != 0)
      planes.push_back(job.plane);
  const auto repeated = std::ranges::unique(planes);
  planes.erase(repeated.begin(), repeated.end());
  return planes;
}

}  // namespace

InversePlan plan_video(const SpectrumInfo& info, const GstVideoInfo& video) {
  if (GST_VIDEO_INFO_WIDTH(&video) != info.width || GST_VIDEO_INFO_HEIGHT(&video) != info.height) {
    throw InvalidArgument(fmt::format(
        "the spectrum is of an image of {}x{}, the caps behind ask for {}x{}; put videoscale "
        "behind this element",
        info.width, info.height, GST_VIDEO_INFO_WIDTH(&video), GST_VIDEO_INFO_HEIGHT(&video)));
  }
  InversePlan plan;
  const std::vector<PlaneJob> jobs = image_jobs(video);
  const std::vector<int> order = channel_order(GST_VIDEO_INFO_FORMAT(&video));
  const Source source = source_of(info);
  if (order.size() != source.order.size() || std::ssize(order) != info.layout.channels) {
    throw InvalidArgument(
        fmt::format("the spectrum has {} channels; {} video has {} that are filtered",
                    info.layout.channels, GST_VIDEO_INFO_NAME(&video), order.size()));
  }
  if (jobs.size() == 1 && order == source.order) {
    plan.parts.push_back({inverse_stage_of(info, jobs.front()), 0, jobs.front()});
    plan.parts.front().stage.copies_skipped = jobs.front().skipped_channels != 0;
  } else {
    for (const PlaneJob& job : jobs) append_parts(info, job, source.order, plan);
  }
  if (!plan.has_source()) plan.kept = planes_with_more(video);
  plan.gain_scale = format_of(video).level() / source.level;
  plan.offset_scale = jobs.front().offset_scale;
  return plan;
}

InversePlan plan_audio(const SpectrumInfo& info) {
  InversePlan plan;
  PlaneJob block;
  block.layout = Layout::interleaved(SampleType::f32, {1, info.width}, info.layout.channels);
  if (info.layout.channels <= kMostAtOnce) {
    plan.parts.push_back({inverse_stage_of(info, block), 0, block});
  } else {
    for (std::int64_t c = 0; c < info.layout.channels; ++c)
      plan.parts.push_back(part_of(info, c, block, c));
  }
  return plan;
}

}  // namespace fftcore::gst::inverse
