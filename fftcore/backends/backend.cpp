// SPDX-License-Identifier: LGPL-2.1-or-later
// What a Backend and its executables do unless they say otherwise: refuse, with a reason.
#include "fftcore/backend.h"

#include <fmt/format.h>

#include "fftcore/error.h"
#include "parameters.h"

namespace fftcore {

void ConvolutionExecutable::set_taps(std::span<const Taps> taps) {
  const std::int64_t needed = taps_needed(convolution());
  if (static_cast<std::int64_t>(taps.size()) != needed)
    throw InvalidArgument(fmt::format("set_taps() got {} kernels; {} takes {}", taps.size(),
                                      to_string(convolution()), needed));
  if (needed != 1)
    throw Unsupported(
        fmt::format("this backend takes one kernel; {} needs {}: backend 'cpu' takes them",
                    to_string(convolution()), needed));
  set_taps(taps.front());
}

void ConvolutionExecutable::set_parameters(std::span<const double> parameters) {
  check_parameters(parameters_needed(convolution()), parameters);
  if (!parameters.empty())
    throw Unsupported(fmt::format("this backend takes no formulas ({}); backend 'cpu' takes them",
                                  to_string(convolution())));
}

void TransformExecutable::set_parameters(std::span<const double> parameters) {
  check_parameters(parameters_needed(transform()), parameters);
  if (!parameters.empty())
    throw Unsupported(fmt::format("this backend takes no formulas ({}); backend 'cpu' takes them",
                                  to_string(transform())));
}

void MultiplyExecutable::set_parameters(std::span<const double> parameters) {
  check_parameters(parameters_needed(stage()), parameters);
  if (!parameters.empty())
    throw Unsupported(fmt::format("this backend takes no formulas ({}); backend 'cpu' takes them",
                                  to_string(stage())));
}

std::size_t Backend::memory_bytes(const Convolution& problem, const Queue&) {
  throw Unsupported(
      fmt::format("backend '{}' does not say what memory {} takes; backend 'cpu' does", name(),
                  to_string(problem)));
}

std::unique_ptr<TransformExecutable> Backend::compile(const Transform& transform, const Queue&,
                                                      Workspace) {
  throw Unsupported(
      fmt::format("backend '{}' does no transforms of their own ({}); backend 'cpu' does", name(),
                  to_string(transform)));
}

std::size_t Backend::workspace_bytes(const Transform& transform, const Queue&) {
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

std::unique_ptr<DenoiseExecutable> Backend::compile(const Denoise& denoise, const Queue&) {
  throw Unsupported(fmt::format("backend '{}' does no denoising ({}); backend 'cpu' does", name(),
                                to_string(denoise)));
}

namespace {

template <class Stage>
[[noreturn]] void refuse(const Backend& backend, const Stage& stage) {
  throw Unsupported(fmt::format("backend '{}' does no stages of their own ({}); backend 'cpu' does",
                                backend.name(), to_string(stage)));
}

[[noreturn]] void refuse_stream(const Backend& backend, const StreamConvolution& stream) {
  throw Unsupported(fmt::format("backend '{}' does no streams ({}); backend 'cpu' does",
                                backend.name(), to_string(stream)));
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

std::unique_ptr<StreamExecutable> Backend::compile(const StreamConvolution& stream, const Queue&) {
  refuse_stream(*this, stream);
}
std::size_t Backend::memory_bytes(const StreamConvolution& stream, const Queue&) {
  refuse_stream(*this, stream);
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

}  // namespace fftcore
