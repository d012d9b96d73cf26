// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include <gst/gst.h>

#include "../common/element_shell.h"
#include "../common/kernel_properties.h"

namespace fftcore::gst {
namespace {

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kPrecisions[] = {
    {static_cast<int>(Precision::full), "Single precision throughout", "full"},
    {static_cast<int>(Precision::fast),
     "Half precision in the GPU's memory: large kernels are faster, 8-bit results off by one level "
     "at most in blurs",
     "fast"},
    {0, nullptr, nullptr},
};

// Wide enough for any use, narrow enough that results stay finite in single precision.
constexpr double kMaxGain = 1e6;
constexpr double kMaxOffset = 1e6;

void install(GObjectClass* object_class, Property property, GParamSpec* spec) {
  g_object_class_install_property(object_class, static_cast<guint>(property), spec);
}

int enum_default(auto value) {
  return static_cast<int>(value);
}

void install_frame_properties(GObjectClass* object_class) {
  const Settings settings;
  install(object_class, Property::correlate,
          g_param_spec_boolean("correlate", "Correlate",
                               "Correlation, taps as they lie on the picture (OpenCV's filter2D), "
                               "instead of convolution, taps "
                               "turned by 180 degrees (SciPy's ndimage.convolve)",
                               settings.operation == Operation::correlate, kControllableProperty));
  install(
      object_class, Property::edge_mode,
      g_param_spec_enum("edge-mode", "Edge mode", "What the filter sees outside the frame",
                        edge_mode_type(), enum_default(settings.edge_mode), kControllableProperty));
  install(object_class, Property::gain,
          g_param_spec_double("gain", "Gain",
                              "Factor on the filtered picture: out = gain * filtered + offset",
                              -kMaxGain, kMaxGain, settings.gain, kControllableProperty));
  install(object_class, Property::offset,
          g_param_spec_double("offset", "Offset",
                              "Added to the filtered picture, in units where white is 255 (16-bit "
                              "video: times 257); 128 shows a "
                              "high pass on grey",
                              -kMaxOffset, kMaxOffset, settings.offset, kControllableProperty));
  install(object_class, Property::planes,
          g_param_spec_enum("planes", "Planes",
                            "Which planes of YUV video are filtered. RGB video: always every "
                            "colour; alpha passes untouched",
                            plane_selection_type(), enum_default(settings.planes),
                            kControllableProperty));
  static const GType precision_type = register_enum("GstFftFilterPrecision", kPrecisions);
  install(
      object_class, Property::precision,
      g_param_spec_enum("precision", "Precision",
                        "How exactly GPUs compute. fast halves what large kernels read and write "
                        "in the GPU's memory between the steps of a "
                        "frame; not for 16-bit video. The processor always computes as for full",
                        precision_type, enum_default(settings.precision), kControllableProperty));
  install(object_class, Property::backend, backend_property(Flowing::frames));
  install(object_class, Property::cuda_device_id, cuda_device_property(Flowing::frames));
}

}  // namespace

void install_properties(GObjectClass* object_class) {
  install_kernel_properties(object_class);
  install_frame_properties(object_class);
}

void store(Settings& settings, Property property, const GValue* value) {
  if (is_kernel_property(static_cast<guint>(property)))
    return store(settings.source, static_cast<KernelProperty>(property), value);
  switch (property) {
    case Property::correlate:
      settings.operation =
          g_value_get_boolean(value) != FALSE ? Operation::correlate : Operation::convolve;
      break;
    case Property::edge_mode:
      settings.edge_mode = static_cast<EdgeMode>(g_value_get_enum(value));
      break;
    case Property::gain: settings.gain = g_value_get_double(value); break;
    case Property::offset: settings.offset = g_value_get_double(value); break;
    case Property::planes:
      settings.planes = static_cast<PlaneSelection>(g_value_get_enum(value));
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

void load(const Settings& settings, Property property, GValue* value) {
  if (is_kernel_property(static_cast<guint>(property)))
    return load(settings.source, static_cast<KernelProperty>(property), value);
  switch (property) {
    case Property::correlate:
      g_value_set_boolean(value, settings.operation == Operation::correlate);
      break;
    case Property::edge_mode: g_value_set_enum(value, static_cast<int>(settings.edge_mode)); break;
    case Property::gain: g_value_set_double(value, settings.gain); break;
    case Property::offset: g_value_set_double(value, settings.offset); break;
    case Property::planes: g_value_set_enum(value, static_cast<int>(settings.planes)); break;
    case Property::precision: g_value_set_enum(value, static_cast<int>(settings.precision)); break;
    case Property::backend:
      g_value_set_enum(value, static_cast<int>(settings.device.backend));
      break;
    case Property::cuda_device_id: g_value_set_int(value, settings.device.cuda_id); break;
  }
}

}  // namespace fftcore::gst
