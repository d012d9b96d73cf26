// SPDX-License-Identifier: LGPL-2.1-or-later
#include "negotiation.h"

#include <algorithm>

#include "caps_fields.h"

namespace fftcore::gst::multiply {
namespace {

constexpr std::int64_t kMaxKernelChannels = 16;

bool is_of_audio(const GstStructure* structure) {
  return gst_structure_has_field(structure, "rate") != FALSE;
}

bool is_line(const GstStructure* structure) {
  return number(structure, "rows") == 1;
}

// Where they cannot serve, require_fit() says so.
Extent extent_for(const TapsFactor& factor, const GstStructure* structure) {
  return is_line(structure) ? factor.line.value_or(Extent{1, factor.extent.columns})
                            : factor.extent;
}

std::int64_t modulo(std::int64_t value, std::int64_t points) {
  return (value % points + points) % points;
}

void move_border(GstStructure* structure, const Border& reach, int sign, bool& is_possible) {
  const auto move = [&](const char* field, std::int64_t by) {
    is_possible = is_possible && shift(structure, field, sign * by);
  };
  move("border-left", reach.left);
  move("border-right", reach.right);
  move("border-top", reach.top);
  move("border-bottom", reach.bottom);
  const auto move_place = [&](const char* field, const char* points, std::int64_t by) {
    const auto place = number(structure, field), count = number(structure, points);
    if (place && count) {
      set_number(structure, field, modulo(*place + sign * by, *count));
    } else {
      move(field, by);
    }
  };
  move_place("x", "columns", reach.left);
  move_place("y", "rows", reach.top);
}

// The first rows of a field are what transformed=rows can hold: the image with its border must lie
// there.
bool can_be_rows(const GstStructure* structure) {
  if (is_line(structure)) return false;
  const auto y = number(structure, "y"), top = number(structure, "border-top");
  if (!y || !top) return true;  // not known yet
  const auto height = number(structure, "height"), bottom = number(structure, "border-bottom"),
             rows = number(structure, "rows");
  return y == top && (!height || !bottom || !rows || *y + *height + *bottom <= *rows);
}

void set_transformed(GstStructure* structure, bool can_be_rows) {
  set_text_choice(
      structure, "transformed",
      can_be_rows ? std::vector{"rows", "rows-and-columns"} : std::vector{"rows-and-columns"});
}

// Products with taps.

bool move_behind(const TapsFactor& factor, GstStructure* structure) {
  bool is_possible = true;
  move_border(structure,
              reach_of(extent_for(factor, structure), factor.operation, is_of_audio(structure)), -1,
              is_possible);
  gst_structure_set(structure, "normalized", G_TYPE_BOOLEAN, TRUE, nullptr);
  return is_possible;
}

bool move_before(const TapsFactor& factor, GstStructure* structure) {
  if (!allow_boolean(structure, "normalized", true)) return false;
  bool is_possible = true;
  move_border(structure,
              reach_of(extent_for(factor, structure), factor.operation, is_of_audio(structure)), 1,
              is_possible);
  gst_structure_remove_field(structure, "normalized");
  return is_possible;
}

// Products with spectra.

constexpr const char* kBorders[] = {"border-left", "border-right", "border-top", "border-bottom"};

// Where the image's first sample lies in the product. The kernel's anchor is its image's centre, of
// audio its first sample.
void move_place(const SpectrumFactor& factor, GstStructure* structure) {
  const auto x = number(structure, "x"), y = number(structure, "y"),
             columns = number(structure, "columns"), rows = number(structure, "rows");
  if (!factor.kernel || !x || !y || !columns || !rows) {
    allow_all_places(structure, "x");
    allow_all_places(structure, "y");
    return;
  }
  const SpectrumInfo& kernel = *factor.kernel;
  const bool is_centred = kernel.rate == 0;
  const std::int64_t sign = factor.conjugate ? -1 : 1;
  set_number(structure, "x",
             modulo(*x + sign * (kernel.x + (is_centred ? kernel.width / 2 : 0)), *columns));
  set_number(structure, "y",
             modulo(*y + sign * (kernel.y + (is_centred ? kernel.height / 2 : 0)), *rows));
}

bool move_behind(const SpectrumFactor& factor, GstStructure* structure) {
  for (const char* field : kBorders) set_number(structure, field, 0);
  move_place(factor, structure);
  if (factor.phase_only) {
    gst_structure_set(structure, "normalized", G_TYPE_BOOLEAN, FALSE, nullptr);
  } else if (!factor.kernel) {
    gst_structure_remove_field(structure, "normalized");
  } else if (factor.kernel->layout.normalized) {
    gst_structure_set(structure, "normalized", G_TYPE_BOOLEAN, TRUE, nullptr);
  }
  return true;
}

bool move_before(const SpectrumFactor& factor, GstStructure* structure) {
  for (const char* field : kBorders) {
    if (!allow_number(structure, field, 0)) return false;
    allow_all_places(structure, field);
  }
  allow_all_places(structure, "x");
  allow_all_places(structure, "y");
  const bool is_always_normalized =
      !factor.phase_only && factor.kernel && factor.kernel->layout.normalized;
  const bool is_as_input = !factor.phase_only && factor.kernel && !factor.kernel->layout.normalized;
  if (factor.phase_only && !allow_boolean(structure, "normalized", false)) return false;
  if (is_always_normalized && !allow_boolean(structure, "normalized", true)) return false;
  if (!is_as_input) gst_structure_remove_field(structure, "normalized");
  return true;
}

// Products with either.

void append(GstCaps* caps, GstStructure* structure, const GstCapsFeatures* features) {
  gst_caps_append_structure_full(caps, structure,
                                 features != nullptr ? gst_caps_features_copy(features) : nullptr);
}

// One structure for each way that the taps may be meant, where `structure` leaves that open: an
// image's, audio's, an image's of one row.
std::vector<GstStructure*> ways_of(const GstStructure* structure) {
  if (is_of_audio(structure) || number(structure, "rows") ||
      gst_structure_has_field(structure, "video-format"))
    return {gst_structure_copy(structure)};
  GstStructure* const image = gst_structure_copy(structure);
  GstStructure* const audio = gst_structure_copy(structure);
  GstStructure* const row = gst_structure_copy(structure);
  std::vector<GstStructure*> ways;
  if (allow_range(image, "rows", 2, kMaxSpectrumPoints)) {
    ways.push_back(image);
  } else {
    gst_structure_free(image);
  }
  for (GstStructure* const line : {audio, row}) {
    if (allow_number(line, "rows", 1)) {
      if (line == audio) gst_structure_set(line, "rate", GST_TYPE_INT_RANGE, 1, G_MAXINT, nullptr);
      ways.push_back(line);
    } else {
      gst_structure_free(line);
    }
  }
  return ways;
}

}  // namespace

GstCaps* caps_behind(const Factor& factor, const GstCaps* input) {
  if (std::holds_alternative<std::monostate>(factor)) return gst_caps_copy(input);
  GstCaps* const result = gst_caps_new_empty();
  for (guint i = 0; i < gst_caps_get_size(input); ++i) {
    for (GstStructure* const structure : ways_of(gst_caps_get_structure(input, i))) {
      bool is_possible = false;
      if (const auto* taps = std::get_if<TapsFactor>(&factor))
        is_possible = move_behind(*taps, structure);
      if (const auto* spectrum = std::get_if<SpectrumFactor>(&factor))
        is_possible = move_behind(*spectrum, structure);
      if (!is_possible) {
        gst_structure_free(structure);
        continue;
      }
      set_transformed(structure, can_be_rows(structure));
      append(result, structure, gst_caps_get_features(input, i));
    }
  }
  return result;
}

GstCaps* caps_before(const Factor& factor, const GstCaps* output) {
  if (std::holds_alternative<std::monostate>(factor)) return gst_caps_copy(output);
  GstCaps* const result = gst_caps_new_empty();
  GstCaps* const any_channels = gst_caps_new_empty();
  for (guint i = 0; i < gst_caps_get_size(output); ++i) {
    const GstCapsFeatures* const features = gst_caps_get_features(output, i);
    for (GstStructure* const structure : ways_of(gst_caps_get_structure(output, i))) {
      bool is_possible = false;
      if (const auto* taps = std::get_if<TapsFactor>(&factor))
        is_possible = move_before(*taps, structure);
      if (const auto* spectrum = std::get_if<SpectrumFactor>(&factor))
        is_possible = move_before(*spectrum, structure);
      if (!is_possible) {
        gst_structure_free(structure);
        continue;
      }
      set_transformed(structure, !is_line(structure));
      const auto* taps = std::get_if<TapsFactor>(&factor);
      if (taps != nullptr && taps->channels > 1) {
        // Streams with other channels are told why they do not fit when they come, which no caps
        // can.
        GstStructure* const fitting = gst_structure_copy(structure);
        if (allow_number(fitting, "channels", taps->channels)) {
          append(result, fitting, features);
        } else {
          gst_structure_free(fitting);
        }
        append(any_channels, structure, features);
      } else {
        append(result, structure, features);
      }
    }
  }
  gst_caps_append(result, any_channels);
  return result;
}

GstCaps* kernel_caps_for(const SpectrumInfo& input, MemoryKind memory) {
  GstCaps* const all = all_spectrum_caps("rows-and-columns");
  GstCaps* const caps = gst_caps_new_empty();
  const std::int64_t c = input.layout.channels;
  std::vector<std::int64_t> channels{c};
  for (const std::int64_t count : {std::int64_t{1}, c * c, c * (c + 1) / 2}) {
    if (count <= kMaxKernelChannels && std::ranges::find(channels, count) == channels.end())
      channels.push_back(count);
  }
  for (const bool has_channels : {true, false}) {
    for (guint i = 0; i < gst_caps_get_size(all); ++i) {
      const GstCapsFeatures* const features = gst_caps_get_features(all, i);
      if (memory == MemoryKind::host &&
          !gst_caps_features_is_equal(features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY))
        continue;
      GstStructure* const structure = gst_structure_copy(gst_caps_get_structure(all, i));
      set_number(structure, "rows", input.layout.points.rows);
      set_number(structure, "columns", input.layout.points.columns);
      if (has_channels) set_number_choice(structure, "channels", channels);
      append(caps, structure, features);
    }
  }
  // Others are told why they do not fit when they come, which no caps can.
  gst_caps_append(caps, all);
  return caps;
}

}  // namespace fftcore::gst::multiply
