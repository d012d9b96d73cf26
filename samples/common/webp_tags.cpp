// SPDX-License-Identifier: LGPL-2.1-or-later
#include "webp_tags.h"

#include <cstdint>
#include <fstream>
#include <string_view>

namespace samples {
namespace {

using fftcore::pictures::Bytes;

constexpr std::size_t kMostBytes = 64 << 20;  // of a chunk that is kept

/// A RIFF file's chunk: its name, and the number of bytes that follow.
struct Head {
  char name[4];
  unsigned char size[4];

  std::string_view text() const { return {name, sizeof name}; }
  std::uint32_t bytes() const {
    return size[0] | std::uint32_t(size[1]) << 8 | std::uint32_t(size[2]) << 16 |
           std::uint32_t(size[3]) << 24;
  }
};
static_assert(sizeof(Head) == 8);

bool read_into(std::ifstream& file, void* memory, std::size_t bytes) {
  return static_cast<bool>(file.read(static_cast<char*>(memory), std::streamsize(bytes)));
}

Bytes content_of(std::ifstream& file, std::uint32_t bytes) {
  Bytes content;
  if (bytes > kMostBytes) return content;
  content.resize(bytes);
  if (!read_into(file, content.data(), bytes)) content.clear();
  return content;
}

}  // namespace

fftcore::pictures::Tags webp_tags(const std::string& path) {
  fftcore::pictures::Tags tags;
  std::ifstream file(path, std::ios::binary);
  Head head;
  char kind[4];
  if (!read_into(file, &head, sizeof head) || head.text() != "RIFF" ||
      !read_into(file, kind, sizeof kind) || std::string_view(kind, sizeof kind) != "WEBP")
    return tags;
  while (read_into(file, &head, sizeof head)) {
    const std::streamoff next =
        std::streamoff(file.tellg()) + std::streamoff(head.bytes()) + head.bytes() % 2;
    if (head.text() == "ICCP") {
      tags.profile = content_of(file, head.bytes());
    } else if (head.text() == "XMP ") {
      const Bytes xmp = content_of(file, head.bytes());
      tags.xmp.assign(xmp.begin(), xmp.end());
    } else if (head.text() == "EXIF") {
      tags.exif = content_of(file, head.bytes());
      // Some programs write JPEG's name of it in front.
      constexpr std::string_view kJpegs("Exif\0\0", 6);
      if (std::string_view(reinterpret_cast<const char*>(tags.exif.data()), tags.exif.size())
              .starts_with(kJpegs))
        tags.exif.erase(tags.exif.begin(), tags.exif.begin() + kJpegs.size());
    }
    file.seekg(next);
  }
  return tags;
}

}  // namespace samples
