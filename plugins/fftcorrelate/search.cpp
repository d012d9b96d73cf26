// SPDX-License-Identifier: LGPL-2.1-or-later
#include "search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../frames/fields.h"
#include "../gobject/errors.h"
#include "fftcore/convolution.h"

namespace fftcore::gst::correlate {
namespace {

Rectangle rectangle_if_any(const std::shared_ptr<const GValue>& value, const char* property) {
  return value != nullptr ? rectangle_of(value.get(), property) : Rectangle{};
}

std::string size_text(int width, int height) {
  return fmt::format("{}x{}", width, height);
}

void require_within(const Rectangle& part, const Rectangle& frame, const char* property) {
  if (part.is_within(frame)) return;
  throw InvalidArgument(fmt::format(
      "{}={} does not lie in the frame of {} pixels: x + width is at most {}, y + height at most "
      "{}",
      property, to_string(part), size_text(frame.width, frame.height), frame.width, frame.height));
}

void require_template_fit(Extent templ, const Rectangle& area) {
  if (templ.columns <= area.width && templ.rows <= area.height) return;
  throw InvalidArgument(
      fmt::format("the template of {}x{} pixels is larger than the part to be searched, {} pixels; "
                  "use a smaller template, "
                  "or a larger search-rect",
                  templ.columns, templ.rows, size_text(area.width, area.height)));
}

void require_size(std::int64_t columns, std::int64_t rows, const char* what) {
  if (columns <= kMaxTemplateSide && rows <= kMaxTemplateSide) return;
  throw InvalidArgument(
      fmt::format("{} of {}x{} pixels: at most {} a side; set a smaller search-rect or template",
                  what, columns, rows, kMaxTemplateSide));
}

/// Score of a method that is not phase correlation.
Score score_of(Method method) {
  switch (method) {
    case Method::ccorr: return Score::ccorr;
    case Method::ccorr_normed: return Score::ccorr_normed;
    case Method::ccoeff_normed:
    case Method::phase: break;
  }
  return Score::ccoeff_normed;
}

void forget_template(Search& search) {
  search.template_rect.reset();
  search.image.reset();
  search.original.reset();
  search.current.reset();
  search.place.reset();
}

void change_template(Search& search, const TemplateSource& source) {
  const bool has_rect = source.rect != nullptr;
  const bool has_file = !source.location.empty();
  if (has_rect && has_file)
    throw InvalidArgument(
        "template-location and template-rect are set together; set only one of them");
  if (has_file) {
    use_image(search,
              std::make_shared<const TemplateImage>(TemplateImage::of_file(source.location)));
  } else {
    forget_template(search);
    if (has_rect) search.template_rect = rectangle_of(source.rect.get(), "template-rect");
  }
}

}  // namespace

Rectangle whole(const GstVideoInfo& info) {
  return {0, 0, GST_VIDEO_INFO_WIDTH(&info), GST_VIDEO_INFO_HEIGHT(&info)};
}

Search changed(const Search& old, const Settings& next) {
  Search search = old;
  search.settings = next;
  if (next.search_rect != old.settings.search_rect) {
    search.search_rect = rectangle_if_any(next.search_rect, "search-rect");
    search.place.reset();
  }
  if (next.source != old.settings.source) change_template(search, next.source);
  return search;
}

void use_image(Search& search, std::shared_ptr<const TemplateImage> image) {
  forget_template(search);
  search.image = std::move(image);
}

void require_structure(const Search& search, const Taps& templ, const char* property) {
  const auto [least, most] = std::ranges::minmax(templ.values);
  if (search.settings.method == Method::ccoeff_normed && least == most) {
    throw InvalidArgument(
        fmt::format("{}: all pixels of the template are alike, there is nothing to recognize; "
                    "choose a part with structure, or "
                    "method=ccorr",
                    property));
  }
  if (search.settings.method == Method::ccorr_normed && least == 0 && most == 0)
    throw InvalidArgument(fmt::format(
        "{}: the template is black, there is nothing to recognize; choose another part", property));
}

void fit(Search& search, const GstVideoInfo& info) {
  const Rectangle frame = whole(info);
  if (!search.search_rect.is_empty()) require_within(search.search_rect, frame, "search-rect");
  const Rectangle area = search.search_rect.is_empty() ? frame : search.search_rect;
  if (search.is_phase()) {
    require_pictures(info, {}, "compared as one picture by method=phase");
    require_size(area.width, area.height, "phase correlation of frames");
    return;
  }
  if (search.template_rect) {
    const Rectangle& rect = *search.template_rect;
    require_within(rect, frame, "template-rect");
    require_size(rect.width, rect.height, "a template");
    require_template_fit({rect.height, rect.width}, area);
  } else if (search.image != nullptr) {
    const Extent extent = search.image->extent();
    require_size(extent.columns, extent.rows, "a template");
    require_template_fit(extent, area);
    Taps taps = search.image->luma(info);
    require_structure(search, taps, "the template");
    if (taps == search.original) return;
    search.original = taps;
    search.current = std::move(taps);
    search.place.reset();
  }
  if (search.current) require_structure(search, *search.current, "the template");
}

Rectangle window_of(const Search& search, const GstVideoInfo& info) {
  const Rectangle area = search.search_rect.is_empty() ? whole(info) : search.search_rect;
  const int margin = search.settings.search_margin;
  if (search.is_phase() || margin < 0 || !search.place) return area;
  const Rectangle& last = *search.place;
  Rectangle window;
  // Always of one size, so that one executable serves: at a border it is moved, not cut.
  window.width = std::min(area.width, last.width + 2 * margin);
  window.height = std::min(area.height, last.height + 2 * margin);
  window.x = std::clamp(last.x - margin, area.x, area.x + area.width - window.width);
  window.y = std::clamp(last.y - margin, area.y, area.y + area.height - window.height);
  return window;
}

Task task_of(const Search& search, const LumaSignal& signal, const Rectangle& window) {
  const Layout image = part_of(signal, window);
  Task task;
  if (search.is_phase()) {
    task = phase_correlation(image);
  } else {
    TemplateMatching wanted =
        matching(score_of(search.settings.method), image, search.current->extent);
    wanted.flat = static_cast<float>(search.settings.flat);
    task = wanted;
  }
  std::visit(
      [&](ImageSearch& both) {
        both.weights = signal.weights;
        both.max_peaks = search.settings.max_peaks;
        both.has_surface = search.settings.output == Drawing::surface;
      },
      task);
  return task;
}

std::vector<Match> matches_of(const Search& search, std::span<const Peak> peaks,
                              const Rectangle& window) {
  std::vector<Match> matches;
  for (const Peak& peak : peaks) {
    if (!(peak.score >= search.settings.threshold)) continue;
    Match match{peak.x, peak.y, peak.score, peak.confidence, window};
    if (!search.is_phase()) {
      match.x += window.x;
      match.y += window.y;
      match.place = {static_cast<int>(std::lround(match.x)), static_cast<int>(std::lround(match.y)),
                     static_cast<int>(search.current->extent.columns),
                     static_cast<int>(search.current->extent.rows)};
    }
    matches.push_back(match);
  }
  return matches;
}

}  // namespace fftcore::gst::correlate
