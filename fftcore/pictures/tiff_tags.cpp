// SPDX-License-Identifier: LGPL-2.1-or-later
// Tags beside those that say how the pixels lie: from one TIFF to another.
#include <algorithm>
#include <array>
#include <cstring>

#include "tiff_kind.h"

namespace fftcore::pictures {
namespace {

/// Tags that hold places in the file, or belong to a compression, a kind of colours, or a stack of
/// pages: of results they are not true.
constexpr std::array kNotKept = {
    330,   333,   334,   336,   347,   34665, 34853, 40965,         // places; inks; JPEG's tables
    33421, 33422, 33628, 33629, 33630, 33631, 34361, 34362, 34412,  // raw pixels; stacks of pages
    292,   293,   297,   317,   326,   327,   328,   529,   530,
    531,   532,   700,   34675, 37724,  // fax; Y Cb Cr; XMP and profile, kept apart; layers
};
constexpr std::uint32_t kRawBegin = 50706, kRawEnd = 51200;  // DNG's and ImageJ's

bool is_kept(std::uint32_t number) {
  return std::ranges::find(kNotKept, int(number)) == kNotKept.end() &&
         (number < kRawBegin || number > kRawEnd);
}

/// Descriptions by which programs find the pages of a stack.
bool is_of_stack(const std::string& description) {
  return description.starts_with("{\"shape\"") || description.starts_with("ImageJ=") ||
         description.find("<OME") != std::string::npos;
}

std::size_t bytes_of(int type) {
  switch (type) {
    case TIFF_BYTE:
    case TIFF_SBYTE:
    case TIFF_ASCII:
    case TIFF_UNDEFINED: return 1;
    case TIFF_SHORT:
    case TIFF_SSHORT: return 2;
    case TIFF_LONG:
    case TIFF_SLONG:
    case TIFF_FLOAT: return 4;
    case TIFF_DOUBLE: return 8;
    default: return 0;  // fractions and places
  }
}

/// Text, or numbers with their count.
std::optional<TiffTag> tag_of(TIFF* tiff, std::uint32_t number) {
  const TIFFField* field = TIFFFieldWithTag(tiff, number);
  if (field == nullptr) return {};
  TiffTag one{number, TIFFFieldDataType(field), 0, {}};
  const std::size_t bytes = bytes_of(one.type);
  if (bytes == 0) return {};
  const void* values = nullptr;
  if (TIFFFieldPassCount(field) != 0) {
    std::uint16_t few = 0;
    if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
      if (TIFFGetField(tiff, number, &one.count, &values) == 0) return {};
    } else if (TIFFFieldReadCount(field) == TIFF_VARIABLE) {
      if (TIFFGetField(tiff, number, &few, &values) == 0) return {};
      one.count = few;
    }
  } else if (one.type == TIFF_ASCII) {
    if (TIFFGetField(tiff, number, &values) == 0 || values == nullptr) return {};
    one.count = std::uint32_t(std::strlen(static_cast<const char*>(values)) + 1);
    if (number == TIFFTAG_IMAGEDESCRIPTION && is_of_stack(static_cast<const char*>(values)))
      return {};
  }
  if (values == nullptr || one.count == 0) return {};
  const auto* const first = static_cast<const unsigned char*>(values);
  one.values.assign(first, first + one.count * bytes);
  return one;
}

void set(TIFF* tiff, const TiffTag& one) {
  const TIFFField* field = TIFFFindField(tiff, one.number, TIFF_ANY);
  if (field == nullptr) {
    // libtiff keeps the name's place.
    static char name[] = "kept";
    const TIFFFieldInfo unknown = {one.number,
                                   TIFF_VARIABLE2,
                                   TIFF_VARIABLE2,
                                   static_cast<TIFFDataType>(one.type),
                                   FIELD_CUSTOM,
                                   1,
                                   1,
                                   name};
    TIFFMergeFieldInfo(tiff, &unknown, 1);
    field = TIFFFindField(tiff, one.number, TIFF_ANY);
  }
  if (field == nullptr) return;
  if (TIFFFieldPassCount(field) == 0)
    TIFFSetField(tiff, one.number, one.values.data());
  else if (TIFFFieldWriteCount(field) == TIFF_VARIABLE2)
    TIFFSetField(tiff, one.number, one.count, one.values.data());
  else
    TIFFSetField(tiff, one.number, int(one.count), one.values.data());
}

}  // namespace

Tags tags_of(const TiffHandle& file) {
  TIFF* tiff = file.get();
  Tags tags;
  std::uint32_t size = 0;
  const void* bytes = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &size, &bytes) != 0 && bytes != nullptr)
    tags.profile.assign(static_cast<const unsigned char*>(bytes),
                        static_cast<const unsigned char*>(bytes) + size);
  if (TIFFGetField(tiff, TIFFTAG_XMLPACKET, &size, &bytes) != 0 && bytes != nullptr)
    tags.xmp.assign(static_cast<const char*>(bytes), size);
  float x = 0, y = 0;
  const auto unit = tag<std::uint16_t>(tiff, TIFFTAG_RESOLUTIONUNIT);
  if (TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &x) != 0 &&
      TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &y) != 0 && unit != RESUNIT_NONE)
    tags.resolution = {x, y, unit == RESUNIT_CENTIMETER};
  for (int i = 0; i < TIFFGetTagListCount(tiff); ++i) {
    const std::uint32_t number = TIFFGetTagListEntry(tiff, i);
    if (!is_kept(number)) continue;
    if (std::optional<TiffTag> one = tag_of(tiff, number)) tags.tiff.push_back(std::move(*one));
  }
  return tags;
}

void set_tags(TiffHandle& file, const Tags& tags) {
  TIFF* tiff = file.get();
  file.call([&] {
    if (!tags.profile.empty())
      TIFFSetField(tiff, TIFFTAG_ICCPROFILE, std::uint32_t(tags.profile.size()),
                   tags.profile.data());
    if (!tags.xmp.empty())
      TIFFSetField(tiff, TIFFTAG_XMLPACKET, std::uint32_t(tags.xmp.size()), tags.xmp.data());
    if (const Resolution& one = tags.resolution; one.x > 0 && one.y > 0) {
      TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, one.is_metric ? RESUNIT_CENTIMETER : RESUNIT_INCH);
      TIFFSetField(tiff, TIFFTAG_XRESOLUTION, one.x);
      TIFFSetField(tiff, TIFFTAG_YRESOLUTION, one.y);
    }
    for (const TiffTag& one : tags.tiff) set(tiff, one);
    return true;
  });
}

}  // namespace fftcore::pictures
