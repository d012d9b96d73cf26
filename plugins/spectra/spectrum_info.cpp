// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectrum_info.h"

#include <fmt/format.h>

#include <array>

#include "fftcore/error.h"

#ifdef FFTCORE_CUDA_MEMORY
#include "../memory/cuda/cuda_memory.h"
#endif

namespace fftcore::gst {
namespace {

constexpr int kMaxPoints = static_cast<int>(kMaxSpectrumPoints);
constexpr int kMaxSpectrumChannels = 16;
constexpr char kAllTransformed[] = "{ rows, rows-and-columns }";

// All fields but those that only some spectra have.
std::string template_fields(std::string_view transformed) {
  return fmt::format(
      "rows=[1,{0}], columns=[2,{0},2], channels=[1,{1}], precision={{f32,f16}}, transformed={2}, "
      "normalized={{false,true}}, "
      "width=[1,{0}], height=[1,{0}], x=[0,{3}], y=[0,{3}], border-left=[0,{3}], "
      "border-right=[0,{3}], border-top=[0,{3}], "
      "border-bottom=[0,{3}]",
      kMaxPoints, kMaxSpectrumChannels, transformed, kMaxPoints - 1);
}

/// A caps structure whose fields are asked for by name; what is not there or not allowed is an
/// error that names it.
class Fields {
 public:
  explicit Fields(const GstStructure* structure) : structure_(structure) {}

  bool has(const char* field) const { return gst_structure_has_field(structure_, field) != FALSE; }

  int number(const char* field, std::int64_t least, std::int64_t most) const {
    int value = 0;
    if (!gst_structure_get_int(structure_, field, &value) || value < least || value > most)
      refuse(field, fmt::format("a whole number from {} to {} is expected", least, most));
    return value;
  }

  template <class Choice>
  Choice choice(const char* field, std::initializer_list<Choice> choices) const {
    const gchar* const text = gst_structure_get_string(structure_, field);
    std::string names;
    for (const Choice one : choices) {
      if (text != nullptr && to_string(one) == text) return one;
      names += fmt::format("{}{}", names.empty() ? "" : " or ", to_string(one));
    }
    refuse(field, fmt::format("{} is expected", names));
  }

  bool boolean(const char* field) const {
    gboolean value = FALSE;
    if (!gst_structure_get_boolean(structure_, field, &value))
      refuse(field, "true or false is expected");
    return value != FALSE;
  }

  std::string text(const char* field) const {
    const gchar* const text = gst_structure_get_string(structure_, field);
    if (text == nullptr) refuse(field, "a text is expected");
    return text;
  }

  [[noreturn]] void refuse(const char* field, std::string_view expected) const {
    const GValue* const value = gst_structure_get_value(structure_, field);
    gchar* const text = value != nullptr ? gst_value_serialize(value) : nullptr;
    const std::string is = value == nullptr
                               ? "missing"
                               : fmt::format("{}", text != nullptr ? text : "of an unknown type");
    g_free(text);
    throw InvalidArgument(fmt::format("caps of a spectrum: {} is {}; {}", field, is, expected));
  }

