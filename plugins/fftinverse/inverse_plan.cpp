// SPDX-License-Identifier: LGPL-2.1-or-later
#include "inverse_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "../frames/formats.h"
#include "fftcore/error.h"

namespace fftcore::gst::inverse {
namespace {

constexpr std::int64_t kMostAtOnce = 4;  // channels of a Layout

PlaneJob filtered_plane(const GstVideoInfo& video) {
  return plane_jobs(video, PlaneSelection::luma).front();
}

// The spectrum's channels: each one's place in R, G, B; and the white of its samples. Without a
// format: in order, 255.
struct Source {
  std::vector<int> order;
  double white = 255;
};

Source source_of(const SpectrumInfo& info) {
  if (const Format* const format = find_format(info.video_format))
    return {channel_order(format->id), static_cast<double>(white_of(format->element))};
  Source source;
  for (int c = 0; c < info.layout.channels; ++c) source.order.push_back(c);
  return source;
}

// Where the filtered channels lie in a pixel.
std::vector<std::int64_t> places_of(const PlaneJob& job) {
  std::vector<std::int64_t> places;
  for (std::int64_t c = 0; c < job.layout.channels.extent; ++c)
    if ((job.copied_channels >> c & 1U) == 0) places.push_back(c);
  return places;
}

InverseStage stage_of(const SpectrumInfo& info, const PlaneJob& job) {
  InverseStage stage;
  stage.spectrum = info.layout;
  stage.image = job.layout;
  stage.left_out = job.copied_channels;
  stage.first_row = info.y;
  stage.first_column = info.x;
  stage.bias = job.bias;
  return stage;
}

InversePlan::Part part_of(InverseStage stage, std::int64_t spectrum_channel,
                          std::int64_t image_channel) {
  stage.spectrum.channels = 1;
  stage.image.channels = {};
  stage.left_out = 0;
  return {stage, spectrum_channel, image_channel};
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
  plan.image = filtered_plane(video);
  const Source source = source_of(info);
  if (plan.image.order.size() != source.order.size() ||
      std::ssize(source.order) != info.layout.channels) {
    throw InvalidArgument(
        fmt::format("the spectrum has {} channels; {} video has {} that are filtered",
                    info.layout.channels, GST_VIDEO_INFO_NAME(&video), plan.image.order.size()));
  }
  const InverseStage stage = stage_of(info, plan.image);
  if (plan.image.order == source.order) {
    plan.parts.push_back({stage});
    plan.parts.front().stage.copies_left_out = stage.left_out != 0;
  } else {
    const std::vector<std::int64_t> places = places_of(plan.image);
    for (std::size_t c = 0; c < places.size(); ++c) {
      const auto from = std::ranges::find(source.order, plan.image.order[c]) - source.order.begin();
      plan.parts.push_back(part_of(stage, from, places[c]));
    }
  }
  for (const PlaneJob& job : plane_jobs(video, PlaneSelection::luma))
    if (!job.is_filtered || (job.copied_channels != 0 && !plan.has_source()))
      plan.kept.push_back(job);
  plan.gain_scale = white_of(plan.image.layout.element) / source.white;
  plan.offset_scale = plan.image.offset_scale;
  return plan;
}

InversePlan plan_audio(const SpectrumInfo& info) {
  InversePlan plan;
  plan.image.layout = Layout::interleaved(Element::f32, {1, info.width}, info.layout.channels);
  const InverseStage stage = stage_of(info, plan.image);
  if (info.layout.channels <= kMostAtOnce) {
    plan.parts.push_back({stage});
  } else {
    for (std::int64_t c = 0; c < info.layout.channels; ++c)
      plan.parts.push_back(part_of(stage, c, c));
  }
  return plan;
}

}  // namespace fftcore::gst::inverse
