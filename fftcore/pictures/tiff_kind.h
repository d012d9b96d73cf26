// SPDX-License-Identifier: LGPL-2.1-or-later
// What a page of a TIFF file is, by its tags.
#pragma once

#include <cstdint>
#include <vector>

#include "tiff_handle.h"

namespace fftcore::pictures {

/// Where pages are, by libtiff's numbers. Reduced versions of pages and masks are none.
std::vector<std::uint32_t> pages_of(TiffHandle& file);

/// Goes to the page that is asked for.
void go_to_page(TiffHandle& file, const Reading& reading);

/// Of the page where the file is. OtherKind where its samples are not read as they lie in it;
/// FileError where it is damaged.
TiffImage image_of(const TiffHandle& file);

/// Sets the orientation of the page that was read last, and warns of one that TIFF has not.
void set_orientation(const TiffHandle& file, PictureInfo& info);

/// Tags that results keep, of the page where the file is.
Tags tags_of(const TiffHandle& file);

/// Sets them in a page that is being written.
void set_tags(TiffHandle& file, const Tags& tags);

/// A tag, or its default, or 0.
template <class Value>
Value tag(TIFF* tiff, std::uint32_t number) {
  Value value = 0;
  TIFFGetFieldDefaulted(tiff, number, &value);
  return value;
}

/// Refuses an image whose tiles and strips have too few bytes for the pixels that its header
/// claims, before memory is taken for these.
void check_claim(const TiffHandle& file);

}  // namespace fftcore::pictures
