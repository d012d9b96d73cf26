// SPDX-License-Identifier: LGPL-2.1-or-later
// Strings and numbers in the JSON that samples print.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace samples {

/// `text` as a JSON string, with its quotes. Bytes that are no ASCII are handed on: JSON is UTF-8,
/// as file names are.
inline std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

/// A number as `format`, such as "{:.3f}", has it; null where it is not finite, since JSON has no
/// word for that.
inline std::string json_number(fmt::format_string<double&> format, double number) {
  return std::isfinite(number) ? fmt::format(format, number) : "null";
}

}  // namespace samples
