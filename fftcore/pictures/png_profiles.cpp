// SPDX-License-Identifier: LGPL-2.1-or-later
#include "png_profiles.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "formats.h"

namespace fftcore::pictures {
namespace {

int digit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/// The bytes of a text: an empty line, a name, how many bytes there are, and these in digits. None
/// where they are not as many.
std::optional<std::string> bytes_of(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  text.remove_prefix(std::min(text.find('\n'), text.size()));
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc()) return {};
  text.remove_prefix(std::size_t(end - text.data()));
  std::string bytes;
  int high = -1;
  for (const char c : text) {
    if (kBlanks.find(c) != std::string_view::npos) continue;
    const int low = digit(c);
    if (low < 0) return {};
    if (high < 0) {
      high = low;
    } else {
      bytes += static_cast<char>(high * 16 + low);
      high = -1;
    }
  }
  if (high >= 0 || bytes.size() != count) return {};
  return bytes;
}

}  // namespace

bool take_profile(std::string_view key, std::string_view text, Tags& tags) {
  constexpr std::string_view kKey = "Raw profile type ";
  if (!key.starts_with(kKey)) return false;
  const std::string_view kind = key.substr(kKey.size());
  if (kind != "exif" && kind != "APP1" && kind != "xmp") return false;
  const std::optional<std::string> bytes = bytes_of(text);
  if (!bytes) return false;
  std::string_view content = *bytes;
  if (kind == "xmp" || content.starts_with(kXmpHead)) {
    if (content.starts_with(kXmpHead)) content.remove_prefix(kXmpHead.size());
    if (tags.xmp.empty()) tags.xmp = content;
    return true;
  }
  if (content.starts_with(kExifHead)) content.remove_prefix(kExifHead.size());
  if (!content.starts_with("II") && !content.starts_with("MM")) return false;
  if (tags.exif.empty()) tags.exif.assign(content.begin(), content.end());
  return true;
}

}  // namespace fftcore::pictures
