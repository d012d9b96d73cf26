// SPDX-License-Identifier: LGPL-2.1-or-later
// Whether spectra and what they are multiplied by fit, and why not.
#include <fmt/format.h>

#include <numeric>

#include "../frames/frame_planes.h"
#include "fftcore/error.h"
#include "negotiation.h"

namespace fftcore::gst::multiply {
namespace {

void require_border(const TapsFactor& factor, const SpectrumInfo& input) {
  const Extent extent = extent_for(factor, input);
  const Border needed = reach_of(extent, factor.operation, input.rate > 0), &given = input.border;
  if (needed.left <= given.left && needed.right <= given.right && needed.top <= given.top &&
      needed.bottom <= given.bottom)
    return;
  throw InvalidArgument(
      fmt::format("{}x{} taps read {} samples on the image's left, {} on its right, {} above and "
                  "{} below; the spectrum has a border of {}, {}, {}, {}. fftforward "
                  "before this element gives what is needed; a spectrum that was saved, or is a "
                  "product with pad kernel, stays as it is",
                  extent.rows, extent.columns, needed.left, needed.right, needed.top, needed.bottom,
                  given.left, given.right, given.top, given.bottom));
}

void require_kernel(const SpectrumInfo& kernel, const SpectrumInfo& input) {
  const Extent points = input.layout.points, of_kernel = kernel.layout.points;
  if (points != of_kernel) {
    throw InvalidArgument(
        fmt::format("the spectrum on pad kernel is of {}x{} points (rows x columns), the one on "
                    "pad sink of {}x{}; give both fftforwards the same pad-width and "
                    "pad-height",
                    of_kernel.rows, of_kernel.columns, points.rows, points.columns));
  }
  const std::int64_t c = input.layout.channels;
  if (!mixing_of(c, kernel.layout.channels)) {
    const std::string allowed = c == 1 ? "1 is allowed"
                                       : fmt::format(
                                             "1 for all of them, {} for one each, {} for a "
                                             "symmetric matrix or {} for a matrix are allowed",
                                             c, c * (c + 1) / 2, c * c);
    throw InvalidArgument(
        fmt::format("the spectrum on pad kernel has {} channels, the one on pad sink {}; {}",
                    kernel.layout.channels, c, allowed));
  }
  if (kernel.layout.channels != c || c == 1 || kernel.video_format.empty() ||
      input.video_format.empty())
    return;
  if (channel_order(kernel) != channel_order(input)) {
    throw InvalidArgument(
        fmt::format("the channels on pad kernel lie as {} says, those on pad sink as {} does; put "
                    "videoconvert before one fftforward so "
                    "that both take the same format",
                    kernel.video_format, input.video_format));
  }
}

}  // namespace

Extent extent_for(const TapsFactor& factor, const SpectrumInfo& input) {
  if (input.layout.points.rows > 1) return factor.extent;
  if (factor.line) return *factor.line;
  throw InvalidArgument(
      fmt::format("the kernel has {} rows of taps, and the spectrum is of one row; give taps in "
                  "one row, or a filter, notches or a response",
                  factor.extent.rows));
}

Border reach_of(Extent extent, Operation operation, bool is_audio) {
  if (is_audio) return {extent.columns - 1, 0, 0, 0};
  return border_for(extent, operation);
}

void require_fit(const Factor& factor, const SpectrumInfo& input) {
  if (const auto* taps = std::get_if<TapsFactor>(&factor)) {
    if (taps->channels > 1 && taps->channels != input.layout.channels) {
      throw InvalidArgument(
          fmt::format("the kernel mixes {} channels, and the spectrum has {}; use video with {} "
                      "colours in a pixel (RGB, BGR, RGBA ... "
                      "for 3), audio of {} channels, or a kernel of 2 dimensions",
                      taps->channels, input.layout.channels, taps->channels, taps->channels));
    }
    require_border(*taps, input);
    const Extent extent = extent_for(*taps, input), points = input.layout.points;
    if (extent.rows > points.rows || extent.columns > points.columns) {
      throw InvalidArgument(
          fmt::format("{}x{} taps are more than the {}x{} points (rows x columns) of the spectrum; "
                      "give fftforward a larger pad-width and "
                      "pad-height",
                      extent.rows, extent.columns, points.rows, points.columns));
    }
  } else if (const auto* spectrum = std::get_if<SpectrumFactor>(&factor)) {
    if (spectrum->kernel) require_kernel(*spectrum->kernel, input);
  }
}

bool fits(const Factor& factor, const SpectrumInfo& input) {
  try {
    require_fit(factor, input);
    return true;
  } catch (const InvalidArgument&) {
    return false;
  }
}

Factor factor_for(const Factors& factors, const SpectrumInfo& input) {
  if (factors.in_service && !fits(factors.wanted, input) && fits(*factors.in_service, input))
    return *factors.in_service;
  require_fit(factors.wanted, input);
  return factors.wanted;
}

std::optional<Mixing> mixing_of(std::int64_t channels, std::int64_t kernel_channels) {
  if (kernel_channels == 1) return Mixing::none;
  if (kernel_channels == channels) return Mixing::diagonal;
  if (kernel_channels == channels * channels) return Mixing::full;
  if (kernel_channels == channels * (channels + 1) / 2) return Mixing::symmetric;
  return std::nullopt;
}

std::vector<int> channel_order(const SpectrumInfo& info) {
  const GstVideoFormat format = info.video_format.empty()
                                    ? GST_VIDEO_FORMAT_UNKNOWN
                                    : gst_video_format_from_string(info.video_format.c_str());
  if (format > GST_VIDEO_FORMAT_ENCODED) {
    std::vector<int> order = gst::channel_order(format);
    if (static_cast<std::int64_t>(order.size()) == info.layout.channels) return order;
  }
  std::vector<int> order(static_cast<std::size_t>(info.layout.channels));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace fftcore::gst::multiply
