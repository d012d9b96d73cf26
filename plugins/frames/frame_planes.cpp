// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_planes.h"

#include <algorithm>
#include <numeric>

#include "formats.h"
#include "samples.h"

namespace fftcore::gst {
namespace {

PlaneRole role_of(const GstVideoInfo& info, int component) {
  if (component == GST_VIDEO_COMP_A) return PlaneRole::alpha;
  if (GST_VIDEO_INFO_IS_RGB(&info)) return PlaneRole::colour;
  return component == GST_VIDEO_COMP_Y ? PlaneRole::luma : PlaneRole::chroma;
}

bool is_chroma(const GstVideoInfo& info, int component) {
  return role_of(info, component) == PlaneRole::chroma;
}

// Makes jobs of the samples of one plane.
class Maker {
 public:
  Maker(const GstVideoInfo& info, int plane)
      : info_(info), plane_(plane), format_(format_of(info)) {
    gint components[GST_VIDEO_MAX_COMPONENTS];
    gst_video_format_info_component(info.finfo, static_cast<guint>(plane), components);
    for (const int component : components)
      if (component >= 0 && place_of(component) != Format::kBesideSamples)
        components_.push_back(component);
    std::ranges::sort(components_, {}, [&](int component) { return place_of(component); });
  }

  const std::vector<int>& components() const { return components_; }
  bool shares_words() const { return traits_of(format_.type).is_packed(); }
  std::vector<int> components_if(bool are_chroma) const {
    std::vector<int> found;
    std::ranges::copy_if(components_, std::back_inserter(found),
                         [&](int each) { return is_chroma(info_, each) == are_chroma; });
    return found;
  }

  // In samples: from the first of a pixel, and from pixel to pixel.
  std::int64_t place_of(int component) const {
    return format_.places[static_cast<std::size_t>(component)];
  }
  std::int64_t pixel_of(int component) const {
    return format_.steps[static_cast<std::size_t>(component)];
  }

  // Of these components, alike in size, in order of memory.
  PlaneJob job_of(const std::vector<int>& components) const {
    const std::int64_t first = place_of(components.front());
    const std::int64_t step =
        components.size() > 1 ? place_of(components[1]) - first : std::int64_t{1};
    PlaneJob job = job_at(components, first, {std::ssize(components), step});
    for (std::size_t c = 0; c < components.size(); ++c)
      if (components[c] == GST_VIDEO_COMP_A) job.skipped_channels |= 1U << c;
    return job;
  }

  // Of all samples of a pixel; those of other components and padding are copied.
  PlaneJob pixels_of(const std::vector<int>& components) const {
    const std::int64_t samples = pixel_of(components.front());
    PlaneJob job = job_at(components, 0, {samples, 1});
    job.skipped_channels = (1U << samples) - 1;
    for (const int component : components)
      if (component != GST_VIDEO_COMP_A) job.skipped_channels &= ~(1U << place_of(component));
    return job;
  }

 private:
  PlaneJob job_at(const std::vector<int>& components, std::int64_t offset, Axis channels) const {
    const auto no_alpha =
        std::ranges::find_if(components, [](int each) { return each != GST_VIDEO_COMP_A; });
    const int first = no_alpha != components.end() ? *no_alpha : components.front();
    const std::int64_t pixel = pixel_of(first);
    const std::int64_t rows = GST_VIDEO_INFO_COMP_HEIGHT(&info_, first);
    const std::int64_t columns = GST_VIDEO_INFO_COMP_WIDTH(&info_, first);

    PlaneJob job;
    job.plane = plane_;
    job.component = first;
    job.offset = offset;
    job.role = role_of(info_, first);
    job.layout = {format_.type, {columns, pixel}, {rows, 0}, channels, {}, {}};
    job.layout.rows.stride = least_row_stride(job.layout);
    job.order = order_of(components);
    job.offset_scale = static_cast<float>(format_.level());
    if (job.role == PlaneRole::chroma) {
      job.bias = static_cast<float>(no_colour_of(format_.type));
      job.offset_scale = 0;
    }
    return job;
  }

