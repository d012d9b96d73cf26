// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cache_entry.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include <fmt/format.h>

#include "temporary_file.h"

namespace fftcore {
namespace {

/// Size that no entry comes near; a larger file is not read.
constexpr off_t kMostBytes = off_t{256} << 20;

std::string header_of(std::string_view key_text, std::string_view content) {
  return fmt::format("fftcore cache 2\n{} {} {:016x} {:016x}\n", key_text.size(), content.size(),
                     content_hash(key_text), content_hash(content));
}

/// Content of a regular file of at most kMostBytes; nothing where there is none.
std::optional<std::string> text_of(const std::filesystem::path& file) {
  const int handle = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (handle < 0) return std::nullopt;
  struct stat status {};
  std::optional<std::string> text;
  if (fstat(handle, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= kMostBytes) {
    text.emplace(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t length = 0;
    while (length < text->size()) {
      const ssize_t got = read(handle, text->data() + length, text->size() - length);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      length += static_cast<std::size_t>(got);
    }
    text->resize(length);
  }
  close(handle);
  return text;
}

}  // namespace

std::uint64_t content_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

std::optional<std::string> read_cache_entry(const std::filesystem::path& file,
                                            std::string_view key_text) {
  const std::optional<std::string> read = text_of(file);
  if (!read) return std::nullopt;
  const std::string& content = *read;
  // Where the key stands is where its first line ends; all before it must then be the header of
  // just this content.
  std::size_t line_end = content.find('\n');
  if (line_end != std::string::npos) line_end = content.find('\n', line_end + 1);
  if (line_end == std::string::npos) return std::nullopt;
  const std::size_t key_begin = line_end + 1;
  if (content.size() < key_begin + key_text.size() ||
      content.compare(key_begin, key_text.size(), key_text) != 0)
    return std::nullopt;
  std::string binary = content.substr(key_begin + key_text.size());
  if (content.compare(0, key_begin, header_of(key_text, binary)) != 0) return std::nullopt;
  return binary;
}

bool write_cache_entry(const std::filesystem::path& file, std::string_view key_text,
                       std::string_view content) {
  return replace_file(file, {header_of(key_text, content), key_text, content});
}

}  // namespace fftcore
