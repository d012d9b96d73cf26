// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu_executable.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "canonical.h"
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

CpuExecutable::CpuExecutable(const Problem& problem, const Plan& plan, int threads)
    : problem_(problem), plan_(plan), threads_(threads), image_(problem), channels_(filtered_channels(problem)) {}

void CpuExecutable::set_kernel(const Taps& taps) {
  validate(taps);
  if (taps.extent != problem_.kernel)
    throw InvalidArgument(fmt::format("the kernel has {}x{} taps; this executable was made for {}x{}", taps.extent.rows, taps.extent.columns,
                                      problem_.kernel.rows, problem_.kernel.columns));
  const std::lock_guard one_at_a_time(kernel_mutex_);
  auto spectrum = std::make_shared<const Spectrum>(transform_kernel(correlation_taps(problem_, taps)));
  const std::lock_guard lock(mutex_);
  std::erase_if(retired_, [](const auto& retired) { return retired.use_count() == 1; });
  if (spectrum_) retired_.push_back(std::move(spectrum_));
  spectrum_ = std::move(spectrum);
}

void CpuExecutable::set_gain(float gain, float offset) {
  if (!std::isfinite(gain) || !std::isfinite(offset))
    throw InvalidArgument(fmt::format("gain {} and offset {} must be finite numbers", gain, offset));
  const std::lock_guard lock(mutex_);
  gain_ = gain;
  offset_ = offset;
}

void CpuExecutable::check(const Queue& queue, ConstBuffer input, Buffer output) const {
  if (queue.threads() > threads_)
    throw InvalidArgument(fmt::format("this executable was compiled for a queue of {} threads; this one has {}", threads_, queue.threads()));
  check_image(problem_.input, input, "input");
  check_image(problem_.output, output, "output");
  const auto [in_first, in_end] = span_of(problem_.input, input);
  const auto [out_first, out_end] = span_of(problem_.output, output);
  const std::less<const std::byte*> before;
  if (before(in_first, out_end) && before(out_first, in_end))
    throw InvalidArgument("run() got input and output that overlap; each output sample needs many input samples, so give it memory of its own");
}

void CpuExecutable::run(Queue& queue, ConstBuffer input, Buffer output) {
  check(queue, input, output);
  Frame frame{input, output};
  std::shared_ptr<const Spectrum> spectrum;
  {
    const std::lock_guard lock(mutex_);
    spectrum = spectrum_;
    frame.gain = gain_;
    frame.offset = offset_;
  }
  if (!spectrum) throw InvalidArgument("run() before set_kernel(): there is no kernel yet");
  execute(static_cast<CpuQueue&>(queue).pool(), frame, *spectrum);
}

}  // namespace fftcore
