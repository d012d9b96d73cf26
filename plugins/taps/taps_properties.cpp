// SPDX-License-Identifier: LGPL-2.1-or-later
#include "taps_properties.h"

#include "../gobject/enums.h"

namespace fftcore::gst {
namespace {

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kFilterKinds[] = {
    {static_cast<int>(FilterKind::none),
     "No filter, or the one in kernel, kernel-location, notches or response", "none"},
    {static_cast<int>(FilterKind::lowpass), "Keeps what is coarser than cutoff (blur)", "lowpass"},
    {static_cast<int>(FilterKind::highpass), "Keeps what is finer than cutoff (edges, texture)",
     "highpass"},
    {static_cast<int>(FilterKind::bandpass), "Keeps what lies between cutoff and cutoff-high",
     "bandpass"},
    {static_cast<int>(FilterKind::bandstop), "Removes what lies between cutoff and cutoff-high",
     "bandstop"},
    {0, nullptr, nullptr},
};

const GEnumValue kShapes[] = {
    {static_cast<int>(Shape::gaussian), "Smooth, never rings", "gaussian"},
    {static_cast<int>(Shape::butterworth), "As steep as order says", "butterworth"},
    {static_cast<int>(Shape::ideal), "A sharp edge, rings", "ideal"},
    {0, nullptr, nullptr},
};

void add_filter(PropertyTable<TapsSource>& table) {
  static const GType filter_kind_type = register_enum("GstFftFilterKind", kFilterKinds);
  static const GType shape_type = register_enum("GstFftFilterShape", kShapes);
  table.choice(&TapsSource::filter,
               {"filter", "Filter",
                "Filter given by the spatial frequencies that it keeps. At most one of filter, "
                "kernel, kernel-location, notches and response may be set"},
               filter_kind_type);
  table.choice(&TapsSource::shape, {"shape", "Shape", "How the filter rolls off at its cutoff"},
               shape_type);
  table.real(&TapsSource::cutoff,
             {"cutoff", "Cutoff",
              "Cutoff frequency in cycles/pixel: 0.5 is a pattern of every other pixel, 0.1 one of "
              "ten pixels. It is the lower edge of band filters"},
             0, kMaxCutoff);
  table.real(&TapsSource::cutoff_high,
             {"cutoff-high", "High cutoff",
              "Upper edge of bandpass and bandstop in cycles/pixel; not below cutoff"},
             0, kMaxCutoff);
  table.integer(&TapsSource::order, {"order", "Order", "Steepness of the butterworth shape"}, 1,
                16);
}

void store_location(TapsSource& source, const GValue* value) {
  read_value(value, source.location);
  ++source.location_count;
}

void load_location(const TapsSource& source, GValue* value) {
  write_value(source.location, value);
}

}  // namespace

PropertyTable<TapsSource> taps_properties() {
  PropertyTable<TapsSource> table;
  add_filter(table);
  table.add(
      g_param_spec_string(
          "kernel-location", "Kernel location",
          "File with the filter's taps: a 2-D .npy array of real numbers, text with one row a "
          "line, or a grey PNG or TIFF picture; at most 8191 taps a side. A 4-D .npy array has "
          "taps for each pair of channels, [to, from, row, column], and mixes colours. Setting "
          "the name again reads the file again; an empty string is none",
          nullptr, kPlainProperty),
      store_location, load_location);
  table.array(&TapsSource::kernel,
              {"kernel", "Kernel",
               "The filter's taps, row by row, as in "
               "\"<<0.0,1.0,0.0>,<1.0,-4.0,1.0>,<0.0,1.0,0.0>>\"; \"<>\" is none"});
  table.array(&TapsSource::notches,
              {"notches", "Notches",
               "Frequencies to take out, at most 64: <fx,fy> or <fx,fy,radius> each, in "
               "cycles/pixel to the right and down, as in \"<<0.25,0.0>,<0.1,0.3,0.01>>\". 0.25 "
               "is a pattern that repeats every 4 pixels. A radius is 0.004 to 0.1, without one "
               "0.02; \"<>\" is none"});
  table.text(&TapsSource::response,
             {"response", "Response",
              "Frequency response: what the filter multiplies the frequencies fx (to the right), "
              "fy (down) and f = hypot(fx, fy) by, in cycles/pixel, as in \"exp(-(f/0.1)^2)\". "
              "There are numbers, "
              "pi, i, + - * / ^, comparisons, && || !, if(condition, then, else), exp, log, sqrt, "
              "abs, min, max, sin, cos and other functions; an empty text is none"});
  table.boolean(&TapsSource::normalize,
                {"normalize", "Normalize",
                 "Whether the taps are divided by their sum, so that brightness stays as it is"});
  return table;
}

GParamSpec* correlate_spec() {
  return g_param_spec_boolean(
      "correlate", "Correlate",
      "Whether taps are correlated with the picture instead of convolved. Correlation uses taps as "
      "they lie on the picture (OpenCV's filter2D), convolution turns them by 180 degrees (SciPy's "
      "ndimage.convolve)",
      FALSE, kControllableProperty);
}

}  // namespace fftcore::gst
