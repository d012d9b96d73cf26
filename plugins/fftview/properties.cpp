// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include <gst/gst.h>

#include "../common/element_shell.h"

namespace fftcore::gst::view {
namespace {

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kShows[] = {
    {static_cast<int>(Show::magnitude), "How strong each frequency is, in decibels", "magnitude"},
    {static_cast<int>(Show::phase),
     "Where its waves lie: 128 and red is phase 0, 0 and 255 are half a turn off", "phase"},
    {0, nullptr, nullptr},
};

const GEnumValue kColorMaps[] = {
    {static_cast<int>(ColorMap::automatic), "heat for magnitudes, cyclic for phases", "auto"},
    {static_cast<int>(ColorMap::none), "Grey", "none"},
    {static_cast<int>(ColorMap::heat), "Dark violet, red, light yellow, lighter evenly", "heat"},
    {static_cast<int>(ColorMap::cyclic), "All hues, equally light; both ends are the same",
     "cyclic"},
    {0, nullptr, nullptr},
};

const GEnumValue kRanges[] = {
    {static_cast<int>(RangeMode::running),
     "White follows the strongest frequency, black lies dynamic-range below it", "running"},
    {static_cast<int>(RangeMode::fixed), "From low to high", "fixed"},
    {0, nullptr, nullptr},
};

constexpr double kMaxDecibels = 1000;

void install(GObjectClass* object_class, Property property, GParamSpec* spec) {
  g_object_class_install_property(object_class, static_cast<guint>(property), spec);
}

}  // namespace

void install_properties(GObjectClass* object_class) {
  static const GType show_type = register_enum("GstFftViewShow", kShows);
  static const GType color_map_type = register_enum("GstFftViewColorMap", kColorMaps);
  static const GType range_type = register_enum("GstFftViewRange", kRanges);
  const Settings settings;
  install(object_class, Property::show,
          g_param_spec_enum("show", "Show", "What of the spectrum is shown", show_type,
                            static_cast<int>(settings.show), kControllableProperty));
  install(object_class, Property::color_map,
          g_param_spec_enum(
              "color-map", "Color map", "Colours of RGBA and NV12 pictures; GRAY8 is always grey",
              color_map_type, static_cast<int>(settings.color_map), kControllableProperty));
  install(object_class, Property::range,
          g_param_spec_enum("range", "Range", "Which magnitudes are black and white", range_type,
                            static_cast<int>(settings.range), kControllableProperty));
  install(object_class, Property::dynamic_range,
          g_param_spec_double("dynamic-range", "Dynamic range",
                              "Decibels from black to white; of range=running", 1, kMaxDecibels,
                              settings.dynamic_range, kControllableProperty));
  install(object_class, Property::low,
          g_param_spec_double(
              "low", "Low",
              "Decibels that are black, 0 being the mean (DC) of a white frame; of range=fixed",
              -kMaxDecibels, kMaxDecibels, settings.low, kControllableProperty));
  install(object_class, Property::high,
          g_param_spec_double("high", "High", "Decibels that are white; above low", -kMaxDecibels,
                              kMaxDecibels, settings.high, kControllableProperty));
  install(object_class, Property::channel,
          g_param_spec_int("channel", "Channel",
                           "The channel that is shown, counted from 0; -1: all together, the root "
                           "of their mean power, or their sum's phase",
                           kAllChannels, 15, settings.channel, kControllableProperty));
}

void store(Settings& settings, Property property, const GValue* value) {
  switch (property) {
    case Property::show: settings.show = static_cast<Show>(g_value_get_enum(value)); break;
    case Property::color_map:
      settings.color_map = static_cast<ColorMap>(g_value_get_enum(value));
      break;
    case Property::range: settings.range = static_cast<RangeMode>(g_value_get_enum(value)); break;
    case Property::dynamic_range: settings.dynamic_range = g_value_get_double(value); break;
    case Property::low: settings.low = g_value_get_double(value); break;
    case Property::high: settings.high = g_value_get_double(value); break;
    case Property::channel: settings.channel = g_value_get_int(value); break;
  }
}

void load(const Settings& settings, Property property, GValue* value) {
  switch (property) {
    case Property::show: g_value_set_enum(value, static_cast<int>(settings.show)); break;
    case Property::color_map: g_value_set_enum(value, static_cast<int>(settings.color_map)); break;
    case Property::range: g_value_set_enum(value, static_cast<int>(settings.range)); break;
    case Property::dynamic_range: g_value_set_double(value, settings.dynamic_range); break;
    case Property::low: g_value_set_double(value, settings.low); break;
    case Property::high: g_value_set_double(value, settings.high); break;
    case Property::channel: g_value_set_int(value, settings.channel); break;
  }
}

}  // namespace fftcore::gst::view
