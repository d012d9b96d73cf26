// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kernel_properties.h"

#include <gst/gst.h>

#include "enums.h"
#include "kernel_value.h"

namespace fftcore::gst {
namespace {

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kFilterKinds[] = {
    {static_cast<int>(FilterKind::none),
     "No filter, or the one in kernel, kernel-location or notches", "none"},
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

constexpr auto kPlain = static_cast<GParamFlags>(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
                                                 GST_PARAM_MUTABLE_PLAYING);
constexpr auto kControllable = static_cast<GParamFlags>(kPlain | GST_PARAM_CONTROLLABLE);

void install(GObjectClass* object_class, KernelProperty property, GParamSpec* spec) {
  g_object_class_install_property(object_class, static_cast<guint>(property), spec);
}

int enum_default(auto value) {
  return static_cast<int>(value);
}

}  // namespace

void install_kernel_properties(GObjectClass* object_class) {
  static const GType filter_kind_type = register_enum("GstFftFilterKind", kFilterKinds);
  static const GType shape_type = register_enum("GstFftFilterShape", kShapes);
  const KernelSource source;
  install(object_class, KernelProperty::filter,
          g_param_spec_enum("filter", "Filter",
                            "Filter given by the spatial frequencies that it keeps; only one of "
                            "filter, kernel, kernel-location and notches "
                            "may be set",
                            filter_kind_type, enum_default(source.filter), kControllable));
  install(object_class, KernelProperty::shape,
          g_param_spec_enum("shape", "Shape", "How the filter rolls off at its cutoff", shape_type,
                            enum_default(source.shape), kControllable));
  install(object_class, KernelProperty::cutoff,
          g_param_spec_double("cutoff", "Cutoff",
                              "Cutoff frequency in cycles/pixel: 0.5 is a pattern of every other "
                              "pixel, 0.1 one of ten pixels; lower "
                              "edge of the band filters",
                              0, kMaxCutoff, source.cutoff, kControllable));
  install(
      object_class, KernelProperty::cutoff_high,
      g_param_spec_double("cutoff-high", "High cutoff",
                          "Upper edge of bandpass and bandstop in cycles/pixel; not below cutoff",
                          0, kMaxCutoff, source.cutoff_high, kControllable));
  install(object_class, KernelProperty::order,
          g_param_spec_int("order", "Order", "Steepness of the butterworth shape", 1, 16,
                           source.order, kControllable));
  install(object_class, KernelProperty::kernel_location,
          g_param_spec_string(
              "kernel-location", "Kernel location",
              "File with the filter's taps: a 2-D .npy array (f4 or f8), or text with one row a "
              "line; at most 8191 "
              "taps a side. Setting it again reads the file again, an empty string is none",
              nullptr, kPlain));
  // Without an element type: given one, GObject would silently replace what does not fit (an int by
  // 0.0).
  install(object_class, KernelProperty::kernel,
          gst_param_spec_array("kernel", "Kernel",
                               "The filter's taps, row by row, as in "
                               "\"<<0.0,1.0,0.0>,<1.0,-4.0,1.0>,<0.0,1.0,0.0>>\"; \"<>\" is none",
                               nullptr, kPlain));
  install(object_class, KernelProperty::notches,
          gst_param_spec_array("notches", "Notches",
                               "Frequencies to take out, <fx,fy> or <fx,fy,radius> each, in "
                               "cycles/pixel to the right and down, as "
                               "in \"<<0.25,0.0>,<0.1,0.3,0.01>>\": "
                               "0.25 is a pattern that repeats every 4 pixels. Radius 0.004 to "
                               "0.1, else 0.02; \"<>\" is none",
                               nullptr, kPlain));
  install(object_class, KernelProperty::normalize,
          g_param_spec_boolean("normalize", "Normalize",
                               "Divide the taps by their sum, so that brightness stays as it is",
                               source.normalize, kControllable));
}

void store(KernelSource& source, KernelProperty property, const GValue* value) {
  switch (property) {
    case KernelProperty::filter:
      source.filter = static_cast<FilterKind>(g_value_get_enum(value));
      break;
    case KernelProperty::shape: source.shape = static_cast<Shape>(g_value_get_enum(value)); break;
    case KernelProperty::cutoff: source.cutoff = g_value_get_double(value); break;
    case KernelProperty::cutoff_high: source.cutoff_high = g_value_get_double(value); break;
    case KernelProperty::order: source.order = g_value_get_int(value); break;
    case KernelProperty::kernel_location: {
      const gchar* location = g_value_get_string(value);
      source.location = location != nullptr ? location : "";
      ++source.location_count;
      break;
    }
    case KernelProperty::kernel: source.kernel = keep_kernel_value(value); break;
    case KernelProperty::notches: source.notches = keep_kernel_value(value); break;
    case KernelProperty::normalize: source.normalize = g_value_get_boolean(value) != FALSE; break;
  }
}

void load(const KernelSource& source, KernelProperty property, GValue* value) {
  switch (property) {
    case KernelProperty::filter: g_value_set_enum(value, static_cast<int>(source.filter)); break;
    case KernelProperty::shape: g_value_set_enum(value, static_cast<int>(source.shape)); break;
    case KernelProperty::cutoff: g_value_set_double(value, source.cutoff); break;
    case KernelProperty::cutoff_high: g_value_set_double(value, source.cutoff_high); break;
    case KernelProperty::order: g_value_set_int(value, source.order); break;
    case KernelProperty::kernel_location:
      g_value_set_string(value, source.location.empty() ? nullptr : source.location.c_str());
      break;
    case KernelProperty::kernel:
      if (source.kernel != nullptr) g_value_copy(source.kernel.get(), value);
      break;
    case KernelProperty::notches:
      if (source.notches != nullptr) g_value_copy(source.notches.get(), value);
      break;
    case KernelProperty::normalize: g_value_set_boolean(value, source.normalize); break;
  }
}

}  // namespace fftcore::gst
