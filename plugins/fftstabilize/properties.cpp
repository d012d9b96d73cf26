// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include <gst/gst.h>

#include "../common/element_shell.h"

namespace fftcore::gst::stabilize {
namespace {

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kReferences[] = {
    {static_cast<int>(Reference::previous),
     "The frame before; motion is added up, for moving cameras", "previous"},
    {static_cast<int>(Reference::first),
     "The first frame (after a scene cut, a flush or new caps: of what follows); nothing adds up, "
     "for cameras that stand",
     "first"},
    {0, nullptr, nullptr},
};

constexpr int kMaxSmoothing = 10000;
constexpr int kLargestShift = 512;

void install(GObjectClass* object_class, Property property, GParamSpec* spec) {
  g_object_class_install_property(object_class, static_cast<guint>(property), spec);
}

void install_motion_properties(GObjectClass* object_class, const Settings& settings) {
  static const GType reference_type = register_enum("GstFftStabilizeReference", kReferences);
  install(object_class, Property::reference,
          g_param_spec_enum(
              "reference", "Reference", "The frame that each frame's motion is measured against",
              reference_type, static_cast<int>(settings.reference), kControllableProperty));
  install(object_class, Property::smoothing,
          g_param_spec_int("smoothing", "Smoothing",
                           "Frames over which the camera's path is smoothed: shorter movements are "
                           "taken out, longer ones (a pan) stay; 0 holds the "
                           "picture where the reference is. No latency",
                           0, kMaxSmoothing, settings.smoothing, kControllableProperty));
  install(object_class, Property::max_shift,
          g_param_spec_int("max-shift", "Max shift",
                           "Most pixels that the picture is moved by along each axis; 0 only "
                           "measures. Larger ones cost more",
                           0, kLargestShift, settings.max_shift, kControllableProperty));
  install(object_class, Property::min_confidence,
          g_param_spec_double("min-confidence", "Min confidence",
                              "A motion of less confidence (1 less the ratio of the second best "
                              "match to the best, 0 to 1) counts as unknown: the "
                              "picture stays moved as it was; after 5 such frames in a row, or one "
                              "after a gap in the stream, all begins anew",
                              0, 1, settings.min_confidence, kControllableProperty));
  install(object_class, Property::edge_mode,
          g_param_spec_enum(
              "edge-mode", "Edge mode", "What shows where the moved picture ends inside the frame",
              edge_mode_type(), static_cast<int>(settings.edge_mode), kControllableProperty));
}

void install_other_properties(GObjectClass* object_class, const Settings& settings) {
  install(
      object_class, Property::post_messages,
      g_param_spec_boolean(
          "post-messages", "Post messages",
          "Post an element message \"fftstabilize\" for each frame: dx, dy (motion against the "
          "reference), correction-x, "
          "correction-y (what the picture was moved by), confidence, known, and the frame's times",
          settings.post_messages, kPlainProperty));
  install(object_class, Property::attach_meta,
          g_param_spec_boolean(
              "attach-meta", "Attach meta",
              "Attach the same numbers to each frame, as a GstCustomMeta named \"fftstabilize\"",
              settings.attach_meta, kPlainProperty));
  install(object_class, Property::backend, backend_property(Flowing::frames));
  install(object_class, Property::cuda_device_id, cuda_device_property(Flowing::frames));
}

}  // namespace

void install_properties(GObjectClass* object_class) {
  const Settings settings;
  install_motion_properties(object_class, settings);
  install_other_properties(object_class, settings);
}

void store(Settings& settings, Property property, const GValue* value) {
  switch (property) {
    case Property::reference:
      settings.reference = static_cast<Reference>(g_value_get_enum(value));
      break;
    case Property::smoothing: settings.smoothing = g_value_get_int(value); break;
    case Property::max_shift: settings.max_shift = g_value_get_int(value); break;
    case Property::min_confidence: settings.min_confidence = g_value_get_double(value); break;
    case Property::edge_mode:
      settings.edge_mode = static_cast<EdgeMode>(g_value_get_enum(value));
      break;
    case Property::post_messages:
      settings.post_messages = g_value_get_boolean(value) != FALSE;
      break;
    case Property::attach_meta: settings.attach_meta = g_value_get_boolean(value) != FALSE; break;
    case Property::backend:
      settings.device.backend = static_cast<BackendChoice>(g_value_get_enum(value));
      break;
    case Property::cuda_device_id: settings.device.cuda_id = g_value_get_int(value); break;
  }
}

void load(const Settings& settings, Property property, GValue* value) {
  switch (property) {
    case Property::reference: g_value_set_enum(value, static_cast<int>(settings.reference)); break;
    case Property::smoothing: g_value_set_int(value, settings.smoothing); break;
    case Property::max_shift: g_value_set_int(value, settings.max_shift); break;
    case Property::min_confidence: g_value_set_double(value, settings.min_confidence); break;
    case Property::edge_mode: g_value_set_enum(value, static_cast<int>(settings.edge_mode)); break;
    case Property::post_messages: g_value_set_boolean(value, settings.post_messages); break;
    case Property::attach_meta: g_value_set_boolean(value, settings.attach_meta); break;
    case Property::backend:
      g_value_set_enum(value, static_cast<int>(settings.device.backend));
      break;
    case Property::cuda_device_id: g_value_set_int(value, settings.device.cuda_id); break;
  }
}

}  // namespace fftcore::gst::stabilize
