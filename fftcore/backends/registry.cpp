// SPDX-License-Identifier: LGPL-2.1-or-later
// The one table of backends.
#include <fmt/format.h>

#include <array>
#include <vector>

#include "cpu_backend.h"
#include "fallback_backend.h"
#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "gpu_backend.h"
#include "log_line.h"

namespace fftcore {

void ConvolutionExecutable::set_taps(std::span<const Taps> taps) {
  const std::int64_t needed = taps_needed(problem());
  if (static_cast<std::int64_t>(taps.size()) != needed)
    throw InvalidArgument(fmt::format("set_taps() got {} kernels; {} takes {}", taps.size(),
                                      to_string(problem()), needed));
  if (needed != 1)
    throw Unsupported(
        fmt::format("this backend takes one kernel; {} needs {}: backend 'cpu' takes them",
                    to_string(problem()), needed));
  set_taps(taps.front());
}

std::unique_ptr<TransformExecutable> Backend::compile(const Transform& transform, const Queue&) {
  throw Unsupported(
      fmt::format("backend '{}' does no transforms of their own ({}); backend 'cpu' does", name(),
                  to_string(transform)));
}

std::unique_ptr<MatchingExecutable> Backend::compile(const TemplateMatching& matching,
                                                     const Queue&) {
  throw Unsupported(fmt::format("backend '{}' does no template matching ({}); backend 'cpu' does",
                                name(), to_string(matching)));
}

std::unique_ptr<PhaseExecutable> Backend::compile(const PhaseCorrelation& correlation,
                                                  const Queue&) {
  throw Unsupported(fmt::format("backend '{}' does no phase correlation ({}); backend 'cpu' does",
                                name(), to_string(correlation)));
}

namespace {

template <class Stage>
[[noreturn]] void refuse(const Backend& backend, const Stage& stage) {
  throw Unsupported(fmt::format("backend '{}' does no stages of their own ({}); backend 'cpu' does",
                                backend.name(), to_string(stage)));
}

}  // namespace

std::unique_ptr<StageExecutable> Backend::compile(const ForwardStage& stage, const Queue&) {
  refuse(*this, stage);
}
std::unique_ptr<MultiplyExecutable> Backend::compile(const MultiplyStage& stage, const Queue&) {
  refuse(*this, stage);
}
std::unique_ptr<StageExecutable> Backend::compile(const InverseStage& stage, const Queue&) {
  refuse(*this, stage);
}

Extent Backend::spectrum_points(Extent, const Queue&) {
  throw Unsupported(
      fmt::format("backend '{}' does no stages of their own; backend 'cpu' does", name()));
}

void StageExecutable::set_gain(float, float) {
  throw InvalidArgument(
      "set_gain() is for the inverse; a spectrum is scaled when it is transformed back");
}

void StageExecutable::run(Queue&, ConstBuffer, ConstBuffer, Buffer) {
  throw InvalidArgument(
      "run() got a source to copy channels from; only an InverseStage with copies_left_out takes "
      "one");
}

std::span<Backend* const> backends() {
  static const std::array table = {cuda_backend(), opencl_backend(), cpu_backend()};
  return table;
}

namespace {

/// Empty, or why it is passed over.
std::string refusal(const Backend& backend, bool is_auto) {
  std::string reason = backend.unavailable_reason();
  return reason.empty() && is_auto ? backend.reluctance() : reason;
}

/// All that `auto` may use, best first, or the first alone where there are no others.
Backend& automatic(std::vector<Backend*> working) {
  if (working.size() == 1) return *working.front();
  static FallbackBackend chain(std::move(working));
  return chain;
}

}  // namespace

Backend& select_backend(std::string_view name) {
  const bool is_auto = name == "auto";
  std::vector<Backend*> working;
  std::string reasons;
  for (Backend* backend : backends()) {
    if (!is_auto && name != backend->name()) continue;
    const std::string reason = refusal(*backend, is_auto);
    if (reason.empty()) {
      log_line("backend", "{}: {} works here", name, backend->name());
      working.push_back(backend);
      continue;
    }
    log_line("backend", "{}: not {}: {}", name, backend->name(), reason);
    reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", backend->name(), reason);
  }
  if (!working.empty()) return automatic(std::move(working));
  if (!reasons.empty())
    throw BackendUnavailable(fmt::format("backend '{}' does not work here ({})", name, reasons));
  std::string names = "auto";
  for (const Backend* backend : backends()) names += fmt::format(", {}", backend->name());
  throw BackendUnavailable(
      fmt::format("backend '{}' is not built into this library; available: {}", name, names));
}

}  // namespace fftcore
