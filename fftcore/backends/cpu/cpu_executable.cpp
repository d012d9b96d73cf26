// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu_executable.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "canonical.h"
#include "fftcore/error.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

/// The Layout that a run() uses.
Layout with_row_stride(Layout layout, std::int64_t row_stride) {
  if (row_stride != 0) layout.rows.stride = row_stride;
  return layout;
}

/// First byte, and the one after the last, that an image may touch.
template <class Image>
std::pair<const std::byte*, const std::byte*> span_of(const Layout& layout, const Image& image) {
  std::int64_t end = 1;
  for (const Axis& axis : {layout.rows, layout.columns, layout.channels, layout.slices, layout.frames})
    end += (axis.extent - 1) * axis.stride;
  const auto* first = static_cast<const std::byte*>(image.data);
  return {first, first + end * static_cast<std::int64_t>(size_bytes(layout.element))};
}

template <class Image>
void check_image(const Layout& layout, const Image& image, std::string_view name) {
  if (image.data == nullptr) throw InvalidArgument(fmt::format("run() got no {} (a null pointer)", name));
  // The Layout's own stride was checked when the Problem was.
  if (image.row_stride != 0) validate_layout(layout, name);
  const auto [first, end] = span_of(layout, image);
  if (image.size_bytes != 0 && image.size_bytes < static_cast<std::size_t>(end - first))
    throw InvalidArgument(fmt::format("run() got {} bytes of {}; its samples reach over {}", image.size_bytes, name, end - first));
}

}  // namespace

CpuExecutable::CpuExecutable(const Problem& problem, const Plan& plan, int threads)
    : problem_(problem),
      plan_(plan),
      threads_(threads),
      image_(problem),
      channels_(filtered_channels(problem)),
      mixed_(mixed_channels(problem)) {}

void CpuExecutable::set_kernels(std::span<const Taps> taps) {
  const std::int64_t needed = taps_needed(problem_);
  if (static_cast<std::int64_t>(taps.size()) != needed)
    throw InvalidArgument(fmt::format("got {} kernels; {} takes {}", taps.size(), to_string(problem_), needed));
  for (const Taps& one : taps) {
    validate(one);
    if (one.extent != problem_.kernel)
      throw InvalidArgument(fmt::format(
          "the kernel has {}x{}x{} taps (slices x rows x columns); this executable was made for {}x{}x{}", one.extent.slices,
          one.extent.rows, one.extent.columns, problem_.kernel.slices, problem_.kernel.rows, problem_.kernel.columns));
  }
  const std::lock_guard one_at_a_time(kernel_mutex_);
  Spectrum spectra(needed * kernel_points());
  for (std::int64_t i = 0; i < needed; ++i)
    transform_kernel(correlation_taps(problem_, taps[static_cast<std::size_t>(i)]), spectra.data() + i * kernel_points());
  auto spectrum = std::make_shared<const Spectrum>(std::move(spectra));
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
  const Layout in = with_row_stride(problem_.input, input.row_stride), out = with_row_stride(problem_.output, output.row_stride);
  check_image(in, input, "input");
  check_image(out, output, "output");
  const auto [in_first, in_end] = span_of(in, input);
  const auto [out_first, out_end] = span_of(out, output);
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
