// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cache_entry.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace fftcore {
namespace {

std::string header_of(std::string_view key_text, std::string_view binary) {
  return fmt::format("fftcore kernel 1\n{} {} {:016x} {:016x}\n", key_text.size(), binary.size(),
                     content_hash(key_text), content_hash(binary));
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::uint64_t content_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

std::optional<std::string> read_cache_entry(const std::filesystem::path& file,
                                            std::string_view key_text) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
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
                       std::string_view binary) {
  std::string temporary = file.string() + ".XXXXXX";
  const int handle = mkostemp(temporary.data(), O_CLOEXEC);
  if (handle < 0) return false;
  const bool written = write_all(handle, header_of(key_text, binary)) &&
                       write_all(handle, key_text) && write_all(handle, binary);
  const bool closed = close(handle) == 0;
  if (written && closed && rename(temporary.c_str(), file.c_str()) == 0) return true;
  unlink(temporary.c_str());
  return false;
}

}  // namespace fftcore
