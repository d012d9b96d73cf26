// SPDX-License-Identifier: LGPL-2.1-or-later
#include "misread.h"

#include <filesystem>
#include <fstream>

#include "misread_kinds.h"

namespace samples {
namespace {

constexpr std::size_t kMostHeadBytes = 1 << 20;

struct MisreadFormat {
  std::size_t magic_at;
  std::string_view magic;
  std::string (*misread)(const FileHead&);
  std::string (*several)(const FileHead&) = nullptr;
};

constexpr MisreadFormat kMisreadFormats[] = {
    {0, "BM", misread_bmp},
    {0, "P", misread_pnm, several_in_pnm},
    {0, "\x59\xa6\x6a\x95", misread_sun_raster},
    {0, "\x76\x2f\x31\x01", misread_exr, several_in_exr},
    {128, "DICM", misread_dicom},
};

}  // namespace

FileHead head_of(const std::string& path, std::size_t most_bytes) {
  FileHead head{path, std::string(most_bytes, '\0')};
  std::ifstream file(path, std::ios::binary);
  file.read(head.bytes.data(), std::streamsize(most_bytes));
  head.bytes.resize(std::size_t(file.gcount()));
  std::error_code unknown;
  head.file_bytes = std::filesystem::file_size(path, unknown);
  if (unknown) head.file_bytes = head.bytes.size();
  return head;
}

std::uint32_t word_at(std::string_view bytes, std::size_t at, std::endian order) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t place = order == std::endian::little ? at + 3 - i : at + i;
    word = word << 8 | (place < bytes.size() ? static_cast<unsigned char>(bytes[place]) : 0u);
  }
  return word;
}

void refuse_misread(const std::string& path, const fftcore::pictures::Reading& reading) {
  const FileHead head = head_of(path, kMostHeadBytes);
  for (const MisreadFormat& format : kMisreadFormats) {
    if (head.bytes.size() < format.magic_at ||
        !std::string_view(head.bytes).substr(format.magic_at).starts_with(format.magic))
      continue;
    const std::string several = format.several ? format.several(head) : "";
    if (!several.empty()) fftcore::pictures::check_first(path, reading, several);
    const std::string misread = format.misread(head);
    if (!misread.empty()) fftcore::pictures::fail_to_read(path, "it " + misread);
  }
}

}  // namespace samples
