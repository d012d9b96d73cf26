// SPDX-License-Identifier: LGPL-2.1-or-later
// Messages that quote what the library was given, which may be of any length.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace fftcore {

/// The text, or its first 200 bytes and "..."; characters of UTF-8 stay whole.
inline std::string excerpt(std::string_view text) {
  std::size_t length = 200;
  if (text.size() <= length) return std::string(text);
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0U) == 0x80U) --length;
  return fmt::format("{}...", text.substr(0, length));
}

namespace detail {

template <class Value>
decltype(auto) quotable(const Value& value) {
  if constexpr (std::is_same_v<Value, std::string_view>)
    return excerpt(value);
  else
    return (value);
}

inline std::string message_of(fmt::string_view format, const auto&... values) {
  return fmt::vformat(format, fmt::make_format_args(values...));
}

}  // namespace detail

/// fmt::format() with an excerpt() of each std::string_view, which is how texts are given.
template <class... Values>
std::string message(fmt::format_string<Values...> format, Values&&... values) {
  return detail::message_of(format, detail::quotable(values)...);
}

}  // namespace fftcore
