// SPDX-License-Identifier: LGPL-2.1-or-later
#include "view_caps.h"

#include <gst/video/video.h>

#include "../memory/frame_memory.h"
#include "fftcore/error.h"

namespace fftcore::gst::view {
namespace {

constexpr char kPictures[] = GST_VIDEO_CAPS_MAKE("{ RGBA, NV12, GRAY8 }");

void copy_renamed(const GstStructure* from, const char* name, GstStructure* to,
                  const char* new_name) {
  if (const GValue* const value = gst_structure_get_value(from, name))
    gst_structure_set_value(to, new_name, value);
}

// A block of `width` samples gives a picture.
void set_audio_framerate(const GstStructure* spectrum, GstStructure* picture) {
  int rate = 0;
  int width = 0;
  if (gst_structure_get_int(spectrum, "rate", &rate) &&
      gst_structure_get_int(spectrum, "width", &width) && width > 0)
    gst_structure_set(picture, "framerate", GST_TYPE_FRACTION, rate, width, nullptr);
}

// All structures of `templates`, each with what `narrow(from, structure)` takes of each structure
// of `caps`.
template <class Narrow>
GstCaps* restricted(GstCaps* templates, const GstCaps* caps, Narrow narrow) {
  GstCaps* result = gst_caps_new_empty();
  for (guint i = 0; i < gst_caps_get_size(caps); ++i) {
    GstCaps* const each = gst_caps_copy(templates);
    for (guint k = 0; k < gst_caps_get_size(each); ++k)
      narrow(gst_caps_get_structure(caps, i), gst_caps_get_structure(each, k));
    result = gst_caps_merge(result, each);
  }
  gst_caps_unref(templates);
  return result;
}

}  // namespace

GstCaps* picture_caps() {
  GstCaps* const own = gst_caps_from_string(kPictures);
  GstCaps* const all = frame_caps();  // those in CUDA memory come first, and lack GRAY8
  GstCaps* const caps = gst_caps_new_empty();
  for (guint i = gst_caps_get_size(all); i-- > 0;) {
    GstCaps* const memory = gst_caps_copy(own);
    gst_caps_set_features_simple(memory, gst_caps_features_copy(gst_caps_get_features(all, i)));
    GstCaps* const one = gst_caps_copy_nth(all, i);
    gst_caps_append(caps, gst_caps_intersect_full(memory, one, GST_CAPS_INTERSECT_FIRST));
    gst_caps_unref(memory);
    gst_caps_unref(one);
  }
  gst_caps_unref(own);
  gst_caps_unref(all);
  return caps;
}

GstCaps* to_pictures(const GstCaps* spectra) {
  return restricted(
      picture_caps(), spectra, [](const GstStructure* spectrum, GstStructure* picture) {
        copy_renamed(spectrum, "columns", picture, "width");
        copy_renamed(spectrum, "rows", picture, "height");
        copy_renamed(spectrum, "framerate", picture, "framerate");
        if (gst_structure_has_field_typed(spectrum, "max-framerate", GST_TYPE_FRACTION) != FALSE)
          copy_renamed(spectrum, "max-framerate", picture, "max-framerate");
        set_audio_framerate(spectrum, picture);
      });
}

// The framerate says nothing: of audio it is no field of the spectrum's.
GstCaps* to_spectra(const GstCaps* pictures) {
  return restricted(all_spectrum_caps("rows-and-columns"), pictures,
                    [](const GstStructure* picture, GstStructure* spectrum) {
                      copy_renamed(picture, "width", spectrum, "columns");
                      copy_renamed(picture, "height", spectrum, "rows");
                    });
}

void check_spectrum(const SpectrumInfo& info) {
  if (info.layout.transformed != Transformed::rows_and_columns)
    throw InvalidArgument(
        "the spectrum's caps say transformed=rows; a view needs transformed=rows-and-columns, as "
        "fftforward gives where it is "
        "asked for");
}

}  // namespace fftcore::gst::view
