// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <charconv>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "misread_kinds.h"

namespace samples {
namespace {

/// Values of an element of group 0028, wherever it stands, also in a sequence: its tag, its type or
/// none, its length, and a value of allowed characters.
std::vector<std::string> dicom_values(std::string_view bytes, unsigned element,
                                      std::string_view type, std::string_view allowed) {
  constexpr std::size_t kMostValueBytes = 64;
  const std::string tag{'\x28', '\0', char(element & 0xff), char(element >> 8)};
  std::vector<std::string> values;
  for (std::size_t at = bytes.find(tag); at != bytes.npos; at = bytes.find(tag, at + 1)) {
    const std::string_view rest = bytes.substr(at + tag.size());
    const std::size_t size = rest.starts_with(type) ? word_at(rest, 0) >> 16 : word_at(rest, 0);
    if (size == 0 || size > kMostValueBytes || rest.size() < 4 + size) continue;
    std::string value(rest.substr(4, size));
    while (!value.empty() && (value.back() == ' ' || value.back() == '\0')) value.pop_back();
    if (!value.empty() && value.find_first_not_of(allowed) == value.npos) values.push_back(value);
  }
  return values;
}

/// In any locale.
bool is_number(std::string_view text, double expected) {
  text.remove_prefix(std::min(text.find_first_not_of(" +"), text.size()));
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number == expected;
}

}  // namespace

std::string misread_dicom(const FileHead& head) {
  constexpr unsigned kPhotometric = 0x0004, kIntercept = 0x1052, kSlope = 0x1053;
  constexpr std::string_view kDigits = " +-.0123456789Ee";
  const std::vector<std::string> kinds =
      dicom_values(head.bytes, kPhotometric, "CS", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ");
  if (kinds.empty())
    return fmt::format(
        "is a DICOM file in whose first {} bytes no photometric interpretation is found; "
        "MONOCHROME2 is read",
        head.bytes.size());
  for (const std::string& kind : kinds)
    if (kind != "MONOCHROME2")
      return fmt::format(
          "is a DICOM file of the kind {}, which OpenCV reads wrong; MONOCHROME2 is read", kind);
  for (const auto& [element, expected, name] :
       {std::tuple{kSlope, 1.0, "slope"}, std::tuple{kIntercept, 0.0, "intercept"}})
    for (const std::string& value : dicom_values(head.bytes, element, "DS", kDigits))
      if (!is_number(value, expected))
        return fmt::format(
            "is a DICOM file with the rescale {} {}, which OpenCV passes over; files with slope 1 "
            "and intercept 0 are read",
            name, value);
  return {};
}

}  // namespace samples
