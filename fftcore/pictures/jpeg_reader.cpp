// SPDX-License-Identifier: LGPL-2.1-or-later
#include "formats.h"

#ifdef FFTCORE_JPEG

#include <csetjmp>
#include <cstdlib>

#include <fmt/format.h>
// jpeglib.h needs stdio's names first.
#include "c_library.h"

#include <jpeglib.h>

#include <jerror.h>

namespace fftcore::pictures {
namespace {

constexpr int kMarkerEnd = 0xd9;
// A block of 8x8 samples takes 1 bit at least, and stands for up to 4 pixels a sample. Arithmetic
// coding has no such bound.
constexpr double kMostJpegPixelsPerByte = 8 * 64 * 4;
struct Errors {
  jpeg_error_mgr manager;  ///< first, as libjpeg knows this part alone
  std::jmp_buf place;
  Words words;
};

[[noreturn]] void leave(j_common_ptr jpeg) {
  auto& errors = *reinterpret_cast<Errors*>(jpeg->err);
  char words[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, words);
  errors.words.keep(words);
  std::longjmp(errors.place, 1);
}

/// libjpeg makes up what lacks, and warns; then the picture is damaged. What is only odd passes.
void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  const int code = jpeg->err->msg_code;
  const bool is_harmless = code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR ||
                           code == JWRN_BOGUS_ICC ||
                           (code == JWRN_EXTRANEOUS_DATA && jpeg->err->msg_parm.i[1] == kMarkerEnd);
  if (!is_harmless) leave(jpeg);
}

bool begins(const jpeg_marker_struct& marker, std::string_view words) {
  return marker.data_length >= words.size() &&
         std::memcmp(marker.data, words.data(), words.size()) == 0;
}

/// Inks, which Adobe's programs store the other way round, to colours.
void to_colours(const unsigned char* from, unsigned char* to, std::size_t pixels, bool is_inverted,
                bool is_bgr) {
  const auto light = [&](int ink) { return is_inverted ? ink : 255 - ink; };
  for (; pixels > 0; --pixels, from += 4, to += 3)
    for (int c = 0; c < 3; ++c)
      to[is_bgr ? 2 - c : c] =
          static_cast<unsigned char>((light(from[c]) * light(from[3]) + 127) / 255);
}

class JpegReader {
 public:
  explicit JpegReader(const std::string& path) : path_(path), file_(opened_file(path)) {
    jpeg_.err = jpeg_std_error(&errors_.manager);
    errors_.manager.error_exit = leave;
    errors_.manager.emit_message = on_message;
    call([&] {
      jpeg_create_decompress(&jpeg_);
      jpeg_stdio_src(&jpeg_, file_.get());
      for (const int marker : {1, 2}) jpeg_save_markers(&jpeg_, JPEG_APP0 + marker, 0xffff);
      jpeg_read_header(&jpeg_, TRUE);
    });
  }
  ~JpegReader() { jpeg_destroy_decompress(&jpeg_); }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  PictureInfo header() const {
    PictureInfo info;
    info.extent = {jpeg_.image_height, jpeg_.image_width};
    info.channels = jpeg_.num_components == 1 ? 1 : 3;
    info.is_colour = info.channels == 3;
    return info;
  }

  Tags tags() {
    Tags tags;
    for (const jpeg_marker_struct* marker = jpeg_.marker_list; marker != nullptr;
         marker = marker->next) {
      if (marker->marker != JPEG_APP0 + 1) continue;
      const unsigned char* const begin = marker->data;
      const unsigned char* const end = begin + marker->data_length;
      if (begins(*marker, kExifHead) && tags.exif.empty())
        tags.exif.assign(begin + kExifHead.size(), end);
      if (begins(*marker, kXmpHead)) tags.xmp.assign(begin + kXmpHead.size(), end);
    }
    JOCTET* profile = nullptr;
    unsigned size = 0;
    call([&] { jpeg_read_icc_profile(&jpeg_, &profile, &size); });
    // A profile of inks says nothing of the colours that they are made.
    if (profile != nullptr && jpeg_.num_components != 4)
      tags.profile.assign(profile, profile + size);
    std::free(profile);
    if (jpeg_.saw_JFIF_marker != 0 && jpeg_.density_unit != 0)
      tags.resolution = {double(jpeg_.X_density), double(jpeg_.Y_density), jpeg_.density_unit == 2};
    return tags;
  }

  bool has_arithmetic_coding() const { return jpeg_.arith_code != 0; }

  void read_pixels(const PictureInfo& info, unsigned char* pixels, bool is_bgr) {
    const bool has_inks = jpeg_.num_components == 4;
    Bytes inks(has_inks ? std::size_t(info.extent.columns) * 4 : 0);
    unsigned char* const line = inks.data();
    const std::size_t row_bytes = info.row_bytes(), columns = std::size_t(info.extent.columns);
    jpeg_.out_color_space = has_inks             ? JCS_CMYK
                            : info.channels == 1 ? JCS_GRAYSCALE
                            : is_bgr             ? JCS_EXT_BGR
                                                 : JCS_EXT_RGB;
    call([&] {
      jpeg_start_decompress(&jpeg_);
      while (jpeg_.output_scanline < jpeg_.output_height) {
        unsigned char* const row = pixels + jpeg_.output_scanline * row_bytes;
        JSAMPROW target = has_inks ? line : row;
        if (jpeg_read_scanlines(&jpeg_, &target, 1) == 1 && has_inks)
          to_colours(line, row, columns, jpeg_.saw_Adobe_marker != 0, is_bgr);
      }
      jpeg_finish_decompress(&jpeg_);
    });
  }

 private:
  /// Calls libjpeg, whose errors skip what is left of `work`: it has nothing to clean up.
  template <class Work>
  void call(const Work& work) {
    if (setjmp(errors_.place) != 0) {
      jpeg_destroy_decompress(&jpeg_);
      fail_to_read(path_, fmt::format("it is damaged, or ends too early: libjpeg says: {}",
                                      errors_.words.text));
    }
    work();
  }

  const std::string& path_;
  CFile file_;
  Errors errors_{};
  jpeg_decompress_struct jpeg_{};
};

}  // namespace

PictureInfo read_jpeg(const std::string& path, const Reading& reading, const Allocate& allocate) {
  check_page(path, reading, 1);
  JpegReader file(path);
  PictureInfo info = file.header();
  check_size(path, info.extent);
  if (!file.has_arithmetic_coding()) check_claim(path, info.extent, kMostJpegPixelsPerByte);
  info.tags = file.tags();
  info.orientation = exif_orientation(info.tags.exif);
  file.read_pixels(info, allocate(info), reading.is_bgr);
  return info;
}

}  // namespace fftcore::pictures

#else

namespace fftcore::pictures {

PictureInfo read_jpeg(const std::string& path, const Reading&, const Allocate&) {
  fail_to_read(path, "it is a JPEG picture, and this program is built without libjpeg");
}

}  // namespace fftcore::pictures

#endif
