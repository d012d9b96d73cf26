// SPDX-License-Identifier: LGPL-2.1-or-later
// What is wrong with files of each format, by their beginnings. Each function ends the sentence
// "it ..." for the user, or returns nothing: OpenCV reads the file right, or refuses it.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace samples {

/// The beginning of a file.
struct FileHead {
  std::string path;
  std::string bytes;
  std::uintmax_t file_bytes = 0;  ///< size of the whole file
};

FileHead head_of(const std::string& path, std::size_t most_bytes);

/// A whole number of four bytes; those that lie beyond the end are 0.
std::uint32_t word_at(std::string_view bytes, std::size_t at,
                      std::endian order = std::endian::little);

std::string misread_bmp(const FileHead& head);
std::string misread_dicom(const FileHead& head);
std::string misread_exr(const FileHead& head);
std::string misread_pnm(const FileHead& head);
std::string misread_sun_raster(const FileHead& head);

/// These say what follows the first image.
std::string several_in_exr(const FileHead& head);
std::string several_in_pnm(const FileHead& head);

}  // namespace samples
