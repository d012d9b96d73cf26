// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include "../gobject/enums.h"

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
constexpr int kLastChannel = 15;

}  // namespace

PropertyTable<Settings> properties() {
  static const GType show_type = register_enum("GstFftViewShow", kShows);
  static const GType color_map_type = register_enum("GstFftViewColorMap", kColorMaps);
  static const GType range_type = register_enum("GstFftViewRange", kRanges);
  PropertyTable<Settings> table;
  table.choice(&Settings::show, {"show", "Show", "What of the spectrum is shown"}, show_type);
  table.choice(
      &Settings::color_map,
      {"color-map", "Color map", "Colours of RGBA and NV12 pictures; GRAY8 is always grey"},
      color_map_type);
  table.choice(&Settings::range, {"range", "Range", "Which magnitudes are black and white"},
               range_type);
  table.real(
      &Settings::dynamic_range,
      {"dynamic-range", "Dynamic range", "Decibels from black to white, where range is running"}, 1,
      kMaxDecibels);
  table.real(&Settings::low,
             {"low", "Low",
              "Decibels that are black, where range is fixed. 0 is the mean (DC) of a white frame"},
             -kMaxDecibels, kMaxDecibels);
  table.real(&Settings::high,
             {"high", "High", "Decibels that are white, where range is fixed; more than low"},
             -kMaxDecibels, kMaxDecibels);
  table.integer(&Settings::channel,
                {"channel", "Channel",
                 "The channel that is shown, counted from 0. -1 shows all together: the root of "
                 "their mean power, or their sum's phase"},
                kAllChannels, kLastChannel);
  return table;
}

}  // namespace fftcore::gst::view
