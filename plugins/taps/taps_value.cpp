// SPDX-License-Identifier: LGPL-2.1-or-later
#include "taps_value.h"

#include <fmt/format.h>

#include <iterator>

#include "../gobject/array_value.h"
#include "fftcore/error.h"

namespace fftcore::gst {
namespace {

/// A property whose value is rows of numbers, in words for messages.
struct RowsProperty {
  const char* name;
  const char* row;  ///< what a row is
  const char* allowed;
};

constexpr RowsProperty kKernel = {"kernel", "row",
                                  "kernel takes rows of numbers, all rows of one length, as in "
                                  "kernel=\"<<0.0,1.0,0.0>,<1.0,-4.0,1.0>,<0.0,1.0,0.0>>\""};
constexpr RowsProperty kNotches = {
    "notches", "notch",
    "notches takes frequencies with or without a radius, <fx,fy> or <fx,fy,radius> each, as in "
    "notches=\"<<0.25,0.0>,<0.1,0.3,0.01>>\""};

// Whatever number type the writer chose: in a pipeline's text "1" is an int, "1.0" a double and
// "1/9" a fraction.
double number(const RowsProperty& property, const GValue* value, guint row, guint column) {
  GValue as_double = G_VALUE_INIT;
  g_value_init(&as_double, G_TYPE_DOUBLE);
  if (!g_value_transform(value, &as_double)) {
    throw InvalidArgument(
        fmt::format("{}: {} {}, column {} (counted from 1) is {}, not a number; {}", property.name,
                    property.row, row + 1, column + 1, as_text(value), property.allowed));
  }
  return g_value_get_double(&as_double);
}

std::vector<std::vector<double>> rows_of(const RowsProperty& property, const GValue* value) {
  std::vector<std::vector<double>> rows(gst_value_array_get_size(value));
  for (guint y = 0; y < rows.size(); ++y) {
    const GValue* row = gst_value_array_get_value(value, y);
    if (!GST_VALUE_HOLDS_ARRAY(row)) {
      throw InvalidArgument(
          fmt::format("{}: {} {} (counted from 1) is {}, not a row of numbers; {}", property.name,
                      property.row, y + 1, as_text(row), property.allowed));
    }
    for (guint x = 0; x < gst_value_array_get_size(row); ++x)
      rows[y].push_back(number(property, gst_value_array_get_value(row, x), y, x));
  }
  return rows;
}

}  // namespace

Taps taps_of_value(const GValue* value) {
  const auto rows = rows_of(kKernel, value);
  Taps taps;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    const std::size_t columns = rows[y].size();
    if (columns == 0)
      throw InvalidArgument(
          fmt::format("kernel: row {} (counted from 1) is empty; {}", y + 1, kKernel.allowed));
    if (columns != rows[0].size()) {
      throw InvalidArgument(
          fmt::format("kernel: row {} (counted from 1) has {} numbers where row 1 has {}; {}",
                      y + 1, columns, rows[0].size(), kKernel.allowed));
    }
    taps.values.insert(taps.values.end(), rows[y].begin(), rows[y].end());
  }
  taps.extent.rows = std::ssize(rows);
  taps.extent.columns = rows.empty() ? 0 : std::ssize(rows[0]);
  try {
    validate(taps);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("{}: {}", kKernel.name, error.what()));
  }
  return taps;
}

std::vector<Notch> notches_of_value(const GValue* value) {
  std::vector<Notch> notches;
  for (const auto& row : rows_of(kNotches, value)) {
    if (row.size() != 2 && row.size() != 3)
      throw InvalidArgument(
          fmt::format("notches: notch {} (counted from 1) has {} numbers, not two or three; {}",
                      notches.size() + 1, row.size(), kNotches.allowed));
    Notch& notch = notches.emplace_back(Notch{row[0], row[1]});
    if (row.size() == 3) notch.radius = row[2];
  }
  return notches;
}

}  // namespace fftcore::gst
