// SPDX-License-Identifier: LGPL-2.1-or-later
// Parts of a frame, in pixels.
#pragma once

#include <gst/gst.h>

#include <string>

namespace fftcore::gst {

struct Rectangle {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;

  bool is_empty() const { return width == 0 && height == 0; }
  /// Lies in `outer` with all its pixels.
  bool is_within(const Rectangle& outer) const {
    return x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width &&
           y + height <= outer.y + outer.height;
  }
  bool operator==(const Rectangle&) const = default;
};

/// A property's value, a GstValueArray of four whole numbers as in "<320,240,64,64>"; "<>" is an
/// empty one. Throws InvalidArgument with the property's name.
Rectangle rectangle_of(const GValue* value, const char* property);

/// Text as in pipelines.
std::string to_string(const Rectangle& rectangle);

}  // namespace fftcore::gst
