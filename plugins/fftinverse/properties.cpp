// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include "../common/element_shell.h"

namespace fftcore::gst::inverse {
namespace {

// As fftfilter's: wide enough for any use, narrow enough that results stay finite in single
// precision.
constexpr double kMaxGain = 1e6;
constexpr double kMaxOffset = 1e6;

void install(GObjectClass* object_class, Property property, GParamSpec* spec) {
  g_object_class_install_property(object_class, static_cast<guint>(property), spec);
}

}  // namespace

void install_properties(GObjectClass* object_class) {
  const Settings settings;
  install(object_class, Property::gain,
          g_param_spec_double("gain", "Gain",
                              "Factor on what the spectrum is of: out = gain * samples + offset",
                              -kMaxGain, kMaxGain, settings.gain, kControllableProperty));
  install(object_class, Property::offset,
          g_param_spec_double("offset", "Offset",
                              "Added to it, in units where white is 255 (16-bit video: times 257; "
                              "audio: in units of its samples); 128 shows "
                              "what has no mean on grey",
                              -kMaxOffset, kMaxOffset, settings.offset, kControllableProperty));
  install(object_class, Property::backend, backend_property());
  install(object_class, Property::cuda_device_id, cuda_device_property());
}

void store(Settings& settings, Property property, const GValue* value) {
  switch (property) {
    case Property::gain: settings.gain = g_value_get_double(value); break;
    case Property::offset: settings.offset = g_value_get_double(value); break;
    case Property::backend:
      settings.device.backend = static_cast<BackendChoice>(g_value_get_enum(value));
      break;
    case Property::cuda_device_id: settings.device.cuda_id = g_value_get_int(value); break;
  }
}

void load(const Settings& settings, Property property, GValue* value) {
  switch (property) {
    case Property::gain: g_value_set_double(value, settings.gain); break;
    case Property::offset: g_value_set_double(value, settings.offset); break;
    case Property::backend:
      g_value_set_enum(value, static_cast<int>(settings.device.backend));
      break;
    case Property::cuda_device_id: g_value_set_int(value, settings.device.cuda_id); break;
  }
}

}  // namespace fftcore::gst::inverse
