// SPDX-License-Identifier: LGPL-2.1-or-later
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "misread_kinds.h"

namespace samples {
namespace {

/// Whether OpenCV goes by these masks of red, green, blue and alpha. Of 32 bits it heeds those of
/// 8 bits each, if there are four; otherwise it takes pixels for B G R and alpha.
bool are_masks_read(std::uint32_t bits, const std::vector<std::uint32_t>& masks) {
  using Masks = std::vector<std::uint32_t>;
  if (bits == 32)
    return masks.size() == 4 && std::set(masks.begin(), masks.end()) ==
                                    std::set<std::uint32_t>{0xff, 0xff00, 0xff0000, 0xff000000};
  const Masks colours(masks.begin(), masks.begin() + 3);
  return (masks.size() == 3 || masks[3] == 0) &&
         (colours == Masks{0x7c00, 0x3e0, 0x1f} || colours == Masks{0xf800, 0x7e0, 0x1f});
}

}  // namespace

std::string misread_bmp(const FileHead& head) {
  constexpr std::size_t kSizeAt = 14, kBitsAt = 28, kCompressionAt = 30, kMasksAt = 54;
  constexpr std::uint32_t kOs2Bytes = 12, kBytesWithAlpha = 56, kRle8 = 1, kRle4 = 2, kMasks = 3;
  const std::uint32_t size = word_at(head.bytes, kSizeAt);
  const std::uint32_t bits = word_at(head.bytes, kBitsAt) & 0xffff;
  const std::uint32_t compression = word_at(head.bytes, kCompressionAt);
  const bool is_os2 = size == kOs2Bytes;
  if (is_os2 || compression == kRle8 || compression == kRle4)
    return fmt::format(
        "is a BMP {}, which OpenCV reads wrong; Windows' BMP without compression and PNG are read",
        is_os2 ? "of OS/2" : "with run lengths");
  if (compression != kMasks) return {};
  std::vector<std::uint32_t> masks;
  for (std::size_t i = 0; i < (size < kBytesWithAlpha ? 3u : 4u); ++i)
    masks.push_back(word_at(head.bytes, kMasksAt + 4 * i));
  if (are_masks_read(bits, masks)) return {};
  return fmt::format(
      "is a BMP of {} bits whose masks are {:x}, which OpenCV reads wrong; BMP without masks and "
      "PNG are read",
      bits, fmt::join(masks, ", "));
}

std::string misread_sun_raster(const FileHead& head) {
  constexpr std::size_t kBitsAt = 12, kMapBytesAt = 28;
  const std::uint32_t bits = word_at(head.bytes, kBitsAt, std::endian::big);
  if (bits > 8 || word_at(head.bytes, kMapBytesAt, std::endian::big) > 0) return {};
  return fmt::format(
      "is a Sun raster of {} bit{} without a colour map, which OpenCV reads as black; those with a "
      "colour map, PNG and PGM are read",
      bits, bits == 1 ? "" : "s");
}

}  // namespace samples
