// SPDX-License-Identifier: LGPL-2.1-or-later
#include "setting_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "arithmetic.h"
#include "check_count.h"
#include "fftcore/error.h"
#include "product_convolution.h"

namespace fftcore {

void check_strength(const Denoise& denoise, const DenoiseStrength& strength) {
  Denoise changed = denoise;
  changed.strength = strength;
  validate(changed);
}

void check_templates(const TemplateMatching& matching, std::span<const Taps> templates) {
  if (static_cast<std::int64_t>(templates.size()) != matching.templates)
    throw InvalidArgument(fmt::format("got {} templates; {} takes {}", templates.size(),
                                      to_string(matching), matching.templates));
  for (const Taps& templ : templates) {
    validate(templ);
    if (!templ.imaginary.empty())
      throw InvalidArgument("the template has imaginary parts; real ones are allowed");
    const Extent got = templ.extent, wanted = matching.template_extent;
    if (got != wanted)
      throw InvalidArgument(fmt::format(
          "the template is {}x{}x{}, the matching's are {}x{}x{} (slices x rows x columns)",
          got.slices, got.rows, got.columns, wanted.slices, wanted.rows, wanted.columns));
    const auto [least, most] = std::minmax_element(templ.values.begin(), templ.values.end());
    if (matching.score == Score::ccoeff_normed && *least == *most)
      throw InvalidArgument(
          fmt::format("all samples of the template are {}: it has no structure to look for; use "
                      "another template, or score ccorr",
                      *least));
    if (matching.score == Score::ccorr_normed && *least == 0 && *most == 0)
      throw InvalidArgument(
          "all samples of the template are 0: there is nothing to look for; use another template, "
          "or score ccorr");
  }
}

void check_count(const WindowCorrelation& windows, const WindowCount& count) {
  check_count(count.count, "the number of windows", 1, windows.count);
}

void check_count(const WindowFilters& filters, const WindowCount& count) {
  check_count(count.count, "the number of windows", 1, filters.count);
}

void check_points(Extent least) {
  for (const std::int64_t side : {least.rows, least.columns})
    if (side < 1 || side > kMaxSpectrumPoints)
      throw InvalidArgument(
          fmt::format("a spectrum of at least {}x{} points; 1 to {} a side are allowed", least.rows,
                      least.columns, kMaxSpectrumPoints));
}

void check_taps(const MultiplyStage& stage, std::span<const Taps> taps) {
  if (!stage.taps)
    throw InvalidArgument(
        "set_taps() is for stages with taps; this one multiplies by the spectrum that run() gets");
  check_taps(product_convolution(stage), taps);
}

void check_taps(const Convolution& problem, std::span<const Taps> taps) {
  const std::int64_t needed = taps_needed(problem);
  if (static_cast<std::int64_t>(taps.size()) != needed)
    throw InvalidArgument(
        fmt::format("got {} sets of taps; {} takes {}", taps.size(), to_string(problem), needed));
  for (const Taps& one : taps) {
    validate(one);
    if (one.extent != problem.taps)
      throw InvalidArgument(
          fmt::format("there are {}x{}x{} taps (slices x rows x columns); this executable was "
                      "made for {}x{}x{}",
                      one.extent.slices, one.extent.rows, one.extent.columns, problem.taps.slices,
                      problem.taps.rows, problem.taps.columns));
    if (!one.imaginary.empty() && !is_complex(problem))
      throw InvalidArgument(fmt::format(
          "taps have imaginary parts, and results are {}; real taps are allowed, or complex64 or "
          "complex128 as output",
          to_string(problem.output.type)));
  }
}

}  // namespace fftcore
