// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <cmath>
#include <string_view>

#include "formats.h"

namespace fftcore::pictures {
namespace {

constexpr std::size_t kMostInSegment = 65533;  // its length is of 16 bits and counts itself
constexpr int kApplication = 0xe0;

void add_number(Bytes& bytes, std::size_t value) {
  bytes.push_back(static_cast<unsigned char>(value >> 8 & 255));
  bytes.push_back(static_cast<unsigned char>(value & 255));
}

/// A segment of an application's data. What is too long for one is left out.
template <class Data>
void add_segment(Bytes& bytes, int number, std::string_view name, const Data& data) {
  if (data.empty() || name.size() + data.size() > kMostInSegment) return;
  bytes.push_back(0xff);
  bytes.push_back(static_cast<unsigned char>(kApplication + number));
  add_number(bytes, 2 + name.size() + data.size());
  bytes.insert(bytes.end(), name.begin(), name.end());
  bytes.insert(bytes.end(), data.begin(), data.end());
}

/// A profile, in as many segments as it takes.
void add_profile(Bytes& bytes, const Bytes& profile) {
  constexpr std::size_t kName = 14, kPart = kMostInSegment - kName;
  const std::size_t parts = (profile.size() + kPart - 1) / kPart;
  if (parts > 255) return;
  for (std::size_t i = 0; i < parts; ++i) {
    std::string name("ICC_PROFILE\0", 12);
    name += static_cast<char>(i + 1);
    name += static_cast<char>(parts);
    const auto first = profile.begin() + std::ptrdiff_t(i * kPart);
    add_segment(bytes, 2, name,
                Bytes(first, first + std::ptrdiff_t(std::min(kPart, profile.size() - i * kPart))));
  }
}

/// Pixels per inch, in the header that a JFIF file begins with.
void set_resolution(Bytes& jpeg, const Resolution& resolution) {
  constexpr std::size_t kUnit = 13;
  if (resolution.x <= 0 || resolution.y <= 0 || jpeg.size() < 20 || jpeg[3] != kApplication) return;
  jpeg[kUnit] = 1;  // an inch: whole numbers are finer then
  std::size_t at = kUnit + 1;
  for (const double number : {resolution.x, resolution.y}) {
    const auto whole = std::size_t(
        std::clamp(std::lround(resolution.is_metric ? number * 2.54 : number), 1L, 65535L));
    jpeg[at++] = static_cast<unsigned char>(whole >> 8);
    jpeg[at++] = static_cast<unsigned char>(whole & 255);
  }
}

}  // namespace

Bytes with_tags(Bytes jpeg, const Tags& tags) {
  set_resolution(jpeg, tags.resolution);
  Bytes segments;
  add_segment(segments, 1, kExifHead, tags.exif);
  add_segment(segments, 1, kXmpHead, tags.xmp);
  add_profile(segments, tags.profile);
  // Behind the begin, and behind JFIF's header where there is one.
  std::size_t place = 2;
  if (jpeg.size() > 6 && jpeg[3] == kApplication) place += 2 + std::size_t(jpeg[4] * 256 + jpeg[5]);
  jpeg.insert(jpeg.begin() + std::ptrdiff_t(std::min(place, jpeg.size())), segments.begin(),
              segments.end());
  return jpeg;
}

}  // namespace fftcore::pictures
