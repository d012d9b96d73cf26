// SPDX-License-Identifier: LGPL-2.1-or-later
#include "prepared_executable.h"

#include <algorithm>

#include "bank.h"
#include "ceil_div.h"
#include "cpu_executable.h"
#include "direct_executable.h"
#include "large_samples.h"
#include "port_checks.h"
#include "put_back.h"
#include "setting_checks.h"

namespace fftcore {
namespace {

constexpr std::int64_t kRowsPerCopy = 64;

}  // namespace

template <class Prepared>
PreparedExecutable<Prepared>::PreparedExecutable(const Convolution& problem, const Plan& plan,
                                                 int threads)
    : ConvolutionExecutable(problem),
      ports_(ports_of(problem)),
      plan_(plan),
      threads_(threads),
      image_(convolution()),
      limits_(convolution(), image_),
      channels_(filtered_channels(problem)) {}

template <class Prepared>
void PreparedExecutable<Prepared>::set(const Setting& setting) {
  if (const auto* taps = std::get_if<std::span<const Taps>>(&setting)) {
    check_taps(convolution(), *taps);
    const std::lock_guard one_at_a_time(taps_mutex_);
    publish(prepare(*taps), *taps);
  } else if (const auto* gain = std::get_if<Gain>(&setting)) {
    kernel_.set_gain(gain->gain, gain->offset);
  } else if (const auto* parameters = std::get_if<std::span<const double>>(&setting)) {
    kernel_.set_parameters(all_parameters(parameters_needed(convolution()), *parameters));
  } else {
    Executable::set(setting);
  }
}

template <class Prepared>
void PreparedExecutable<Prepared>::run_any(Queue& queue, std::span<const ConstBuffer> inputs,
                                           const Buffer& output, const Buffer&) {
  WorkerPool& pool = pool_of(queue, threads_);
  check_buffers(ports_, inputs, output);
  const auto kernel = kernel_.values();
  std::atomic<bool> met_not_finite = false;
  Frame whole{inputs[0], output, kernel.gain, kernel.offset, kernel.parameters};
  if (inputs.size() > 1) whole.second = inputs[1];
  const bool looks_at_samples =
      kernel.spectrum->looks && !looks_at_results(kernel.spectrum->prepared);
  const auto pass = [&](const Frame& frame) {
    Frame all = frame;
    all.sets_aside = true;
    all.met_not_finite = &met_not_finite;
    execute(pool, all, kernel.spectrum->prepared);
  };
  if (looks_at_samples) {
    limits_.measure(whole, pool);
    Frame within = whole;
    within.limits = limits_.data();
    pass(within);
    if (met_not_finite)
      complete_outputs(convolution(), image_, kernel.spectrum->signs, whole, limits_, pool, pass);
    return;
  }
  if (kernel.spectrum->looks) whole.met_not_finite = &met_not_finite;
  execute(pool, whole, kernel.spectrum->prepared);
  if (!met_not_finite) return;
  pass(whole);
  put_back(convolution(), image_, kernel.spectrum->signs, whole, pool);
}

template <class Prepared>
void PreparedExecutable<Prepared>::copy_channels(WorkerPool& pool, const Frame& whole) const {
  if (const std::int64_t tasks = copy_tasks(); tasks > 0)
    pool.run(tasks, [&](std::int64_t task, int) { copy_rows(whole, task); });
}

template <class Prepared>
std::int64_t PreparedExecutable<Prepared>::copy_tasks() const {
  const Layout& out = convolution().output;
  return convolution().skipped_channels == 0
             ? 0
             : out.frames.extent * out.slices.extent * ceil_div(out.rows.extent, kRowsPerCopy);
}

template <class Prepared>
void PreparedExecutable<Prepared>::copy_rows(const Frame& whole, std::int64_t task) const {
  const Layout& out = convolution().output;
  const std::int64_t stripes = ceil_div(out.rows.extent, kRowsPerCopy),
                     first = task % stripes * kRowsPerCopy,
                     slice = task / stripes % out.slices.extent,
                     result = task / stripes / out.slices.extent;
  image_.copy_channels(
      image_.slice(whole, {input_frame(convolution(), result), slice}, {result, slice}), first,
      std::min(kRowsPerCopy, out.rows.extent - first));
}

template class PreparedExecutable<SpectrumOf<float>>;
template class PreparedExecutable<SpectrumOf<double>>;
template class PreparedExecutable<DirectTaps>;

}  // namespace fftcore
