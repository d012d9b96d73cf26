// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "misread_kinds.h"

namespace samples {
namespace {

struct ExrHeader {
  std::optional<std::set<std::string>> channels;  ///< none: the list is not within the head
  std::size_t end = 0;                            ///< where the header ends
};

/// A text that ends with a zero.
std::string text_at(std::string_view bytes, std::size_t at) {
  const std::string_view rest = bytes.substr(std::min(at, bytes.size()));
  return std::string(rest.substr(0, rest.find('\0')));
}

std::set<std::string> channels_in(std::string_view list) {
  constexpr std::size_t kBytesBehindName = 1 + 16;
  std::set<std::string> names;
  for (std::size_t at = 0; at < list.size() && list[at] != '\0';) {
    const std::string name = text_at(list, at);
    at += name.size() + kBytesBehindName;
    names.insert(name);
  }
  return names;
}

ExrHeader exr_header(std::string_view bytes) {
  constexpr std::size_t kBegin = 8;
  ExrHeader header;
  std::size_t at = kBegin;
  while (at < bytes.size() && bytes[at] != '\0') {
    const std::string name = text_at(bytes, at);
    at += name.size() + 1;
    at += text_at(bytes, at).size() + 1;  // its type
    const std::size_t size = word_at(bytes, at);
    at += 4;
    if (name == "channels" && at + size <= bytes.size())
      header.channels = channels_in(bytes.substr(at, size));
    at += size;
  }
  header.end = at + 1;
  return header;
}

/// For messages.
std::string listed(const std::set<std::string>& names) {
  constexpr std::size_t kMost = 100;
  std::string text = fmt::format("{}", fmt::join(names, " "));
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return !std::isprint(c); }, '?');
  return text.size() > kMost ? text.substr(0, kMost) + "..." : text;
}

}  // namespace

std::string misread_exr(const FileHead& head) {
  constexpr std::string_view kRead = "files with R G B, R G B A or Y are read";
  const ExrHeader header = exr_header(head.bytes);
  if (!header.channels)
    return fmt::format(
        "is an OpenEXR file whose list of channels is not within its first {} bytes; "
        "{}",
        head.bytes.size(), kRead);
  // Of A alone OpenCV reads nothing, and of Y and others the others, or it takes a wrong green.
  const std::set<std::string>& channels = *header.channels;
  const std::set<std::string> rgba{"A", "B", "G", "R"};
  if (std::ranges::includes(rgba, channels) || channels == std::set<std::string>{"Y"}) return {};
  return fmt::format("is an OpenEXR file with the channels {}, which OpenCV reads wrong; {}",
                     listed(channels), kRead);
}

std::string several_in_exr(const FileHead& head) {
  constexpr std::size_t kVersionAt = 4;
  constexpr std::uint32_t kHasParts = 0x1000;
  const std::size_t end = exr_header(head.bytes).end;
  // Behind the last part's header is a zero.
  const bool has_another = end < head.bytes.size() && head.bytes[end] != '\0';
  return (word_at(head.bytes, kVersionAt) & kHasParts) != 0 && has_another ? "has several parts"
                                                                           : "";
}

}  // namespace samples
