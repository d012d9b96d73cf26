// SPDX-License-Identifier: LGPL-2.1-or-later
#include "view_session.h"

#include <fmt/format.h>

#include "../frames/formats.h"
#include "../memory/frame_map.h"
#include "../spectra/mapped_spectrum.h"
#include "../spectra/spectrum_meta.h"
#include "fftcore/error.h"

namespace fftcore::gst::view {
namespace {

ColorMap map_of(const Settings& settings) {
  if (settings.color_map != ColorMap::automatic) return settings.color_map;
  return settings.show == Show::phase ? ColorMap::cyclic : ColorMap::heat;
}

}  // namespace

ViewSession::ViewSession(const Settings& settings) : settings_(settings) {
  gst_video_info_init(&output_);
  check(settings);
}

void ViewSession::check(const Settings& settings) const {
  if (settings.range == RangeMode::fixed && settings.low >= settings.high)
    throw InvalidArgument(
        fmt::format("low={} and high={}: high has to be above low", settings.low, settings.high));
  if (input_ && settings.channel >= input_->layout.channels)
    throw InvalidArgument(fmt::format(
        "channel={}: the spectrum's channels are 0 to {}; -1 shows all of them together",
        settings.channel, input_->layout.channels - 1));
}

void ViewSession::set_caps(const SpectrumInfo& input, const GstVideoInfo& output) {
  const std::optional<SpectrumInfo> before = input_;
  input_ = input;
  try {
    check(settings_);
  } catch (...) {
    input_ = before;
    throw;
  }
  output_ = output;
  if (before != input_) running_.forget();
  set_palette();
}

void ViewSession::change(const Settings& settings) {
  check(settings);
  settings_ = settings;
  if (input_) set_palette();
}

void ViewSession::set_palette() {
  palette_.emplace(output_, map_of(settings_));
}

// 1 / |X| of DC in a frame that is white all over.
float ViewSession::reference_scale() const {
  const SpectrumLayout& layout = input_->layout;
  const Format* const format = find_format(input_->video_format);
  const double white =
      input_->video_format.empty() ? 1 : 255 * (format != nullptr ? format->level() : 1);
  const double divided = layout.normalized ? static_cast<double>(layout.points.rows) *
                                                 static_cast<double>(layout.points.columns)
                                           : 1;
  return static_cast<float>(divided / (white * input_->width * input_->height));
}

void ViewSession::draw(GstBuffer* spectrum, GstBuffer* picture) {
  const SpectrumLayout& layout = input_->layout;
  {
    wait_for_writer(spectrum);
    const MappedSpectrum mapped(layout, spectrum, GST_MAP_READ, MemoryKind::host);
    const void* const data = mapped.source().data;
    if (settings_.show == Show::phase)
      phases(layout, data, settings_.channel, values_);
    else
      magnitudes(layout, data, settings_.channel, reference_scale(), values_);
  }
  levels_.resize(values_.size());
  if (settings_.show == Show::phase) {
    phase_levels(values_, levels_);
  } else if (settings_.range == RangeMode::fixed) {
    decibel_levels(values_, {static_cast<float>(settings_.low), static_cast<float>(settings_.high)},
                   levels_);
  } else {
    decibel_levels(
        values_,
        running_.follow(largest_finite(values_), static_cast<float>(settings_.dynamic_range)),
        levels_);
  }
  FrameMap target(output_, picture, GST_MAP_WRITE);
  palette_->draw(levels_, layout.points,
                 settings_.show == Show::phase ? Symmetry::odd : Symmetry::even, target.frame());
}

}  // namespace fftcore::gst::view
