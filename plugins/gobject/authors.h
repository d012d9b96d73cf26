// SPDX-License-Identifier: LGPL-2.1-or-later
// The authors as gst-inspect-1.0 shows them.
#pragma once

namespace fftcore::gst {

inline constexpr char kAuthors[] = "gst-fftcore developers";

}  // namespace fftcore::gst
