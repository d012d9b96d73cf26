// SPDX-License-Identifier: LGPL-2.1-or-later
#include "negotiation.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "../common/frame_planes.h"
#include "caps_fields.h"
#include "fftcore/error.h"

namespace fftcore::gst::multiply {
namespace {

constexpr std::int64_t kMaxChannels = 16;

bool is_audio(const GstStructure* structure) {
  return gst_structure_has_field(structure, "rate") != FALSE;
}

bool is_line(const GstStructure* structure) {
  return number(structure, "rows") == 1;
}

// Where they cannot serve, require_fit() says so.
Extent extent_for(const TapsFactor& factor, const GstStructure* structure) {
  return is_line(structure) ? factor.line.value_or(Extent{1, factor.extent.columns}) : factor.extent;
}

std::int64_t modulo(std::int64_t value, std::int64_t points) {
  return (value % points + points) % points;
}

void move_border(GstStructure* structure, const Border& reach, int sign, bool& is_possible) {
  const auto move = [&](const char* field, std::int64_t by) { is_possible = is_possible && shift(structure, field, sign * by); };
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

// The first rows of a field are what transformed=rows can hold: the image with its border must lie there.
bool can_be_rows(const GstStructure* structure) {
  if (is_line(structure)) return false;
  const auto y = number(structure, "y"), top = number(structure, "border-top");
  if (!y || !top) return true;  // not known yet
  const auto height = number(structure, "height"), bottom = number(structure, "border-bottom"), rows = number(structure, "rows");
  return y == top && (!height || !bottom || !rows || *y + *height + *bottom <= *rows);
}

void set_transformed(GstStructure* structure, bool can_be_rows) {
  set_text_choice(structure, "transformed", can_be_rows ? std::vector{"rows", "rows-and-columns"} : std::vector{"rows-and-columns"});
}

// -- taps ------------------------------------------------------------------------------------------------------------

bool move_behind(const TapsFactor& factor, GstStructure* structure) {
  bool is_possible = true;
  move_border(structure, reach_of(extent_for(factor, structure), factor.operation, is_audio(structure)), -1, is_possible);
  gst_structure_set(structure, "normalized", G_TYPE_BOOLEAN, TRUE, nullptr);
  return is_possible;
}

bool move_before(const TapsFactor& factor, GstStructure* structure) {
  if (!allow_boolean(structure, "normalized", true)) return false;
  bool is_possible = true;
  move_border(structure, reach_of(extent_for(factor, structure), factor.operation, is_audio(structure)), 1, is_possible);
  gst_structure_remove_field(structure, "normalized");
  return is_possible;
}

// -- spectra ---------------------------------------------------------------------------------------------------------

constexpr const char* kBorders[] = {"border-left", "border-right", "border-top", "border-bottom"};

// Where the image's first sample lies in the product. The kernel's anchor is its image's centre, of audio its first sample.
void move_place(const SpectrumFactor& factor, GstStructure* structure) {
  const auto x = number(structure, "x"), y = number(structure, "y"), columns = number(structure, "columns"), rows = number(structure, "rows");
  if (!factor.kernel || !x || !y || !columns || !rows) {
    allow_all_places(structure, "x");
    allow_all_places(structure, "y");
    return;
  }
  const SpectrumInfo& kernel = *factor.kernel;
  const bool is_centred = kernel.rate == 0;
  const std::int64_t sign = factor.conjugate ? -1 : 1;
  set_number(structure, "x", modulo(*x + sign * (kernel.x + (is_centred ? kernel.width / 2 : 0)), *columns));
  set_number(structure, "y", modulo(*y + sign * (kernel.y + (is_centred ? kernel.height / 2 : 0)), *rows));
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
  const bool is_always_normalized = !factor.phase_only && factor.kernel && factor.kernel->layout.normalized;
  const bool is_as_input = !factor.phase_only && factor.kernel && !factor.kernel->layout.normalized;
  if (factor.phase_only && !allow_boolean(structure, "normalized", false)) return false;
  if (is_always_normalized && !allow_boolean(structure, "normalized", true)) return false;
  if (!is_as_input) gst_structure_remove_field(structure, "normalized");
  return true;
}

// -- any -------------------------------------------------------------------------------------------------------------

void append(GstCaps* caps, GstStructure* structure, const GstCapsFeatures* features) {
  gst_caps_append_structure_full(caps, structure, features != nullptr ? gst_caps_features_copy(features) : nullptr);
}

// One structure for each way that the taps may be meant, where `structure` leaves that open: an image's, audio's, an image's of one row.
std::vector<GstStructure*> ways_of(const GstStructure* structure) {
  if (is_audio(structure) || number(structure, "rows") || gst_structure_has_field(structure, "video-format")) return {gst_structure_copy(structure)};
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

void require_border(const TapsFactor& factor, const SpectrumInfo& input) {
  const Extent extent = multiply::extent_for(factor, input);
  const Border needed = reach_of(extent, factor.operation, input.rate > 0), &given = input.border;
  if (needed.left <= given.left && needed.right <= given.right && needed.top <= given.top && needed.bottom <= given.bottom) return;
  throw InvalidArgument(fmt::format(
      "{}x{} taps read {} samples on the image's left, {} on its right, {} above and {} below; the spectrum has a border of {}, {}, {}, {}. fftforward "
      "before this element gives what is needed; a spectrum that was saved, or is a product with pad kernel, stays as it is",
      extent.rows, extent.columns, needed.left, needed.right, needed.top, needed.bottom, given.left, given.right, given.top, given.bottom));
}

void require_kernel(const SpectrumInfo& kernel, const SpectrumInfo& input) {
  const Extent points = input.layout.points, of_kernel = kernel.layout.points;
  if (points != of_kernel) {
    throw InvalidArgument(fmt::format(
        "the spectrum on pad kernel is of {}x{} points (rows x columns), the one on pad sink of {}x{}; give both fftforwards the same pad-width and "
        "pad-height",
        of_kernel.rows, of_kernel.columns, points.rows, points.columns));
  }
  const std::int64_t c = input.layout.channels;
  if (!mixing_of(c, kernel.layout.channels)) {
    throw InvalidArgument(
        fmt::format("the spectrum on pad kernel has {} channels, the one on pad sink {}; the kernel needs 1 for all channels, {} for one each, {} for a "
                    "symmetric matrix or {} for a matrix",
                    kernel.layout.channels, c, c, c * (c + 1) / 2, c * c));
  }
  if (kernel.layout.channels != c || c == 1 || kernel.video_format.empty() || input.video_format.empty()) return;
  if (channel_order(kernel) != channel_order(input)) {
    throw InvalidArgument(fmt::format("the channels on pad kernel lie as {} says, those on pad sink as {} does; put videoconvert before one fftforward so "
                                      "that both take the same format",
                                      kernel.video_format, input.video_format));
  }
}

}  // namespace

Extent extent_for(const TapsFactor& factor, const SpectrumInfo& input) {
  if (input.layout.points.rows > 1) return factor.extent;
  if (factor.line) return *factor.line;
  throw InvalidArgument(fmt::format("the kernel has {} rows of taps, and the spectrum is of one row; give taps in one row, or a filter", factor.extent.rows));
}

Border reach_of(Extent extent, Operation operation, bool is_audio) {
  if (is_audio) return {extent.columns - 1, 0, 0, 0};
  return border_for(extent, operation);
}

void require_fit(const Factor& factor, const SpectrumInfo& input) {
  if (const auto* taps = std::get_if<TapsFactor>(&factor)) {
    if (taps->channels > 1 && taps->channels != input.layout.channels) {
      throw InvalidArgument(fmt::format("the kernel mixes {} channels, and the spectrum has {}; use video with {} colours in a pixel (RGB, BGR, RGBA ... "
                                        "for 3), audio of {} channels, or a kernel of 2 dimensions",
                                        taps->channels, input.layout.channels, taps->channels, taps->channels));
    }
    require_border(*taps, input);
    const Extent extent = extent_for(*taps, input), points = input.layout.points;
    if (extent.rows > points.rows || extent.columns > points.columns) {
      throw InvalidArgument(fmt::format("{}x{} taps are more than the {}x{} points (rows x columns) of the spectrum; give fftforward a larger pad-width and "
                                        "pad-height",
                                        extent.rows, extent.columns, points.rows, points.columns));
    }
  } else if (const auto* spectrum = std::get_if<SpectrumFactor>(&factor)) {
    if (spectrum->kernel) require_kernel(*spectrum->kernel, input);
  }
}

std::optional<Mixing> mixing_of(std::int64_t channels, std::int64_t kernel_channels) {
  if (kernel_channels == 1) return Mixing::none;
  if (kernel_channels == channels) return Mixing::diagonal;
  if (kernel_channels == channels * channels) return Mixing::full;
  if (kernel_channels == channels * (channels + 1) / 2) return Mixing::symmetric;
  return std::nullopt;
}

std::vector<int> channel_order(const SpectrumInfo& info) {
  const GstVideoFormat format = info.video_format.empty() ? GST_VIDEO_FORMAT_UNKNOWN : gst_video_format_from_string(info.video_format.c_str());
  if (format > GST_VIDEO_FORMAT_ENCODED) {
    GstVideoInfo video;
    gst_video_info_set_format(&video, format, 16, 16);
    std::vector<int> order = plane_jobs(video, PlaneSelection::luma).front().order;
    if (static_cast<std::int64_t>(order.size()) == info.layout.channels) return order;
  }
  std::vector<int> order(static_cast<std::size_t>(info.layout.channels));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

GstCaps* caps_behind(const Factor& factor, const GstCaps* input) {
  if (std::holds_alternative<std::monostate>(factor)) return gst_caps_copy(input);
  GstCaps* const result = gst_caps_new_empty();
  for (guint i = 0; i < gst_caps_get_size(input); ++i) {
    for (GstStructure* const structure : ways_of(gst_caps_get_structure(input, i))) {
      bool is_possible = false;
      if (const auto* taps = std::get_if<TapsFactor>(&factor)) is_possible = move_behind(*taps, structure);
      if (const auto* spectrum = std::get_if<SpectrumFactor>(&factor)) is_possible = move_behind(*spectrum, structure);
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
      if (const auto* taps = std::get_if<TapsFactor>(&factor)) is_possible = move_before(*taps, structure);
      if (const auto* spectrum = std::get_if<SpectrumFactor>(&factor)) is_possible = move_before(*spectrum, structure);
      if (!is_possible) {
        gst_structure_free(structure);
        continue;
      }
      set_transformed(structure, !is_line(structure));
      const auto* taps = std::get_if<TapsFactor>(&factor);
      if (taps != nullptr && taps->channels > 1) {
        // Streams with other channels are told why they do not fit when they come, which no caps can.
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
    if (count <= kMaxChannels && std::ranges::find(channels, count) == channels.end()) channels.push_back(count);
  }
  for (const bool has_channels : {true, false}) {
    for (guint i = 0; i < gst_caps_get_size(all); ++i) {
      const GstCapsFeatures* const features = gst_caps_get_features(all, i);
      if (memory == MemoryKind::host && !gst_caps_features_is_equal(features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY)) continue;
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
