// SPDX-License-Identifier: LGPL-2.1-or-later
// Where there is no libtiff.
#include "formats.h"

namespace fftcore::pictures {

PictureInfo read_tiff(const std::string& path, const Reading&, const Allocate&) {
  fail_to_read(path, "it is a TIFF picture, and this program is built without libtiff");
}

}  // namespace fftcore::pictures
