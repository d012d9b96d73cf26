// SPDX-License-Identifier: LGPL-2.1-or-later
#include "rectangle.h"

#include <fmt/format.h>

#include <array>

#include "../gobject/array_value.h"
#include "fftcore/error.h"

namespace fftcore::gst {
namespace {

constexpr int kMaxCoordinate = 1 << 20;  // far beyond any frame; sums of two stay ints

}  // namespace

Rectangle rectangle_of(const GValue* value, const char* property) {
  const guint count = gst_value_array_get_size(value);
  if (count == 0) return {};
  std::array<int, 4> numbers{};
  bool is_good = count == numbers.size();
  for (guint i = 0; is_good && i < count; ++i) {
    const GValue* const number = gst_value_array_get_value(value, i);
    is_good = G_VALUE_HOLDS_INT(number) && g_value_get_int(number) >= 0 &&
              g_value_get_int(number) <= kMaxCoordinate;
    if (is_good) numbers[i] = g_value_get_int(number);
  }
  const Rectangle rectangle{numbers[0], numbers[1], numbers[2], numbers[3]};
  if (!is_good || rectangle.width < 1 || rectangle.height < 1) {
    throw InvalidArgument(
        fmt::format("{} is {}; it takes four whole numbers <x,y,width,height> in pixels, from the "
                    "upper left corner, as in "
                    "{}=\"<320,240,64,64>\"; "
                    "width and height are at least 1",
                    property, as_text(value), property));
  }
  return rectangle;
}

std::string to_string(const Rectangle& rectangle) {
  return fmt::format("<{},{},{},{}>", rectangle.x, rectangle.y, rectangle.width, rectangle.height);
}

}  // namespace fftcore::gst
