// SPDX-License-Identifier: LGPL-2.1-or-later
#include <string_view>

#include "picture.h"

namespace fftcore::pictures {
namespace {

constexpr std::uint32_t kOrientation = 0x112, kShort = 3;

/// The first directory of EXIF data, a TIFF structure in memory. Nothing in it is trusted.
class ExifDirectory {
 public:
  explicit ExifDirectory(const Bytes& bytes) : bytes_(bytes) {
    if (bytes.size() < 8) return;
    is_big_ = bytes[0] == 'M';
    const std::size_t place = number(4, 4);
    if (number(2, 2) != 42 || place > bytes.size() - 2) return;
    count_ = number(place, 2);
    first_ = place + 2;
    if (count_ > (bytes.size() - first_) / kEntry) count_ = 0;
  }

  /// Where the value of a tag of 16 bits is, or 0.
  std::size_t short_at(std::uint32_t tag) const {
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t entry = first_ + i * kEntry;
      if (number(entry, 2) == tag && number(entry + 2, 2) == kShort) return entry + 8;
    }
    return 0;
  }
  /// Where the place of the next directory is, which has the thumbnail, or 0.
  std::size_t next_at() const {
    const std::size_t place = first_ + count_ * kEntry;
    return count_ > 0 && place + 4 <= bytes_.size() ? place : 0;
  }
  std::uint32_t number(std::size_t at, std::size_t size) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value = value << 8 | bytes_[at + (is_big_ ? i : size - 1 - i)];
    return value;
  }
  bool is_big() const { return is_big_; }

 private:
  static constexpr std::size_t kEntry = 12;
  const Bytes& bytes_;
  bool is_big_ = false;
  std::size_t first_ = 0, count_ = 0;
};

/// Sets the one digit of an orientation behind each `key` of a text to 1.
void set_digit(std::string& text, std::string_view key) {
  for (std::size_t at = 0; (at = text.find(key, at)) != std::string::npos;) {
    at += key.size();
    if (at < text.size() && text[at] >= '1' && text[at] <= '8') text[at] = '1';
  }
}

}  // namespace

int exif_orientation(const Bytes& exif) {
  const ExifDirectory directory(exif);
  const std::size_t place = directory.short_at(kOrientation);
  const std::uint32_t value = place == 0 ? 1 : directory.number(place, 2);
  return value >= 1 && value <= 8 ? int(value) : 1;
}

void set_upright(Tags& tags, int orientation) {
  const ExifDirectory directory(tags.exif);
  if (const std::size_t place = directory.short_at(kOrientation); place != 0) {
    tags.exif[place] = directory.is_big() ? 0 : 1;
    tags.exif[place + 1] = directory.is_big() ? 1 : 0;
  }
  // The thumbnail shows another picture than the result.
  if (const std::size_t place = directory.next_at(); place != 0)
    for (std::size_t i = 0; i < 4; ++i) tags.exif[place + i] = 0;
  for (const std::string_view key :
       {"tiff:Orientation=\"", "tiff:Orientation='", "<tiff:Orientation>"})
    set_digit(tags.xmp, key);
  if (is_transposing(orientation)) std::swap(tags.resolution.x, tags.resolution.y);
}

}  // namespace fftcore::pictures
