// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kernel_value.h"

#include <fmt/format.h>

#include "fftcore/error.h"

namespace fftcore::gst {
namespace {

constexpr char kAllowed[] =
    "kernel takes rows of numbers, all rows of one length, as in kernel=\"<<0.0,1.0,0.0>,<1.0,-4.0,1.0>,<0.0,1.0,0.0>>\"";

// Whatever number type the writer chose: in a pipeline's text "1" is an int, "1.0" a double and "1/9" a fraction.
double number(const GValue* value, guint row, guint column) {
  GValue as_double = G_VALUE_INIT;
  g_value_init(&as_double, G_TYPE_DOUBLE);
  if (!g_value_transform(value, &as_double)) {
    throw InvalidArgument(fmt::format("kernel: row {}, column {} (counted from 1) is {}, not a number; {}", row + 1, column + 1,
                                      as_text(value), kAllowed));
  }
  return g_value_get_double(&as_double);
}

}  // namespace

std::string as_text(const GValue* value) {
  gchar* text = gst_value_serialize(value);
  std::string result = text != nullptr ? text : G_VALUE_TYPE_NAME(value);
  g_free(text);
  return result;
}

std::shared_ptr<const GValue> keep_kernel_value(const GValue* value) {
  if (gst_value_array_get_size(value) == 0) return nullptr;
  auto* copy = new GValue(G_VALUE_INIT);
  g_value_init(copy, G_VALUE_TYPE(value));
  g_value_copy(value, copy);
  return {copy, [](GValue* kept) {
            g_value_unset(kept);
            delete kept;
          }};
}

Taps taps_of_value(const GValue* value) {
  Taps taps;
  const guint rows = gst_value_array_get_size(value);
  for (guint y = 0; y < rows; ++y) {
    const GValue* row = gst_value_array_get_value(value, y);
    if (!GST_VALUE_HOLDS_ARRAY(row)) {
      throw InvalidArgument(
          fmt::format("kernel: row {} (counted from 1) is {}, not a row of numbers; {}", y + 1, as_text(row), kAllowed));
    }
    const guint columns = gst_value_array_get_size(row);
    if (columns == 0) throw InvalidArgument(fmt::format("kernel: row {} (counted from 1) is empty; {}", y + 1, kAllowed));
    if (y > 0 && columns != taps.extent.columns) {
      throw InvalidArgument(fmt::format("kernel: row {} (counted from 1) has {} numbers where row 1 has {}; {}", y + 1, columns,
                                        taps.extent.columns, kAllowed));
    }
    taps.extent.columns = columns;
    for (guint x = 0; x < columns; ++x) taps.values.push_back(number(gst_value_array_get_value(row, x), y, x));
  }
  taps.extent.rows = rows;
  validate(taps);
  return taps;
}

}  // namespace fftcore::gst
