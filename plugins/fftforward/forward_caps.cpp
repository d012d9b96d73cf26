// SPDX-License-Identifier: LGPL-2.1-or-later
#include "forward_caps.h"

#include <gst/video/video.h>

#include <algorithm>
#include <memory>

#include "../frames/formats.h"
#include "../spectra/carried_fields.h"
#include "../spectra/spectrum_info.h"

namespace fftcore::gst::forward {
namespace {

constexpr int kMostPoints = static_cast<int>(kMaxSpectrumPoints);
constexpr int kLeastBlock = 4096;    // points, of audio: a twelfth of a second
constexpr int kBlockPerOverlap = 4;  // a quarter of the work is done twice at most

struct FreeCaps {
  void operator()(GstCaps* caps) const { gst_caps_unref(caps); }
};
using Caps = std::unique_ptr<GstCaps, FreeCaps>;

bool is_audio(const GstStructure* structure) {
  return gst_structure_has_name(structure, "audio/x-raw");
}

void set_number(GstStructure* structure, const char* field, int number) {
  gst_structure_set(structure, field, G_TYPE_INT, number, nullptr);
}

void copy_field(const GstStructure* from, const char* name, GstStructure* to,
                const char* new_name) {
  if (const GValue* const value = gst_structure_get_value(from, name); value != nullptr)
    gst_structure_set_value(to, new_name, value);
}

// Leaves of a field what is at least this; false, and as it was, where nothing is.
bool narrow(GstStructure* structure, const char* field, int least) {
  const GValue* const value = gst_structure_get_value(structure, field);
  GValue range = G_VALUE_INIT;
  g_value_init(&range, GST_TYPE_INT_RANGE);
  gst_value_set_int_range(&range, std::min(least, kMostPoints - 1), kMostPoints);
  GValue narrowed = G_VALUE_INIT;
  const bool is_possible = value != nullptr && gst_value_intersect(&narrowed, value, &range);
  if (is_possible) gst_structure_take_value(structure, field, &narrowed);
  g_value_unset(&range);
  return is_possible;
}

int fixate(GstStructure* structure, const char* field, std::int64_t target) {
  gst_structure_fixate_field_nearest_int(
      structure, field, static_cast<int>(std::min<std::int64_t>(target, kMostPoints)));
  int value = 0;
  gst_structure_get_int(structure, field, &value);
  return value;
}

// Caps from the sink pad to the source pad.

// Colours that are transformed; both kinds may be among the formats.
void set_channels(const GstStructure* video, GstStructure* spectrum) {
  const GValue* const formats = gst_structure_get_value(video, "format");
  bool has_grey = formats == nullptr;
  bool has_colour = formats == nullptr;
  const auto see = [&](const GValue* name) {
    const Format* const format = find_format(g_value_get_string(name));
    if (format != nullptr) (format->filtered_channels() == 3 ? has_colour : has_grey) = true;
  };
  if (formats != nullptr && G_VALUE_HOLDS_STRING(formats)) see(formats);
  if (formats != nullptr && GST_VALUE_HOLDS_LIST(formats))
    for (guint i = 0; i < gst_value_list_get_size(formats); ++i)
      see(gst_value_list_get_value(formats, i));
  if (has_grey && has_colour) {
    gst_structure_set(spectrum, "channels", GST_TYPE_INT_RANGE, 1, 3, nullptr);
  } else {
    set_number(spectrum, "channels", has_colour ? 3 : 1);
  }
}

// What holds of any spectrum that these settings give.
GstStructure* spectrum_of(const Settings& settings, const char* transformed) {
  const bool is_half = settings.precision == Precision::fast;
  GstCaps* const caps = all_spectrum_caps(transformed);
  GstStructure* const structure = gst_structure_copy(gst_caps_get_structure(caps, 0));
  gst_caps_unref(caps);
  gst_structure_set(structure, "precision", G_TYPE_STRING, is_half ? "f16" : "f32",  //
                    "normalized", G_TYPE_BOOLEAN, static_cast<gboolean>(is_half), nullptr);
  return structure;
}

// Any number of points if none is set, too few ones as well: that they are is said when they are
// agreed on, in better words than "not negotiated".
void set_points(GstStructure* structure, const char* field, int points) {
  if (points != 0) set_number(structure, field, points);
}

GstStructure* spectrum_of_video(const Settings& settings, const GstStructure* video) {
  GstStructure* const spectrum = spectrum_of(settings, "{rows, rows-and-columns}");
  copy_field(video, "width", spectrum, "width");
  copy_field(video, "height", spectrum, "height");
  narrow(spectrum, "width", 1);
  narrow(spectrum, "height", 1);
  // An odd number is refused at the start, with words: caps that nothing fits would be a link that
  // fails without any.
  set_points(spectrum, "columns", settings.pad_width % 2 == 0 ? settings.pad_width : 0);
  set_points(spectrum, "rows", settings.pad_height);
  set_channels(video, spectrum);
  copy_field(video, "format", spectrum, "video-format");
  copy_carried_fields(video, spectrum);
  return spectrum;
}

GstStructure* spectrum_of_audio(const Settings& settings, const GstStructure* audio) {
  GstStructure* const spectrum = spectrum_of(settings, "rows-and-columns");
  for (const char* field : {"rows", "height"}) set_number(spectrum, field, 1);
  for (const char* field : {"y", "border-right", "border-top", "border-bottom"})
    set_number(spectrum, field, 0);
  set_points(spectrum, "columns", settings.block_size);
  if (settings.hop != 0) set_number(spectrum, "width", settings.hop);
  for (const char* field : {"rate", "channels", "channel-mask"})
    copy_field(audio, field, spectrum, field);
  return spectrum;
}

// Caps from the source pad to the sink pad.

void append_video(const GstStructure* spectrum, GstCaps* result) {
  const Caps frames(frame_caps());
  for (guint i = 0; i < gst_caps_get_size(frames.get()); ++i) {
    GstStructure* const wanted = gst_structure_new_empty("video/x-raw");
    copy_field(spectrum, "width", wanted, "width");
    copy_field(spectrum, "height", wanted, "height");
    copy_field(spectrum, "video-format", wanted, "format");
    copy_carried_fields(spectrum, wanted);
    GstStructure* const possible =
        gst_structure_intersect(gst_caps_get_structure(frames.get(), i), wanted);
    gst_structure_free(wanted);
    if (possible != nullptr)
      gst_caps_append_structure_full(
          result, possible, gst_caps_features_copy(gst_caps_get_features(frames.get(), i)));
  }
}

void append_audio(const GstStructure* spectrum, GstCaps* result) {
  const Caps all(gst_caps_from_string(kAudioCaps));
  GstStructure* const wanted = gst_structure_new_empty("audio/x-raw");
  for (const char* field : {"rate", "channels", "channel-mask"})
    copy_field(spectrum, field, wanted, field);
  GstStructure* const possible =
      gst_structure_intersect(gst_caps_get_structure(all.get(), 0), wanted);
  gst_structure_free(wanted);
  if (possible != nullptr) gst_caps_append_structure(result, possible);
}

void append_inputs(const Settings& settings, const GstStructure* spectrum, GstCaps* result) {
  const auto append_if = [&](GstStructure* ours, const char* foreign_field, auto append) {
    GstStructure* const possible = gst_structure_intersect(spectrum, ours);
    gst_structure_free(ours);
    if (possible == nullptr) return;
    if (!gst_structure_has_field(possible, foreign_field)) append(possible, result);
    gst_structure_free(possible);
  };
  const std::unique_ptr<GstStructure, decltype(&gst_structure_free)> any(
      gst_structure_new_empty("any"), gst_structure_free);
  append_if(spectrum_of_video(settings, any.get()), "rate", append_video);
  append_if(spectrum_of_audio(settings, any.get()), "video-format", append_audio);
}

// Fixation of caps.

struct FrameSize {
  explicit FrameSize(const GstStructure* video) {
    gst_structure_get_int(video, "width", &width);
    gst_structure_get_int(video, "height", &height);
  }
  int width = 0;
  int height = 0;
};

// For the frame and the least border that goes with these caps. An element that scales pictures,
// behind fftview, prefers to have nothing to scale.
bool has_room(const GstStructure* spectrum, const FrameSize& size) {
  const std::unique_ptr<GstStructure, decltype(&gst_structure_free)> trial(
      gst_structure_copy(spectrum), gst_structure_free);
  const int columns =
      size.width + fixate(trial.get(), "border-left", 0) + fixate(trial.get(), "border-right", 0);
  const int rows =
      size.height + fixate(trial.get(), "border-top", 0) + fixate(trial.get(), "border-bottom", 0);
  return narrow(trial.get(), "columns", columns) && narrow(trial.get(), "rows", rows);
}

void fixate_video(const GstStructure* video, GstCaps* caps, auto&& good_points) {
  GstStructure* const spectrum = gst_caps_get_structure(caps, 0);
  const auto [width, height] = FrameSize(video);
  const int left = fixate(spectrum, "border-left", 0);
  const int top = fixate(spectrum, "border-top", 0);
  const int needed_columns = width + left + fixate(spectrum, "border-right", 0);
  const int needed_rows = height + top + fixate(spectrum, "border-bottom", 0);
  fixate(spectrum, "x", left);
  fixate(spectrum, "y", top);
  gst_structure_fixate_field_string(spectrum, "transformed", "rows");
  narrow(spectrum, "columns", needed_columns);
  narrow(spectrum, "rows", needed_rows);
  const Extent good = good_points(caps, Extent{needed_rows, needed_columns});
  fixate(spectrum, "columns", good.columns);
  fixate(spectrum, "rows", good.rows);
}

void fixate_audio(const Settings& settings, GstCaps* caps, auto&& good_points) {
  GstStructure* const spectrum = gst_caps_get_structure(caps, 0);
  GstStructure* const least = gst_structure_copy(spectrum);
  const int asked = fixate(least, "border-left", 0);
  gst_structure_free(least);
  const int needed = std::max({kLeastBlock, kBlockPerOverlap * asked, asked + settings.hop});
  narrow(spectrum, "columns", asked + std::max(settings.hop, 1));
  const int block = fixate(spectrum, "columns", good_points(caps, Extent{1, needed}).columns);
  const int overlap = settings.hop != 0 ? block - settings.hop : std::min(asked, block - 1);
  fixate(spectrum, "border-left", std::max(overlap, 0));
  fixate(spectrum, "x", std::max(overlap, 0));
  fixate(spectrum, "width", block - overlap);
}

}  // namespace

GstCaps* input_caps() {
  GstCaps* const caps = frame_caps();
  gst_caps_append(caps, gst_caps_from_string(kAudioCaps));
  return caps;
}

GstCaps* transform_caps(const Settings& settings, GstPadDirection direction, const GstCaps* caps) {
  const Caps known(direction == GST_PAD_SINK ? input_caps() : all_spectrum_caps());
  const Caps ours(
      gst_caps_intersect_full(const_cast<GstCaps*>(caps), known.get(), GST_CAPS_INTERSECT_FIRST));
  const Caps spectra(all_spectrum_caps());
  Caps result(gst_caps_new_empty());
  for (guint i = 0; i < gst_caps_get_size(ours.get()); ++i) {
    const GstStructure* const structure = gst_caps_get_structure(ours.get(), i);
    if (direction == GST_PAD_SRC) {
      append_inputs(settings, structure, result.get());
      continue;
    }
    for (guint memory = 0; memory < gst_caps_get_size(spectra.get()); ++memory) {
      GstStructure* const spectrum = is_audio(structure) ? spectrum_of_audio(settings, structure)
                                                         : spectrum_of_video(settings, structure);
      gst_caps_append_structure_full(
          result.get(), spectrum,
          gst_caps_features_copy(gst_caps_get_features(spectra.get(), memory)));
    }
  }
  return result.release();
}

GstCaps* fixate_spectrum(const Settings& settings, const GstCaps* input, GstCaps* caps,
                         const std::function<Extent(const GstCaps*, Extent)>& good_points) {
  const GstStructure* const from = gst_caps_get_structure(input, 0);
  const FrameSize size(from);
  Caps owned(gst_caps_make_writable(caps));
  while (gst_caps_get_size(owned.get()) > 1 &&
         !has_room(gst_caps_get_structure(owned.get(), 0), size))
    gst_caps_remove_structure(owned.get(), 0);
  owned.reset(gst_caps_truncate(owned.release()));
  if (is_audio(from)) {
    fixate_audio(settings, owned.get(), good_points);
  } else {
    fixate_video(from, owned.get(), good_points);
  }
  return gst_caps_fixate(owned.release());
}

}  // namespace fftcore::gst::forward
