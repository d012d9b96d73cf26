// SPDX-License-Identifier: LGPL-2.1-or-later
#include "input_location.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "../gobject/errors.h"

namespace fftcore::gst {
namespace {

using namespace std::string_view_literals;

struct Kind {
  std::string_view beginning;
  std::string_view name;
};
constexpr std::string_view kPng = "\x89PNG"sv;
constexpr std::array kTiff = {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv};
constexpr std::string_view kNpy = "\x93NUMPY"sv;
constexpr std::array kKinds = {
    Kind{kPng, "a PNG picture"},
    Kind{"\xff\xd8\xff"sv, "a JPEG picture"},
    Kind{"GIF8"sv, "a GIF picture"},
    Kind{"BM"sv, "a BMP picture"},
    Kind{kTiff[0], "a TIFF picture"},
    Kind{kTiff[1], "a TIFF picture"},
    Kind{kTiff[2], "a TIFF picture"},
    Kind{kTiff[3], "a TIFF picture"},
    Kind{"RIFF"sv, "a RIFF file, as WebP, WAV and AVI are"},
    Kind{"\0\0\0"sv, "a film or picture, as MP4 and HEIF are"},
    Kind{"\x1a\x45\xdf\xa3"sv, "a Matroska film"},
    Kind{"P5"sv, "a PGM picture"},
    Kind{"P6"sv, "a PPM picture"},
    Kind{"%PDF"sv, "a PDF document"},
    Kind{"PK\x03\x04"sv, "a ZIP archive, as .npz files are"},
    Kind{"\x1f\x8b"sv, "compressed by gzip"},
    Kind{"FFTSPECTRUM "sv, "a file of spectra"},
    Kind{"\x7f"
         "ELF"sv,
         "a program"},
};

[[noreturn]] void refuse(const FileProperty& property, const std::string& location,
                         std::string_view what) {
  throw FileError(fmt::format("{}: \"{}\" is {}; give the path of {}", property.name, location,
                              what, property.allowed));
}

}  // namespace

std::string beginning_of(const FileProperty& property, const std::string& location) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(location, unknown);
  if (!std::filesystem::exists(status))
    throw MissingFile(fmt::format("{}: there is no file \"{}\"; give the path of {}", property.name,
                                  location, property.allowed));
  if (std::filesystem::is_directory(status)) refuse(property, location, "a folder");
  // To open a pipe is to wait for who writes into it.
  if (!std::filesystem::is_regular_file(status)) refuse(property, location, "a pipe or a device");
  std::array<char, 64> bytes{};
  std::ifstream file(location, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(file.gcount())};
}

InputKind input_kind(const FileProperty& property, const std::string& location) {
  const std::string beginning = beginning_of(property, location);
  if (beginning.starts_with(kNpy)) return InputKind::numbers;
  if (property.takes_png && beginning.starts_with(kPng)) return InputKind::picture;
  const bool is_tiff =
      std::ranges::any_of(kTiff, [&](std::string_view one) { return beginning.starts_with(one); });
  if (property.takes_tiff && is_tiff) return InputKind::picture;
  for (const auto& [first, name] : kKinds)
    if (beginning.starts_with(first)) refuse(property, location, name);
  if (beginning.find('\0') != std::string::npos) refuse(property, location, "no text");
  return InputKind::numbers;
}

}  // namespace fftcore::gst
