// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include "../common/element_shell.h"

namespace fftcore::gst::multiply {
namespace {

// In units of samples: white is 255 or 65535 in video.
constexpr double kMinNoise = 1e-6;
constexpr double kMaxNoise = 1e6;

void install(GObjectClass* object_class, Property property, GParamSpec* spec) {
  g_object_class_install_property(object_class, static_cast<guint>(property), spec);
}

}  // namespace

void install_properties(GObjectClass* object_class) {
  install_kernel_properties(object_class);
  const Settings settings;
  install(object_class, Property::correlate,
          g_param_spec_boolean("correlate", "Correlate",
                               "Of taps: correlation, taps as they lie on the picture (OpenCV's "
                               "filter2D), instead of convolution, taps turned by "
                               "180 degrees (SciPy's ndimage.convolve)",
                               settings.operation == Operation::correlate, kControllableProperty));
  install(
      object_class, Property::conjugate,
      g_param_spec_boolean(
          "conjugate", "Conjugate",
          "Of pad kernel: multiply by its conjugate, which is correlation, instead of convolution",
          settings.conjugate, kPlainProperty));
  install(object_class, Property::phase_only,
          g_param_spec_boolean("phase-only", "Phase only",
                               "Of pad kernel: keep only the product's phase, its size becoming 1 "
                               "where it is above noise (phase correlation, with "
                               "conjugate=true)",
                               settings.phase_only, kPlainProperty));
  install(object_class, Property::noise,
          g_param_spec_double("noise", "Noise",
                              "Of phase-only: a sample's standard deviation of noise, in units of "
                              "the samples; frequencies whose product is below it "
                              "count less",
                              kMinNoise, kMaxNoise, settings.noise, kPlainProperty));
  install(object_class, Property::backend, backend_property());
  install(object_class, Property::cuda_device_id, cuda_device_property());
}

void store(Settings& settings, Property property, const GValue* value) {
  if (is_kernel_property(static_cast<guint>(property)))
    return store(settings.source, static_cast<KernelProperty>(property), value);
  switch (property) {
    case Property::correlate:
      settings.operation =
          g_value_get_boolean(value) != FALSE ? Operation::correlate : Operation::convolve;
      break;
    case Property::conjugate: settings.conjugate = g_value_get_boolean(value) != FALSE; break;
    case Property::phase_only: settings.phase_only = g_value_get_boolean(value) != FALSE; break;
    case Property::noise: settings.noise = g_value_get_double(value); break;
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
    case Property::conjugate: g_value_set_boolean(value, settings.conjugate); break;
    case Property::phase_only: g_value_set_boolean(value, settings.phase_only); break;
    case Property::noise: g_value_set_double(value, settings.noise); break;
    case Property::backend:
      g_value_set_enum(value, static_cast<int>(settings.device.backend));
      break;
    case Property::cuda_device_id: g_value_set_int(value, settings.device.cuda_id); break;
  }
}

}  // namespace fftcore::gst::multiply
