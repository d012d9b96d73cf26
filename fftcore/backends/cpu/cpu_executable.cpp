// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu_executable.h"

#include <algorithm>

#include "arithmetic.h"
#include "canonical.h"
#include "ceil_div.h"
#include "run_checks.h"

namespace fftcore {
namespace {

constexpr std::int64_t kRowsPerCopy = 64;

}  // namespace

template <class Real>
CpuExecutable<Real>::CpuExecutable(const Convolution& problem, const Plan& plan, int threads)
    : problem_(problem),
      plan_(plan),
      threads_(threads),
      image_(problem),
      channels_(filtered_channels(problem)),
      mixed_(mixed_channels(problem)),
      parts_(parts_of(problem)) {}

template <class Real>
void CpuExecutable<Real>::set_taps(std::span<const Taps> taps) {
  check_taps(problem_, taps);
  const std::lock_guard one_at_a_time(taps_mutex_);
  const auto count = static_cast<std::int64_t>(taps.size());
  Spectrum spectra(count * taps_points());
  for (std::int64_t i = 0; i < count; ++i)
    transform_taps(correlation_taps<Real>(problem_, taps[static_cast<std::size_t>(i)]),
                   spectra.data() + i * taps_points());
  kernel_.set_spectrum(std::make_shared<const Spectrum>(std::move(spectra)));
}

template <class Real>
void CpuExecutable<Real>::set_gain(float gain, float offset) {
  kernel_.set_gain(gain, offset);
}

template <class Real>
void CpuExecutable<Real>::set_parameters(std::span<const double> parameters) {
  kernel_.set_parameters(all_parameters(parameters_needed(problem_), parameters));
}

template <class Real>
void CpuExecutable<Real>::run(Queue& queue, ConstBuffer input, Buffer output) {
  WorkerPool& pool = pool_of(queue, threads_);
  check_images(problem_, input, output);
  const auto kernel = kernel_.values();
  execute(pool, {input, output, kernel.gain, kernel.offset, kernel.parameters}, *kernel.spectrum);
}

template <class Real>
void CpuExecutable<Real>::copy_channels(WorkerPool& pool, const Frame& whole) const {
  if (const std::int64_t tasks = copy_tasks(); tasks > 0)
    pool.run(tasks, [&](std::int64_t task, int) { copy_rows(whole, task); });
}

template <class Real>
std::int64_t CpuExecutable<Real>::copy_tasks() const {
  const Layout& out = problem_.output;
  return problem_.copied_channels == 0
             ? 0
             : out.frames.extent * out.slices.extent * ceil_div(out.rows.extent, kRowsPerCopy);
}

template <class Real>
void CpuExecutable<Real>::copy_rows(const Frame& whole, std::int64_t task) const {
  const Layout& out = problem_.output;
  const std::int64_t stripes = ceil_div(out.rows.extent, kRowsPerCopy),
                     first = task % stripes * kRowsPerCopy,
                     slice = task / stripes % out.slices.extent,
                     result = task / stripes / out.slices.extent;
  image_.copy_channels(image_.slice(whole, {input_frame(problem_, result), slice}, {result, slice}),
                       first, std::min(kRowsPerCopy, out.rows.extent - first));
}

template class CpuExecutable<float>;
template class CpuExecutable<double>;

}  // namespace fftcore
