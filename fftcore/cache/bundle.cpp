// SPDX-License-Identifier: LGPL-2.1-or-later
#include "bundle.h"

#include <charconv>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "cache_entry.h"
#include "fftcore/error.h"
#include "file_part.h"
#include "log_line.h"

namespace fftcore {
namespace {

constexpr std::string_view kFirstLine = "fftcore bundle 1\n";
constexpr std::string_view kVersion = "fftcore " FFTCORE_VERSION;
constexpr std::size_t kNumber = 16;  // hexadecimal digits
// The mark, then length and checksum of the head.
constexpr std::size_t kStart = kFirstLine.size() + 2 * (kNumber + 1);

std::string number_text(std::uint64_t number) {
  return fmt::format("{:016x}", number);
}

/// The number that such a text begins with, if this character follows it.
std::optional<std::uint64_t> take_number(std::string_view& text, char end) {
  std::uint64_t number = 0;
  if (text.size() <= kNumber || text[kNumber] != end) return std::nullopt;
  const std::string_view digits = text.substr(0, kNumber);
  std::from_chars(digits.data(), digits.data() + kNumber, number, 16);
  if (number_text(number) != digits) return std::nullopt;
  text.remove_prefix(kNumber + 1);
  return number;
}

/// A line's text after `word`; nothing where the text does not begin with it.
std::optional<std::string_view> take_line(std::string_view& text, std::string_view word) {
  const std::size_t end = text.find('\n');
  if (!text.starts_with(word) || end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(word.size(), end - word.size());
  text.remove_prefix(end + 1);
  return line;
}

}  // namespace

std::string bundle_bytes(const BundleContents& contents) {
  std::string head = fmt::format("{}\n", kVersion), entries;
  for (const std::string& target : contents.targets) head += fmt::format("for {}\n", target);
  for (const auto& [key_text, content] : contents.entries) {
    const std::string entry = entry_text(key_text, content);
    head += fmt::format("{} {}\n", number_text(content_hash(key_text)), number_text(entry.size()));
    entries += entry;
  }
  return fmt::format("{}{} {}\n{}{}", kFirstLine, number_text(head.size()),
                     number_text(content_hash(head)), head, entries);
}

Bundle::Bundle(std::filesystem::path file) : name_(file.string()) {
  const auto bytes = file_bytes(file, Links::followed);
  if (!bytes) throw FileError(fmt::format("{} is no file that can be read", name_));
  if (*bytes > kMostFileBytes)
    throw FileError(
        fmt::format("{} has {} bytes; {} at most are allowed", name_, *bytes, kMostFileBytes));
  read_ = [file = std::move(file)](std::uint64_t offset, std::uint64_t size) {
    return read_file_part(file, offset, size, Links::followed);
  };
  if (const std::string reason = open(*bytes); !reason.empty())
    throw FileError(fmt::format("{} {}", name_, reason));
}

Bundle::Bundle(std::string bytes) : name_("a bundle in memory") {
  const auto held = std::make_shared<const std::string>(std::move(bytes));
  read_ = [held](std::uint64_t offset, std::uint64_t size) {
    return offset > held->size() ? std::nullopt : std::optional(held->substr(offset, size));
  };
  std::string reason = open(held->size());
  for (const auto& [hash, part] : parts_) {
    if (!reason.empty()) break;
    // Its key stands in the entry, after two lines, and is as long as the second says.
    const std::string entry = held->substr(part.offset, part.size);
    std::size_t at = entry.find('\n') + 1;
    std::size_t key_size = 0;
    std::from_chars(entry.data() + at, entry.data() + entry.size(), key_size);
    at = entry.find('\n', at) + 1;
    const std::string_view key =
        std::string_view(entry).substr(at == std::string::npos ? 0 : at).substr(0, key_size);
    if (content_hash(key) != hash || !content_of_entry(entry, key)) reason = "is damaged";
  }
  if (!reason.empty()) throw InvalidArgument(fmt::format("{} {}", name_, reason));
}

std::string Bundle::open(std::uint64_t bytes) {
  const std::optional<std::string> start = read_(0, kStart);
  if (!start || !start->starts_with(kFirstLine)) return "is no bundle of compiled kernels";
  std::string_view rest = std::string_view(*start).substr(kFirstLine.size());
  const auto size = take_number(rest, ' ');
  const auto checksum = take_number(rest, '\n');
  if (!size || !checksum || *size > bytes - kStart) return "is damaged";
  const std::optional<std::string> head = read_(kStart, *size);
  if (!head || head->size() != *size || content_hash(*head) != *checksum) return "is damaged";
  return parse(*head, kStart + *size, bytes);
}

std::string Bundle::parse(std::string_view head, std::uint64_t offset, std::uint64_t bytes) {
  const auto version = take_line(head, "");
  if (!version) return "is damaged";
  if (*version != kVersion)
    return fmt::format("was made by {}; this is {}: compile it anew", *version, kVersion);
  while (const auto target = take_line(head, "for ")) targets_.emplace_back(*target);
  while (!head.empty()) {
    const auto hash = take_number(head, ' ');
    const auto size = take_number(head, '\n');
    if (!hash || !size || *size > bytes - offset) return "is damaged";
    parts_.emplace(*hash, Part{offset, *size});
    offset += *size;
  }
  return offset == bytes ? "" : "is damaged";
}

std::optional<std::string> Bundle::find(std::string_view key_text) const {
  const auto [first, last] = parts_.equal_range(content_hash(key_text));
  for (auto part = first; part != last; ++part) {
    const auto entry = read_(part->second.offset, part->second.size);
    if (entry)
      if (auto content = content_of_entry(*entry, key_text)) return content;
    log_line("cache", "{} is damaged: one of its kernels is not taken", name_);
  }
  return std::nullopt;
}

}  // namespace fftcore
