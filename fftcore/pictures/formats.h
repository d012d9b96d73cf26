// SPDX-License-Identifier: LGPL-2.1-or-later
// Readers and writers of the formats; picture.h says what they do. One that is built without its
// library says so.
#pragma once

#include "picture.h"

namespace fftcore::pictures {

/// What stands before EXIF data and XMP in JPEG files, and in what is copied from them.
inline constexpr std::string_view kExifHead("Exif\0\0", 6),
    kXmpHead("http://ns.adobe.com/xap/1.0/\0", 29);

PictureInfo read_png(const std::string& path, const Reading& reading, const Allocate& allocate);
PictureInfo read_tiff(const std::string& path, const Reading& reading, const Allocate& allocate);
PictureInfo read_jpeg(const std::string& path, const Reading& reading, const Allocate& allocate);

/// A PNG file of a picture's pixels, which lie as `info` says, in the order R G B or B G R.
Bytes png_file(const PictureInfo& info, const unsigned char* pixels, bool is_bgr);

/// Writes a TIFF file, which is there whole or not at all, in strips that are deflated.
void write_tiff(const std::string& path, const PictureInfo& info, const unsigned char* pixels,
                bool is_bgr);

/// How many pages a TIFF file has.
std::int64_t tiff_pages(const std::string& path);

/// A JPEG file with the tags of a picture in it.
Bytes with_tags(Bytes jpeg, const Tags& tags);

}  // namespace fftcore::pictures
