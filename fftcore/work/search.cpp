// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check_count.h"
#include "fast_size.h"
#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "image_checks.h"
#include "kind_fields.h"
#include "peak_rules.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

void check_number(float value, std::string_view name, std::string_view allowed, bool holds) {
  if (!std::isfinite(value) || !holds)
    throw InvalidArgument(fmt::format("{} is {}; {} is allowed", name, value, allowed));
}

void check_template(const TemplateMatching& matching) {
  const Extent image = matching.image.extent(), templ = matching.template_extent;
  check_count(templ.rows, "the template's number of rows", 1, kMaxTemplateSide);
  check_count(templ.columns, "the template's number of columns", 1, kMaxTemplateSide);
  if (templ.slices != 1)
    throw InvalidArgument(
        fmt::format("the template has {} slices; it is an image, of 1", templ.slices));
  if (templ.rows > image.rows || templ.columns > image.columns)
    throw InvalidArgument(
        fmt::format("a template of {}x{} does not fit an image of {}x{}; use a smaller template or "
                    "search a larger part",
                    templ.rows, templ.columns, image.rows, image.columns));
}

void check_image(const ImageSearch& search) {
  validate_single(search.image, "image");
  check_sides(search.image, "the image", kMaxSearchExtent);
  check_count(search.image.channels.extent, "the image's number of channels", 1,
              static_cast<std::int64_t>(search.weights.size()));
  if (search.image.type == SampleType::f16)
    throw InvalidArgument("the image is f16; f32 and types of whole numbers are allowed");
  check_single_frame(search.image, "the image");
  check_weights(search.weights);
}

std::int64_t even_smooth(std::int64_t least) {
  for (std::int64_t candidate = std::max<std::int64_t>(2, least + least % 2);; candidate += 2) {
    if (is_smooth(candidate)) return candidate;
  }
}

}  // namespace

TemplateMatching matching(Score score, const Layout& image, Extent template_extent) {
  TemplateMatching matching;
  matching.score = score;
  matching.image = image;
  matching.template_extent = template_extent;
  matching.radius = std::clamp<std::int64_t>(
      std::min(template_extent.rows, template_extent.columns) / 2, 1, kMaxRadius);
  matching.flat = 0;
  return matching;
}

PhaseCorrelation phase_correlation(const Layout& image) {
  PhaseCorrelation correlation;
  correlation.image = image;
  if (!traits_of(image.type).is_whole()) correlation.noise = 0;
  return correlation;
}

Extent phase_extent(Extent image) {
  return {even_smooth(image.rows), even_smooth(image.columns)};
}

Extent surface_extent(const TemplateMatching& matching) {
  return output_extent(matching.image.extent(), matching.template_extent, Region::valid);
}

Extent surface_extent(const PhaseCorrelation& correlation) {
  return phase_extent(correlation.image.extent());
}

void validate(const TemplateMatching& matching) {
  check_image(matching);
  check_template(matching);
  check_ranges(matching);
  check_number(matching.flat, "flat", "0 or a number above it", matching.flat >= 0);
}

void validate(const PhaseCorrelation& correlation) {
  check_image(correlation);
  check_ranges(correlation);
  const bool may_be_measured = correlation.image.type == SampleType::f32;
  check_number(correlation.noise, "noise",
               may_be_measured ? "0 or a number above it" : "a number above 0",
               correlation.noise > 0 || (may_be_measured && correlation.noise == 0));
}

}  // namespace fftcore
