// SPDX-License-Identifier: LGPL-2.1-or-later
#include "picture.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "fftcore/error.h"
#include "formats.h"

namespace fftcore::pictures {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

void fail_to_read(const std::string& path, std::string_view reason) {
  throw FileError(fmt::format("cannot read '{}': {}", path, reason));
}

void check_input(const std::string& path) {
  std::error_code none;
  const fs::file_status status = fs::status(path, none);
  if (fs::is_directory(status)) fail_to_read(path, "it is a folder");
  // a pipe would be waited for
  if (fs::exists(status) && !fs::is_regular_file(status))
    fail_to_read(path, "it is a pipe or a device; a file is expected");
  if (!std::ifstream(path)) fail_to_read(path, std::strerror(errno));
  if (fs::file_size(path, none) == 0) fail_to_read(path, "it is empty");
}

Format format_of(const std::string& path) {
  std::array<char, 8> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  const std::string_view begin(bytes.data(), std::size_t(file.gcount()));
  if (begin.starts_with("\x89PNG"sv)) return Format::png;
  if (begin.starts_with("\xff\xd8\xff"sv)) return Format::jpeg;
  for (const std::string_view tiff : {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv})
    if (begin.starts_with(tiff)) return Format::tiff;
  return Format::other;
}

PictureInfo read_picture(const std::string& path, const Reading& reading,
                         const Allocate& allocate) {
  check_input(path);
  switch (format_of(path)) {
    case Format::png: return read_png(path, reading, allocate);
    case Format::tiff: return read_tiff(path, reading, allocate);
    case Format::jpeg: return read_jpeg(path, reading, allocate);
    case Format::other: break;
  }
  fail_to_read(path, "it is no PNG, TIFF or JPEG picture");
}

std::int64_t pages_of(const std::string& path) {
  return format_of(path) == Format::tiff ? tiff_pages(path) : 1;
}

void check_page(const std::string& path, const Reading& reading, std::int64_t pages) {
  if (reading.page > pages)
    fail_to_read(path, fmt::format("it has {} page{}, and page {} is asked for", pages,
                                   pages == 1 ? "" : "s", reading.page));
  if (reading.page != 0 || pages <= 1) return;
  std::string choice = "a file of one page is expected";
  if (!reading.option.empty())
    choice = fmt::format("{} N says which one is meant, 1 to {}", reading.option, pages);
  if (reading.takes_all) choice += fmt::format(", and {} all means each", reading.option);
  fail_to_read(path, fmt::format("it has {} pages; {}", pages, choice));
}

void check_first(const std::string& path, const Reading& reading, std::string_view what) {
  if (reading.page == 1) return;
  std::string choice = "a file of one picture is expected";
  if (!reading.option.empty())
    choice = fmt::format("with {} 1 the first is read, and no other", reading.option);
  fail_to_read(path, fmt::format("it {}; {}", what, choice));
}

void check_size(const std::string& path, Extent extent) {
  constexpr std::int64_t kMostSide = std::int64_t{1} << 20, kMostPixels = std::int64_t{1} << 30;
  if (extent.rows < 1 || extent.columns < 1)
    fail_to_read(path, fmt::format("its header says {} x {} pixels", extent.rows, extent.columns));
  // sides first: their product may be beyond 64 bits
  if (extent.rows > kMostSide || extent.columns > kMostSide ||
      extent.rows * extent.columns > kMostPixels)
    fail_to_read(path,
                 "its header claims more pixels than are read as a whole: 2^20 a side, 2^30 in "
                 "all; from TIFF to TIFF 'filter_image --pieces' has no limit");
}

void check_claim(const std::string& path, Extent extent, double most_pixels_per_byte) {
  std::error_code unknown;
  const std::uintmax_t bytes = fs::file_size(path, unknown);
  const double pixels = double(extent.rows) * double(extent.columns);
  if (unknown || pixels > double(bytes) * most_pixels_per_byte)
    fail_to_read(path, fmt::format("it is damaged, or ends too early: it claims {}x{} pixels, "
                                   "which its {} bytes cannot hold",
                                   extent.columns, extent.rows, unknown ? 0 : bytes));
}

std::pair<std::int64_t, std::int64_t> stored_place(int orientation, Extent stored, std::int64_t row,
                                                   std::int64_t column) {
  if (is_transposing(orientation)) std::swap(row, column);
  const std::int64_t below = stored.rows - 1 - row, right = stored.columns - 1 - column;
  switch (orientation) {
    case 2: return {row, right};
    case 3: return {below, right};
    case 4: return {below, column};
    case 6: return {below, column};
    case 7: return {below, right};
    case 8: return {row, right};
    default: return {row, column};  // 1 and 5
  }
}

}  // namespace fftcore::pictures
