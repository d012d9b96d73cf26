// SPDX-License-Identifier: LGPL-2.1-or-later
#include "run_checks.h"

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <utility>

#include "fftcore/error.h"

namespace fftcore {
namespace {

/// First byte, and the one after the last, that an image may touch.
template <class Image>
std::pair<const std::byte*, const std::byte*> span_of(const Layout& layout, const Image& image) {
  const std::int64_t stride = image.row_stride != 0 ? image.row_stride : layout.rows.stride;
  const std::int64_t last = (layout.rows.extent - 1) * stride + (layout.columns.extent - 1) * layout.columns.stride +
                            (layout.channels.extent - 1) * layout.channels.stride;
  const auto* first = static_cast<const std::byte*>(image.data);
  return {first, first + (last + 1) * static_cast<std::int64_t>(size_bytes(layout.element))};
}

template <class Image>
void check_image(const Layout& layout, const Image& image, std::string_view name) {
  if (image.data == nullptr) throw InvalidArgument(fmt::format("run() got no {} (a null pointer)", name));
  if (image.row_stride == 0) return;
  // The Layout's own stride was checked when the Problem was; another one must at least hold a row.
  const std::int64_t row = (layout.columns.extent - 1) * layout.columns.stride + (layout.is_interleaved() ? layout.channels.extent : 1);
  if (layout.rows.extent > 1 && image.row_stride < row)
    throw InvalidArgument(fmt::format("run() got a row stride of {} elements for the {}; a row takes {}", image.row_stride, name, row));
  if (layout.channels.extent > 1 && !layout.is_interleaved() && (layout.rows.extent - 1) * image.row_stride + row > layout.channels.stride)
    throw InvalidArgument(fmt::format("run() got a row stride of {} elements for the {}; its planes are only {} apart", image.row_stride, name,
                                      layout.channels.stride));
}

}  // namespace

void check_images(const Problem& problem, ConstBuffer input, Buffer output) {
  check_image(problem.input, input, "input");
  check_image(problem.output, output, "output");
  const auto [in_first, in_end] = span_of(problem.input, input);
  const auto [out_first, out_end] = span_of(problem.output, output);
  const std::less<const std::byte*> before;
  if (before(in_first, out_end) && before(out_first, in_end))
    throw InvalidArgument("run() got input and output that overlap; each output sample needs many input samples, so give it memory of its own");
}

void check_taps(const Problem& problem, const Taps& taps) {
  validate(taps);
  if (taps.extent != problem.kernel)
    throw InvalidArgument(fmt::format("the kernel has {}x{} taps; this executable was made for {}x{}", taps.extent.rows, taps.extent.columns,
                                      problem.kernel.rows, problem.kernel.columns));
}

}  // namespace fftcore
