// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cache_entry.h"

#include <fmt/format.h>

#include "file_part.h"
#include "temporary_file.h"

namespace fftcore {
namespace {

std::string header_of(std::string_view key_text, std::string_view content) {
  return fmt::format("fftcore cache 2\n{} {} {:016x} {:016x}\n", key_text.size(), content.size(),
                     content_hash(key_text), content_hash(content));
}

}  // namespace

std::uint64_t content_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

std::string entry_text(std::string_view key_text, std::string_view content) {
  return header_of(key_text, content).append(key_text).append(content);
}

std::optional<std::string> content_of_entry(std::string_view entry, std::string_view key_text) {
  // Where the key stands is where its first line ends; all before it must then be the header of
  // just this content.
  std::size_t line_end = entry.find('\n');
  if (line_end != std::string_view::npos) line_end = entry.find('\n', line_end + 1);
  if (line_end == std::string_view::npos) return std::nullopt;
  const std::size_t key_begin = line_end + 1;
  if (entry.substr(key_begin, key_text.size()) != key_text) return std::nullopt;
  const std::string_view content = entry.substr(key_begin + key_text.size());
  if (entry.substr(0, key_begin) != header_of(key_text, content)) return std::nullopt;
  return std::string(content);
}

std::optional<std::string> read_cache_entry(const std::filesystem::path& file,
                                            std::string_view key_text) {
  const auto entry = read_file_part(file, 0, kMostFileBytes, Links::refused);
  return entry ? content_of_entry(*entry, key_text) : std::nullopt;
}

bool write_cache_entry(const std::filesystem::path& file, std::string_view key_text,
                       std::string_view content) {
  return replace_file(file, {header_of(key_text, content), key_text, content});
}

}  // namespace fftcore
