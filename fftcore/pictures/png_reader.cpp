// SPDX-License-Identifier: LGPL-2.1-or-later
#include "formats.h"

#ifdef FFTCORE_PNG

#include <array>
#include <bit>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <png.h>

#include "c_library.h"
#include "png_palette.h"
#include "png_profiles.h"

namespace fftcore::pictures {
namespace {

// A pixel has a bit at least, and zlib's deflate has up to 258 bytes in 2 bits.
constexpr double kMostPngPixelsPerByte = 8 * 1032;
constexpr png_byte kAnimation[] = "acTL";
// Bytes of what stands beside the pixels, unpacked. More than a profile or a text has.
constexpr png_alloc_size_t kMostTagBytes = 64 << 20;
constexpr std::uintmax_t kSignatureBytes = 8, kChunkBytes = 12;  // its length, name, check sum

[[noreturn]] void on_read_error(png_structp png, png_const_charp words) {
  static_cast<Words*>(png_get_error_ptr(png))->keep(words);
  png_longjmp(png, 1);
}

// Most are of what stands beside the pixels, which is left out. Pixels whose own check sum is wrong
// are damaged; libpng has given them by then.
void on_read_warning(png_structp png, png_const_charp words) {
  constexpr std::string_view kDamage = "IDAT: incorrect data check";
  if (words == kDamage) static_cast<Words*>(png_get_error_ptr(png))->keep(words);
}

/// Refuses a file in which a chunk claims more bytes than follow: libpng takes memory for them
/// before it reads any. The file is read from its beginning after that.
void check_chunks(const std::string& path, std::FILE* file) {
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  std::array<png_byte, 8> head;
  for (std::uintmax_t at = kSignatureBytes;
       !unknown && fseeko(file, static_cast<off_t>(at), SEEK_SET) == 0 &&
       std::fread(head.data(), 1, head.size(), file) == head.size();) {
    const std::uintmax_t bytes = png_get_uint_32(head.data());
    if (bytes + kChunkBytes > size - at)
      fail_to_read(path, fmt::format("it is damaged, or ends too early: a part of it claims {} "
                                     "bytes, and {} follow",
                                     bytes, size - at - head.size()));
    if (std::memcmp(head.data() + 4, "IEND", 4) == 0) break;
    at += bytes + kChunkBytes;
  }
  std::rewind(file);
}

/// A file that libpng reads.
class PngReader {
 public:
  explicit PngReader(const std::string& path) : path_(path), file_(opened_file(path)) {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &words_, on_read_error, on_read_warning);
    info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
    if (info_ == nullptr) throw std::bad_alloc();
  }
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  /// Up to the pixels, and gives their extent.
  Extent read_extent() {
    check_chunks(path_, file_.get());
    call([&] {
      png_init_io(png_, file_.get());
      png_set_user_limits(png_, 0x7fffffff, 0x7fffffff);  // check_size() knows better words
      png_set_chunk_malloc_max(png_, kMostTagBytes);
      png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_ALWAYS, kAnimation, 1);
      png_read_info(png_, info_);
    });
    return {png_get_image_height(png_, info_), png_get_image_width(png_, info_)};
  }

  /// Says how pixels are to come. libpng takes memory for some rows.
  void start_pixels(bool is_bgr) {
    if (png_get_color_type(png_, info_) == PNG_COLOR_TYPE_PALETTE) palette_ = palette(is_bgr);
    call([&] {
      if (palette_)
        png_set_packing(png_);
      else
        png_set_expand(png_);
      if (std::endian::native == std::endian::little) png_set_swap(png_);
      if (is_bgr) png_set_bgr(png_);
      png_set_interlace_handling(png_);
      png_read_update_info(png_, info_);
    });
  }

  PictureInfo header() const {
    PictureInfo info;
    info.extent = {png_get_image_height(png_, info_), png_get_image_width(png_, info_)};
    info.type = png_get_bit_depth(png_, info_) == 16 ? SampleType::u16 : SampleType::u8;
    info.channels = palette_ ? std::int64_t(palette_->channels) : png_get_channels(png_, info_);
    const int kind = png_get_color_type(png_, info_);
    const bool has_alpha = palette_ ? info.channels == 4 : (kind & PNG_COLOR_MASK_ALPHA) != 0;
    info.alpha = has_alpha ? Alpha::straight : Alpha::none;
    info.is_colour = (kind & PNG_COLOR_MASK_COLOR) != 0;
    return info;
  }

  /// How many pictures follow each other.
  std::int64_t pages() const {
    png_unknown_chunkp chunks = nullptr;
    for (int i = png_get_unknown_chunks(png_, info_, &chunks) - 1; i >= 0; --i)
      if (std::memcmp(chunks[i].name, kAnimation, 4) == 0 && chunks[i].size >= 4)
        return png_get_uint_32(chunks[i].data);
    return 1;
  }