  // Colours by their number, whatever planes they are in; others by their place among these.
  std::vector<int> order_of(std::vector<int> components) const {
    std::erase(components, static_cast<int>(GST_VIDEO_COMP_A));
    const bool are_colours = GST_VIDEO_INFO_IS_RGB(&info_);
    if (components.empty() || (components.size() == 1 && !are_colours)) return {0};
    if (!are_colours)
      for (int& component : components) component -= GST_VIDEO_COMP_U;
    return components;
  }

  const GstVideoInfo& info_;
  int plane_;
  const Format& format_;
  std::vector<int> components_;  // in order of memory
};

// A plane that has Y or colours.
void append_image(const GstVideoInfo& info, const Maker& plane, PlaneSelection planes,
                  std::vector<PlaneJob>& jobs) {
  const std::vector<int> image = plane.components_if(false);
  const std::vector<int> chroma = plane.components_if(true);
  const std::size_t first = jobs.size();
  if (chroma.empty()) {
    jobs.push_back(plane.pixels_of(image));
    jobs[first].copies_plane = plane.shares_words();
  } else if (planes == PlaneSelection::all || plane.shares_words()) {
    jobs.push_back(plane.job_of(image));
    jobs[first].copies_plane = plane.shares_words();
    if (planes == PlaneSelection::all) jobs.push_back(plane.job_of(chroma));
  } else if (GST_VIDEO_INFO_COMP_WIDTH(&info, chroma.front()) * plane.pixel_of(chroma.front()) ==
             GST_VIDEO_INFO_COMP_WIDTH(&info, image.front()) * plane.pixel_of(image.front())) {
    jobs.push_back(plane.pixels_of(image));
  } else {  // an odd width: chroma of the last pixel reaches beyond it
    jobs.push_back(plane.job_of(image));
    jobs[first].copies_plane = true;
  }
}

}  // namespace

std::int64_t least_row_stride(const Layout& layout) {
  // One that begins with the last sample of a word.
  const std::int64_t before = traits_of(layout.type).samples - 1;
  return whole_words(layout.type, before + layout.columns.extent * layout.columns.stride);
}

std::vector<PlaneJob> plane_jobs(const GstVideoInfo& info, PlaneSelection planes) {
  format_of(info);
  std::vector<PlaneJob> jobs;
  for (int i = 0; i < static_cast<int>(GST_VIDEO_INFO_N_PLANES(&info)); ++i) {
    const Maker plane(info, i);
    const PlaneRole role = role_of(info, plane.components().front());
    const bool is_shared = plane.components().size() > 1;
    if (role == PlaneRole::chroma && plane.components_if(false).empty()) {
      jobs.push_back(plane.job_of(plane.components()));
      jobs.back().is_filtered = planes == PlaneSelection::all;
    } else if (role == PlaneRole::alpha && !is_shared) {
      jobs.push_back(plane.job_of(plane.components()));
      jobs.back().is_filtered = false;
      jobs.back().skipped_channels = 0;
    } else {
      append_image(info, plane, planes, jobs);
    }
  }
  return jobs;
}

std::vector<PlaneJob> image_jobs(const GstVideoInfo& info) {
  std::vector<PlaneJob> jobs;
  for (int i = 0; i < static_cast<int>(GST_VIDEO_INFO_N_PLANES(&info)); ++i) {
    const Maker plane(info, i);
    std::vector<int> image = plane.components_if(false);
    if (std::ranges::all_of(image, [](int each) { return each == GST_VIDEO_COMP_A; })) continue;
    if (GST_VIDEO_INFO_IS_RGB(&info)) {
      jobs.push_back(plane.pixels_of(image));
    } else {
      std::erase(image, static_cast<int>(GST_VIDEO_COMP_A));
      jobs.push_back(plane.job_of(image));
    }
  }
  return jobs;
}

std::vector<int> channel_order(GstVideoFormat format) {
  const GstVideoFormatInfo* const info = gst_video_format_get_info(format);
  if (!GST_VIDEO_FORMAT_INFO_IS_RGB(info)) return {0};
  const Format* const known = find_format(format);
  std::vector<int> order(3);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int component) {
    const auto c = static_cast<std::size_t>(component);
    return std::pair(info->plane[c],
                     known != nullptr ? known->places[c] : static_cast<int>(info->poffset[c]));
  });
  return order;
}

}  // namespace fftcore::gst
