// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include <gst/gst.h>

#include "../common/element_shell.h"
#include "../common/enums.h"

namespace fftcore::gst::forward {
namespace {

enum class Property : guint {
  pad_width = 1,
  pad_height,
  block_size,
  hop,
  window,
  edge_mode,
  precision,
  backend,
  cuda_device_id
};

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kWindows[] = {
    {static_cast<int>(Window::none), "All samples count alike: for filters", "none"},
    {static_cast<int>(Window::hann),
     "Faded out towards the edges (Hann): for looking at spectra, without the cross that edges "
     "make",
     "hann"},
    {0, nullptr, nullptr},
};

const GEnumValue kPrecisions[] = {
    {static_cast<int>(Precision::full), "Single precision (f32)", "full"},
    {static_cast<int>(Precision::fast),
     "Half precision (f16) between the elements, half the memory: not for 16-bit video", "fast"},
    {0, nullptr, nullptr},
};

constexpr int kMostPoints = static_cast<int>(kMaxSpectrumPoints);

void install(GObjectClass* object_class, Property property, GParamSpec* spec) {
  g_object_class_install_property(object_class, static_cast<guint>(property), spec);
}

void install_sizes(GObjectClass* object_class) {
  const Settings settings;
  install(object_class, Property::pad_width,
          g_param_spec_int("pad-width", "Padded width",
                           "Video: points of a row's transform, an even number, at least the "
                           "frame's width and the border that filters downstream ask "
                           "for; what is left is zeros. 0: a good number",
                           0, kMostPoints, settings.pad_width, kPlainProperty));
  install(object_class, Property::pad_height,
          g_param_spec_int("pad-height", "Padded height",
                           "Video: points of a column's transform, as pad-width", 0, kMostPoints,
                           settings.pad_height, kPlainProperty));
  install(object_class, Property::block_size,
          g_param_spec_int("block-size", "Block size",
                           "Audio: points of a block's transform, an even number. 0: a good number "
                           "of at least 4096 and 4 times the overlap that "
                           "filters downstream ask for",
                           0, kMostPoints, settings.block_size, kPlainProperty));
  install(object_class, Property::hop,
          g_param_spec_int("hop", "Hop",
                           "Audio: new samples in a block, which is the latency too; the block "
                           "begins with the block-size - hop samples before them. "
                           "0: as many as leave the overlap that filters downstream ask for",
                           0, kMostPoints, settings.hop, kPlainProperty));
}

}  // namespace

void install_properties(GObjectClass* object_class) {
  install_sizes(object_class);
  const Settings settings;
  static const GType window_type = register_enum("GstFftForwardWindow", kWindows);
  static const GType precision_type = register_enum("GstFftForwardPrecision", kPrecisions);
  install(
      object_class, Property::window,
      g_param_spec_enum("window", "Window", "Weights on the samples before they are transformed",
                        window_type, static_cast<int>(settings.window), kPlainProperty));
  install(
      object_class, Property::edge_mode,
      g_param_spec_enum(
          "edge-mode", "Edge mode",
          "Video: what filters downstream see outside the frame, as far as they ask for a border",
          edge_mode_type(), static_cast<int>(settings.edge_mode), kPlainProperty));
  install(object_class, Property::precision,
          g_param_spec_enum("precision", "Precision", "What the spectrum's numbers are",
                            precision_type, static_cast<int>(settings.precision), kReadyProperty));
  install(object_class, Property::backend, backend_property());
  install(object_class, Property::cuda_device_id, cuda_device_property());
}

void store(Settings& settings, guint property, const GValue* value) {
  switch (static_cast<Property>(property)) {
    case Property::pad_width: settings.pad_width = g_value_get_int(value); break;
    case Property::pad_height: settings.pad_height = g_value_get_int(value); break;
    case Property::block_size: settings.block_size = g_value_get_int(value); break;
    case Property::hop: settings.hop = g_value_get_int(value); break;
    case Property::window: settings.window = static_cast<Window>(g_value_get_enum(value)); break;
    case Property::edge_mode:
      settings.edge_mode = static_cast<EdgeMode>(g_value_get_enum(value));
      break;
    case Property::precision:
      settings.precision = static_cast<Precision>(g_value_get_enum(value));
      break;
    case Property::backend:
      settings.device.backend = static_cast<BackendChoice>(g_value_get_enum(value));
      break;
    case Property::cuda_device_id: settings.device.cuda_id = g_value_get_int(value); break;
  }
}

void load(const Settings& settings, guint property, GValue* value) {
  switch (static_cast<Property>(property)) {
    case Property::pad_width: g_value_set_int(value, settings.pad_width); break;
    case Property::pad_height: g_value_set_int(value, settings.pad_height); break;
    case Property::block_size: g_value_set_int(value, settings.block_size); break;
    case Property::hop: g_value_set_int(value, settings.hop); break;
    case Property::window: g_value_set_enum(value, static_cast<int>(settings.window)); break;
    case Property::edge_mode: g_value_set_enum(value, static_cast<int>(settings.edge_mode)); break;
    case Property::precision: g_value_set_enum(value, static_cast<int>(settings.precision)); break;
    case Property::backend:
      g_value_set_enum(value, static_cast<int>(settings.device.backend));
      break;
    case Property::cuda_device_id: g_value_set_int(value, settings.device.cuda_id); break;
  }
}

}  // namespace fftcore::gst::forward
