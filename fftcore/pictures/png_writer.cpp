// SPDX-License-Identifier: LGPL-2.1-or-later
#include "formats.h"

#ifdef FFTCORE_PNG

#include <algorithm>
#include <bit>
#include <cmath>
#include <csetjmp>

#include <fmt/format.h>
#include <png.h>

#include "c_library.h"
#include "fftcore/error.h"

namespace fftcore::pictures {
namespace {

constexpr int kLevel = 3;  // of deflate: little larger than by 6, in a third of the time
constexpr double kMetresPerInch = 0.0254;

struct Target {
  Words words;
  Bytes* bytes;
  bool is_out_of_memory = false;
};

[[noreturn]] void on_write_error(png_structp png, png_const_charp words) {
  static_cast<Target*>(png_get_error_ptr(png))->words.keep(words);
  png_longjmp(png, 1);
}

void on_write_warning(png_structp, png_const_charp) {}

void append_bytes(png_structp png, png_bytep data, png_size_t size) {
  auto& target = *static_cast<Target*>(png_get_io_ptr(png));
  try {
    target.bytes->insert(target.bytes->end(), data, data + size);
  } catch (const std::bad_alloc&) {
    target.is_out_of_memory = true;
  }
  if (target.is_out_of_memory) png_error(png, "no memory");
}

void flush_nothing(png_structp) {}

int kind_of(const PictureInfo& info) {
  return (info.channels >= 3 ? PNG_COLOR_MASK_COLOR : 0) |
         (info.channels % 2 == 0 ? PNG_COLOR_MASK_ALPHA : 0);
}

png_uint_32 per_metre(double number, bool is_metric) {
  return png_uint_32(std::lround(is_metric ? number * 100 : number / kMetresPerInch));
}

void set_tags(png_structp png, png_infop info, const Tags& tags, std::vector<png_text>& texts) {
  if (!tags.profile.empty())
    png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, tags.profile.data(),
                 png_uint_32(tags.profile.size()));
  else if (tags.srgb_intent)
    png_set_sRGB(png, info, *tags.srgb_intent);
  if (tags.gamma) png_set_gAMA_fixed(png, info, *tags.gamma);
#ifdef PNG_eXIf_SUPPORTED
  if (!tags.exif.empty())
    png_set_eXIf_1(png, info, png_uint_32(tags.exif.size()),
                   const_cast<png_bytep>(tags.exif.data()));
#endif
  if (const Resolution& one = tags.resolution; one.x > 0 && one.y > 0)
    png_set_pHYs(png, info, per_metre(one.x, one.is_metric), per_metre(one.y, one.is_metric),
                 PNG_RESOLUTION_METER);
  if (!texts.empty()) png_set_text(png, info, texts.data(), int(texts.size()));
}

std::vector<png_text> texts_of(const Tags& tags) {
  std::vector<png_text> texts;
  const auto add = [&](const char* key, const std::string& text, bool is_international) {
    png_text one{};
    one.compression = is_international ? PNG_ITXT_COMPRESSION_NONE : PNG_TEXT_COMPRESSION_NONE;
    one.key = const_cast<char*>(key);
    one.text = const_cast<char*>(text.c_str());
    (is_international ? one.itxt_length : one.text_length) = text.size();
    texts.push_back(one);
  };
  for (const auto& [key, text] : tags.texts) add(key.c_str(), text, false);
  if (!tags.xmp.empty()) add("XML:com.adobe.xmp", tags.xmp, true);
  return texts;
}

}  // namespace

Bytes png_file(const PictureInfo& picture, const unsigned char* pixels, bool is_bgr) {
  Bytes bytes;
  Target target{{}, &bytes};
  png_structp png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, &target, on_write_error, on_write_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  std::vector<png_text> texts = texts_of(picture.tags);
  std::vector<png_bytep> rows(std::size_t(picture.extent.rows));
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = const_cast<png_bytep>(pixels) + i * picture.row_bytes();
  const auto end = [&](const char* words) {
    png_destroy_write_struct(&png, &info);
    if (target.is_out_of_memory) throw std::bad_alloc();
    if (words != nullptr) throw FileError(fmt::format("libpng says: {}", words));
  };
  if (info == nullptr) {
    target.is_out_of_memory = true;
    end(nullptr);
  }
  if (setjmp(png_jmpbuf(png)) != 0) {
    end(target.words.text);
    return {};
  }
  png_set_write_fn(png, &target, append_bytes, flush_nothing);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_compression_level(png, kLevel);
  png_set_IHDR(png, info, png_uint_32(picture.extent.columns), png_uint_32(picture.extent.rows),
               picture.type == SampleType::u16 ? 16 : 8, kind_of(picture), PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  set_tags(png, info, picture.tags, texts);
  png_write_info(png, info);
  if (picture.type == SampleType::u16 && std::endian::native == std::endian::little)
    png_set_swap(png);
  if (is_bgr) png_set_bgr(png);
  png_write_image(png, rows.data());
  png_write_end(png, nullptr);
  end(nullptr);
  return bytes;
}

}  // namespace fftcore::pictures

#else

#include "fftcore/error.h"

namespace fftcore::pictures {

Bytes png_file(const PictureInfo&, const unsigned char*, bool) {
  throw FileError("this program is built without libpng");
}

}  // namespace fftcore::pictures

#endif
