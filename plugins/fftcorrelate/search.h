// SPDX-License-Identifier: LGPL-2.1-or-later
// What is searched and with what: settings and a template, checked against the frames that come.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "../frames/luma_signal.h"
#include "fftcore/backend.h"
#include "settings.h"
#include "template_image.h"

namespace fftcore::gst::correlate {

/// A place found in a frame.
struct Match {
  double x = 0;  ///< of the template's upper left pixel; phase: how far the picture moved
  double y = 0;
  double score = 0;
  double confidence = 0;
  Rectangle place;  ///< whole pixels; phase: the part that was searched
};

/// A plain value; two may share an executable that is built for both.
struct Search {
  Settings settings;
  Rectangle search_rect;                       ///< empty: the whole frame
  std::optional<Rectangle> template_rect;      ///< of a template from the video itself
  std::shared_ptr<const TemplateImage> image;  ///< or one from elsewhere
  std::optional<Taps> original;                ///< the template in the video's levels, as it came
  std::optional<Taps> current;                 ///< and as it has become
  std::optional<Rectangle> place;              ///< where it was last

  bool is_phase() const { return settings.method == Method::phase; }
  /// There is something to compare frames with.
  bool is_ready() const { return is_phase() || current.has_value(); }
  /// There will be, with the next frame.
  bool awaits_frame() const { return !is_ready() && template_rect.has_value(); }
};

/// A frame's size as a rectangle.
Rectangle whole(const GstVideoInfo& info);

/// Rectangles and files are read where `next` says so: what is not new stays as in `old`. Throws
/// what is wrong with them, whatever the frames.
Search changed(const Search& old, const Settings& next);

/// Gives `search` an image for its template.
void use_image(Search& search, std::shared_ptr<const TemplateImage> image);

/// Makes the template of `search` for frames of this kind, where it needs no frame for that. Throws
/// InvalidArgument where the rectangles do not fit the frame, the template does not fit the part to
/// be searched, or has no structure.
void fit(Search& search, const GstVideoInfo& info);

/// Throws InvalidArgument where nothing can be found with this template.
void require_structure(const Search& search, const Taps& templ, const char* property);

/// The part of the frame that the next run looks at.
Rectangle window_of(const Search& search, const GstVideoInfo& info);

/// What to compile for a search.
using Task = std::variant<TemplateMatching, PhaseCorrelation>;
Task task_of(const Search& search, const LumaSignal& signal, const Rectangle& window);

/// Peaks that are to be reported, in the frame's coordinates.
std::vector<Match> matches_of(const Search& search, std::span<const Peak> peaks,
                              const Rectangle& window);

}  // namespace fftcore::gst::correlate