 private:
  const GstStructure* structure_;
};

Border border_of(const Fields& fields) {
  return {fields.number("border-left", 0, kMaxPoints - 1),
          fields.number("border-right", 0, kMaxPoints - 1),
          fields.number("border-top", 0, kMaxPoints - 1),
          fields.number("border-bottom", 0, kMaxPoints - 1)};
}

void read_source(const Fields& fields, const GstStructure* structure, SpectrumInfo& info) {
  if (fields.has("framerate") &&
      !gst_structure_get_fraction(structure, "framerate", &info.framerate_numerator,
                                  &info.framerate_denominator))
    fields.refuse("framerate", "a fraction is expected");
  if (fields.has("video-format")) info.video_format = fields.text("video-format");
  if (!fields.has("rate")) return;
  info.rate = fields.number("rate", 1, G_MAXINT);
  if (!info.video_format.empty())
    fields.refuse("rate", "a spectrum of video (video-format) has none");
  if (info.layout.points.rows != 1) fields.refuse("rows", "a spectrum of audio (rate) has 1");
}

// An image in the field that was transformed.
void check_place(const Fields& fields, const SpectrumInfo& info) {
  const Extent points = info.layout.points;
  if (info.layout.transformed == Transformed::rows_and_columns) return;
  if (info.y != info.border.top)
    fields.refuse("y", fmt::format("of transformed=rows it is border-top, {}", info.border.top));
  if (info.layout.stored_rows > points.rows) {
    fields.refuse("rows", fmt::format("height and borders of {}+{}+{} rows are expected to fit",
                                      info.border.top, info.height, info.border.bottom));
  }
}

void set_integer(GstStructure* structure, const char* field, std::int64_t value) {
  gst_structure_set(structure, field, G_TYPE_INT, static_cast<int>(value), nullptr);
}

}  // namespace

SpectrumInfo spectrum_info(const GstCaps* caps) {
  if (caps == nullptr || gst_caps_get_size(caps) != 1)
    throw InvalidArgument("caps of a spectrum: one structure is expected");
  const GstStructure* const structure = gst_caps_get_structure(caps, 0);
  if (!gst_structure_has_name(structure, kSpectrumMediaType)) {
    throw InvalidArgument(fmt::format("caps of a spectrum: they are {}; {} is expected",
                                      gst_structure_get_name(structure), kSpectrumMediaType));
  }
  const Fields fields(structure);
  SpectrumInfo info;
  SpectrumLayout& layout = info.layout;
  layout.points = {fields.number("rows", 1, kMaxPoints), fields.number("columns", 2, kMaxPoints)};
  if (layout.points.columns % 2 != 0) fields.refuse("columns", "an even number is expected");
  layout.channels = fields.number("channels", 1, kMaxSpectrumChannels);
  layout.type = fields.choice("precision", {SampleType::f32, SampleType::f16});
  layout.transformed =
      fields.choice("transformed", {Transformed::rows, Transformed::rows_and_columns});
  layout.normalized = fields.boolean("normalized");
  info.width = fields.number("width", 1, layout.points.columns);
  info.height = fields.number("height", 1, layout.points.rows);
  info.x = fields.number("x", 0, layout.points.columns - 1);
  info.y = fields.number("y", 0, layout.points.rows - 1);
  info.border = border_of(fields);
  const bool is_whole = layout.transformed == Transformed::rows_and_columns;
  layout.stored_rows =
      is_whole ? layout.points.rows : info.border.top + info.height + info.border.bottom;
  check_place(fields, info);
  read_source(fields, structure, info);
  validate(layout);
  return info;
}

GstCaps* caps_of(const SpectrumInfo& info) {
  const SpectrumLayout& layout = info.layout;
  GstStructure* const structure = gst_structure_new_empty(kSpectrumMediaType);
  set_integer(structure, "rows", layout.points.rows);
  set_integer(structure, "columns", layout.points.columns);
  set_integer(structure, "channels", layout.channels);
  //
  gst_structure_set(
      structure, "precision", G_TYPE_STRING, std::string(to_string(layout.type)).c_str(),
      //
      "transformed", G_TYPE_STRING, std::string(to_string(layout.transformed)).c_str(),
      "normalized", G_TYPE_BOOLEAN, static_cast<gboolean>(layout.normalized), nullptr);
  set_integer(structure, "width", info.width);
  set_integer(structure, "height", info.height);
  set_integer(structure, "x", info.x);
  set_integer(structure, "y", info.y);
  set_integer(structure, "border-left", info.border.left);
  set_integer(structure, "border-right", info.border.right);
  set_integer(structure, "border-top", info.border.top);
  set_integer(structure, "border-bottom", info.border.bottom);
  if (info.rate > 0) {
    set_integer(structure, "rate", info.rate);
  } else {
    gst_structure_set(structure, "framerate", GST_TYPE_FRACTION, info.framerate_numerator,
                      info.framerate_denominator, nullptr);
  }
  if (!info.video_format.empty())
    gst_structure_set(structure, "video-format", G_TYPE_STRING, info.video_format.c_str(), nullptr);
  GstCaps* const caps = gst_caps_new_empty();
  gst_caps_append_structure(caps, structure);
  return caps;
}

GstCaps* all_spectrum_caps(const char* transformed) {
  const std::string fields =
      template_fields(transformed != nullptr ? transformed : kAllTransformed);
  GstCaps* const caps = gst_caps_new_empty();
#ifdef FFTCORE_CUDA_MEMORY
  if (has_cuda_memory())
    gst_caps_append(
        caps, gst_caps_from_string(
                  fmt::format("{}(memory:CUDAMemory), {}", kSpectrumMediaType, fields).c_str()));
#endif
  gst_caps_append(caps,
                  gst_caps_from_string(fmt::format("{}, {}", kSpectrumMediaType, fields).c_str()));
  return caps;
}

}  // namespace fftcore::gst
