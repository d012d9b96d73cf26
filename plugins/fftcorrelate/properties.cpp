// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include <gst/gst.h>

#include "../common/element_shell.h"
#include "../common/kernel_value.h"

namespace fftcore::gst::correlate {
namespace {

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kMethods[] = {
    {static_cast<int>(Method::ccorr), "Plain sum of products (OpenCV: TM_CCORR); bright places win",
     "ccorr"},
    {static_cast<int>(Method::ccorr_normed),
     "Divided by the brightness of both, 0 to 1 (OpenCV: TM_CCORR_NORMED)", "ccorr-normed"},
    {static_cast<int>(Method::ccoeff_normed),
     "Without the means, -1 to 1, whatever the brightness and contrast (OpenCV: TM_CCOEFF_NORMED)",
     "ccoeff-normed"},
    {static_cast<int>(Method::phase),
     "How far the picture moved since the frame before; needs no template (OpenCV: phaseCorrelate)",
     "phase"},
    {0, nullptr, nullptr},
};

const GEnumValue kDrawings[] = {
    {static_cast<int>(Drawing::none), "Frames as they are", "passthrough"},
    {static_cast<int>(Drawing::boxes), "Frames with a box round each place found", "overlay"},
    {static_cast<int>(Drawing::surface),
     "The score at each place as brightness, where the middle of the template would lie",
     "surface"},
    {0, nullptr, nullptr},
};

constexpr int kMaxMargin = 1 << 16;     // pixels
constexpr double kMaxThreshold = 1e12;  // ccorr of 16-bit video can be that large

void install(GObjectClass* object_class, Property property, GParamSpec* spec) {
  g_object_class_install_property(object_class, static_cast<guint>(property), spec);
}

int enum_default(auto value) {
  return static_cast<int>(value);
}

void install_search_properties(GObjectClass* object_class) {
  static const GType method_type = register_enum("GstFftCorrelateMethod", kMethods);
  const Settings settings;
  install(object_class, Property::method,
          g_param_spec_enum("method", "Method", "How likeness is measured", method_type,
                            enum_default(settings.method), kPlainProperty));
  install(
      object_class, Property::template_location,
      g_param_spec_string(
          "template-location", "Template location",
          "Picture to look for: a .png file, a 2-D .npy array (f4 or f8) or text with one row a "
          "line, in the "
          "video's levels. Setting it again reads it again, an empty string is none. The newest of "
          "template-location, template-rect and a frame on the pad template counts",
          nullptr, kPlainProperty));
  install(object_class, Property::template_rect,
          gst_param_spec_array("template-rect", "Template rectangle",
                               "What the next frame shows there is looked for from then on: "
                               "<x,y,width,height> in pixels, as in "
                               "\"<320,240,64,64>\"; \"<>\" is none. Taken anew when it is set "
                               "again, and when the video's size or format "
                               "changes",
                               nullptr, kPlainProperty));
  install(object_class, Property::threshold,
          g_param_spec_double("threshold", "Threshold",
                              "Places with a lower score are not reported", -kMaxThreshold,
                              kMaxThreshold, settings.threshold, kControllableProperty));
  install(object_class, Property::max_peaks,
          g_param_spec_int("max-peaks", "Most peaks",
                           "Most places to report, best first; they are further apart than half "
                           "the template's smaller side",
                           1, static_cast<int>(kMaxPeaks), settings.max_peaks, kPlainProperty));
  install(object_class, Property::search_rect,
          gst_param_spec_array("search-rect", "Search rectangle",
                               "Part of the frame to search, <x,y,width,height> in pixels; the "
                               "template lies in it with all its "
                               "pixels. \"<>\" is the whole frame",
                               nullptr, kPlainProperty));
  install(object_class, Property::search_margin,
          g_param_spec_int("search-margin", "Search margin",
                           "Once something is found, search only this many pixels around the place "
                           "where it was last (inside "
                           "search-rect), to follow it: faster, and not led astray by what looks "
                           "alike elsewhere. -1: search "
                           "everywhere in each frame. What template-rect shows was last found "
                           "there; another template, and a seek, begin "
                           "everywhere",
                           -1, kMaxMargin, settings.search_margin, kPlainProperty));
  install(object_class, Property::update_rate,
          g_param_spec_double(
              "update-rate", "Update rate",
              "How much of what is found goes into the template with each frame, so that it "
              "follows what changes: "
              "template = (1 - rate) * template + rate * best place. 0: it stays as it is",
              0, 1, settings.update_rate, kControllableProperty));
}

void install_result_properties(GObjectClass* object_class) {
  static const GType drawing_type = register_enum("GstFftCorrelateOutput", kDrawings);
  const Settings settings;
  install(
      object_class, Property::post_messages,
      g_param_spec_boolean(
          "post-messages", "Post messages",
          "Post an element message named fftcorrelate for each frame in which something is found",
          settings.post_messages, kControllableProperty));
  install(object_class, Property::attach_meta,
          g_param_spec_boolean("attach-meta", "Attach meta",
                               "Attach a GstVideoRegionOfInterestMeta of type fftcorrelate to the "
                               "frame for each place found",
                               settings.attach_meta, kControllableProperty));
  install(object_class, Property::output,
          g_param_spec_enum("output", "Output", "What the frames that go out show", drawing_type,
                            enum_default(settings.output), kControllableProperty));
  install(object_class, Property::backend, backend_property(Flowing::frames));
  install(object_class, Property::cuda_device_id, cuda_device_property(Flowing::frames));
}

void copy_array(const std::shared_ptr<const GValue>& from, GValue* to) {
  if (from != nullptr) g_value_copy(from.get(), to);
}

}  // namespace

void install_properties(GObjectClass* object_class) {
  install_search_properties(object_class);
  install_result_properties(object_class);
}

void store(Settings& settings, Property property, const GValue* value) {
  switch (property) {
    case Property::method: settings.method = static_cast<Method>(g_value_get_enum(value)); break;
    case Property::template_location: {
      const gchar* location = g_value_get_string(value);
      settings.source.location = location != nullptr ? location : "";
      ++settings.source.location_count;
      break;
    }
    case Property::template_rect: settings.source.rect = keep_kernel_value(value); break;
    case Property::threshold: settings.threshold = g_value_get_double(value); break;
    case Property::max_peaks: settings.max_peaks = g_value_get_int(value); break;
    case Property::search_rect: settings.search_rect = keep_kernel_value(value); break;
    case Property::search_margin: settings.search_margin = g_value_get_int(value); break;
    case Property::update_rate: settings.update_rate = g_value_get_double(value); break;
    case Property::post_messages:
      settings.post_messages = g_value_get_boolean(value) != FALSE;
      break;
    case Property::attach_meta: settings.attach_meta = g_value_get_boolean(value) != FALSE; break;
    case Property::output: settings.output = static_cast<Drawing>(g_value_get_enum(value)); break;
    case Property::backend:
      settings.device.backend = static_cast<BackendChoice>(g_value_get_enum(value));
      break;
    case Property::cuda_device_id: settings.device.cuda_id = g_value_get_int(value); break;
  }
}

void load(const Settings& settings, Property property, GValue* value) {
  switch (property) {
    case Property::method: g_value_set_enum(value, static_cast<int>(settings.method)); break;
    case Property::template_location:
      g_value_set_string(
          value, settings.source.location.empty() ? nullptr : settings.source.location.c_str());
      break;
    case Property::template_rect: copy_array(settings.source.rect, value); break;
    case Property::threshold: g_value_set_double(value, settings.threshold); break;
    case Property::max_peaks: g_value_set_int(value, settings.max_peaks); break;
    case Property::search_rect: copy_array(settings.search_rect, value); break;
    case Property::search_margin: g_value_set_int(value, settings.search_margin); break;
    case Property::update_rate: g_value_set_double(value, settings.update_rate); break;
    case Property::post_messages: g_value_set_boolean(value, settings.post_messages); break;
    case Property::attach_meta: g_value_set_boolean(value, settings.attach_meta); break;
    case Property::output: g_value_set_enum(value, static_cast<int>(settings.output)); break;
    case Property::backend:
      g_value_set_enum(value, static_cast<int>(settings.device.backend));
      break;
    case Property::cuda_device_id: g_value_set_int(value, settings.device.cuda_id); break;
  }
}

}  // namespace fftcore::gst::correlate
