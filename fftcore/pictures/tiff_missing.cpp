// SPDX-License-Identifier: LGPL-2.1-or-later
// Where there is no libtiff.
#include "formats.h"

namespace fftcore::pictures {

namespace {
constexpr const char* kMissing = "it is a TIFF picture, and this program is built without libtiff";
}

PictureInfo read_tiff(const std::string& path, const Reading&, const Allocate&) {
  fail_to_read(path, kMissing);
}

std::int64_t tiff_pages(const std::string& path) {
  fail_to_read(path, kMissing);
}

}  // namespace fftcore::pictures
