// SPDX-License-Identifier: LGPL-2.1-or-later
// All that the properties of fftcorrelate say, as plain values. Nothing is checked until a search
// is made of it.
#pragma once

#include <glib-object.h>

#include <memory>
#include <string>

#include "../frames/rectangle.h"
#include "../memory/frame_memory.h"
#include "fftcore/search.h"

namespace fftcore::gst::correlate {

/// How likeness is measured: a Score of template matching, or phase correlation.
enum class Method : std::uint8_t { ccorr, ccorr_normed, ccoeff_normed, phase };

/// What happens to the picture.
enum class Drawing : std::uint8_t {
  none,
  boxes,    ///< round what was found
  surface,  ///< the score at each place instead of the picture
};

/// Where the template comes from, besides the pad of that name; a change here calls for a new one.
struct TemplateSource {
  std::string location;  ///< empty: none
  /// times it was set: setting the same name again reads the file again
  std::uint64_t location_count = 0;
  std::shared_ptr<const GValue> rect;  ///< as set; another pointer: taken anew
  bool operator==(const TemplateSource&) const = default;
};

struct Settings {
  Method method = Method::ccoeff_normed;
  TemplateSource source;
  double threshold = 0.5;
  int max_peaks = 1;
  double flat = 0;  ///< as TemplateMatching's
  std::shared_ptr<const GValue> search_rect;
  int search_margin = -1;  ///< pixels; -1: none
  double update_rate = 0;
  bool post_messages = true;
  bool attach_meta = true;
  Drawing output = Drawing::none;
  Device device;  ///< fixed from start to stop
  bool operator==(const Settings&) const = default;
};

}  // namespace fftcore::gst::correlate