  /// `rows` are of a picture that is as header() says.
  void read_pixels(const std::vector<png_bytep>& rows) {
    const std::size_t columns = png_get_image_width(png_, info_);
    std::vector<png_bytep> numbers = rows;
    if (palette_)
      for (png_bytep& row : numbers) row += (palette_->channels - 1) * columns;
    auto** const first = numbers.data();
    call([&] {
      png_read_image(png_, first);
      png_read_end(png_, info_);
    });
    if (words_.text[0] != '\0') fail();
    if (palette_) expand(path_, *palette_, rows, columns);
  }

  Tags tags() {
    Tags tags;
    png_charp name = nullptr;
    int method = 0;
    png_bytep bytes = nullptr;
    png_uint_32 size = 0, x = 0, y = 0;
    if (png_get_iCCP(png_, info_, &name, &method, &bytes, &size) != 0)
      tags.profile.assign(bytes, bytes + size);
#ifdef PNG_eXIf_SUPPORTED
    if (png_get_eXIf_1(png_, info_, &size, &bytes) != 0) tags.exif.assign(bytes, bytes + size);
#endif
    if (int unit = 0; png_get_pHYs(png_, info_, &x, &y, &unit) != 0 && unit == PNG_RESOLUTION_METER)
      tags.resolution = {x / 100.0, y / 100.0, true};
    if (png_fixed_point gamma = 0; png_get_gAMA_fixed(png_, info_, &gamma) != 0) tags.gamma = gamma;
    if (int intent = 0; png_get_sRGB(png_, info_, &intent) != 0) tags.srgb_intent = intent;
    png_textp texts = nullptr;
    const int count = png_get_text(png_, info_, &texts, nullptr);
    for (int i = 0; i < count; ++i) {
      const bool is_international = texts[i].compression >= PNG_ITXT_COMPRESSION_NONE;
      const std::string key = texts[i].key;
      const std::string text(texts[i].text,
                             is_international ? texts[i].itxt_length : texts[i].text_length);
      if (key == kXmpKey)
        tags.xmp = text;
      else if (!is_international)
        tags.texts.emplace_back(key, text);
    }
    // now that the chunks which PNG has for them are known
    std::erase_if(tags.texts,
                  [&](const auto& one) { return take_profile(one.first, one.second, tags); });
    return tags;
  }

 private:
  static constexpr const char* kXmpKey = "XML:com.adobe.xmp";

  PngPalette palette(bool is_bgr) {
    png_colorp colours = nullptr;
    png_bytep opacities = nullptr;
    int count = 0, opaque = 0;
    png_get_PLTE(png_, info_, &colours, &count);
    png_get_tRNS(png_, info_, &opacities, &opaque, nullptr);
    PngPalette palette;
    for (int i = 0; i < count; ++i) {
      const png_color& one = colours[i];
      const png_byte alpha = i < opaque ? opacities[i] : png_byte(255);
      palette.colours.push_back(is_bgr ? std::array{one.blue, one.green, one.red, alpha}
                                       : std::array{one.red, one.green, one.blue, alpha});
    }
    palette.channels = opaque > 0 ? 4 : 3;
    return palette;
  }

  [[noreturn]] void fail() const {
    fail_to_read(path_, fmt::format("it is no image, or damaged: libpng says: {}", words_.text));
  }

  /// Calls libpng, whose errors skip what is left of `work`: it has nothing to clean up.
  template <class Work>
  void call(const Work& work) {
    if (setjmp(png_jmpbuf(png_)) != 0) fail();
    work();
  }

  const std::string& path_;
  CFile file_;
  Words words_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  std::optional<PngPalette> palette_;  ///< of a picture whose samples are numbers of colours
};

}  // namespace

PictureInfo read_png(const std::string& path, const Reading& reading, const Allocate& allocate) {
  PngReader file(path);
  const Extent extent = file.read_extent();
  check_size(path, extent);
  check_claim(path, extent, kMostPngPixelsPerByte);
  file.start_pixels(reading.is_bgr);
  PictureInfo info = file.header();
  if (const std::int64_t pages = file.pages(); pages > 1)
    check_first(path, reading, fmt::format("is an animation of {} pictures", pages));
  else
    check_page(path, reading, 1);
  unsigned char* const pixels = allocate(info);
  std::vector<png_bytep> rows(std::size_t(info.extent.rows));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = pixels + i * info.row_bytes();
  file.read_pixels(rows);
  info.tags = file.tags();
  info.orientation = exif_orientation(info.tags.exif);
  return info;
}

}  // namespace fftcore::pictures

#else

namespace fftcore::pictures {

PictureInfo read_png(const std::string& path, const Reading&, const Allocate&) {
  fail_to_read(path, "it is a PNG picture, and this program is built without libpng");
}

}  // namespace fftcore::pictures

#endif
