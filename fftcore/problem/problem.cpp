// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/problem.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "fftcore/error.h"
#include "strided_axes.h"

namespace fftcore {
Extent output_extent(Extent image, Extent kernel, Region region) {
  switch (region) {
    case Region::same: return image;
    case Region::valid: return {image.rows - kernel.rows + 1, image.columns - kernel.columns + 1};
    case Region::full: return {image.rows + kernel.rows - 1, image.columns + kernel.columns - 1};
  }
  return image;
}

Problem convolution(const Layout& input, Extent kernel, Operation operation, EdgeMode edge, Region region) {
  Problem problem;
  problem.operation = operation;
  problem.input = input;
  problem.kernel = kernel;
  problem.edge = edge;
  problem.region = region;
  const Extent extent = output_extent(input.extent(), kernel, region);
  problem.output = input.is_interleaved() || input.channels.extent == 1 ? Layout::interleaved(input.element, extent, input.channels.extent)
                                          : Layout::planar(input.element, extent, input.channels.extent);
  return problem;
}

void validate(const Problem& problem) {
  const auto check_taps = [](std::int64_t taps, std::string_view side) {
    if (taps < 1 || taps > kMaxTaps)
      throw InvalidArgument(fmt::format("the kernel has {} {}; 1 to {} are allowed", taps, side, kMaxTaps));
  };
  check_taps(problem.kernel.rows, "rows");
  check_taps(problem.kernel.columns, "columns");
  validate_layout(problem.input, "input");

  const Extent image = problem.input.extent();
  const Extent expected = output_extent(image, problem.kernel, problem.region);
  if (expected.rows < 1 || expected.columns < 1)
    throw InvalidArgument(fmt::format("region 'valid' of a {}x{} image and a {}x{} kernel is empty; use a smaller kernel, or 'same' or 'full'",
                                      image.rows, image.columns, problem.kernel.rows, problem.kernel.columns));
  if (problem.output.extent() != expected)
    throw InvalidArgument(fmt::format("output is {}x{}; region '{}' of a {}x{} image and a {}x{} kernel is {}x{}", problem.output.rows.extent,
                                      problem.output.columns.extent, to_string(problem.region), image.rows, image.columns,
                                      problem.kernel.rows, problem.kernel.columns, expected.rows, expected.columns));
  validate_layout(problem.output, "output");
  if (problem.output.channels.extent != problem.input.channels.extent)
    throw InvalidArgument(fmt::format("output has {} channels, input {}; they must be equal", problem.output.channels.extent,
                                      problem.input.channels.extent));
  if (!std::isfinite(problem.bias)) throw InvalidArgument(fmt::format("bias is {}; a finite number is needed", problem.bias));

  const std::uint32_t all = (1U << problem.input.channels.extent) - 1;
  if ((problem.copied_channels & ~all) != 0)
    throw InvalidArgument(fmt::format("copied_channels is {:#x}, but the image has {} channels", problem.copied_channels,
                                      problem.input.channels.extent));
  if (problem.copied_channels == all)
    throw InvalidArgument(fmt::format("copied_channels is {:#x}: nothing is left to filter", problem.copied_channels));
  if (problem.copied_channels != 0 && (problem.region != Region::same || problem.input.element != problem.output.element))
    throw InvalidArgument("copied_channels needs region 'same' and the same element type in and out");
}

}  // namespace fftcore
