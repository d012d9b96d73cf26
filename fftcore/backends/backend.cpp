// SPDX-License-Identifier: LGPL-2.1-or-later
// What a Backend and its executables do unless they say otherwise: refuse, with a reason.
#include "fftcore/backend.h"

#include <fmt/format.h>

#include <array>

#include "fftcore/error.h"
#include "kinds.h"

namespace fftcore {
namespace {

[[noreturn]] void refuse(const Backend& backend, const AnyWork& work) {
  throw Unsupported(fmt::format("backend '{}' does not compile a {} ({}); backend 'cpu' does",
                                backend.name(), kind_of(work), text_of(work)));
}

[[noreturn]] void refuse(const AnyWork& work, std::string_view what) {
  throw InvalidArgument(fmt::format("a {} has no {}", kind_of(work), what));
}

}  // namespace

void Executable::set(const Setting& setting) {
  if (std::holds_alternative<ForwardStage>(work()) && std::holds_alternative<Gain>(setting))
    throw InvalidArgument(
        "set_gain() is for the inverse; a spectrum is scaled when it is transformed back");
  constexpr std::array<std::string_view, std::variant_size_v<Setting>> kNames = {
      "taps", "gain", "parameters", "strength", "reference", "reference", "count"};
  refuse(work(), kNames[setting.index()]);
}

std::span<const Peak> Executable::found() {
  refuse(work(), "peaks");
}

std::unique_ptr<Executable> Backend::compile_any(const AnyWork& work, const Queue&, Workspace) {
  refuse(*this, work);
}

std::unique_ptr<StreamExecutable> Backend::compile(const StreamConvolution& stream, const Queue&) {
  refuse(*this, stream);
}

std::size_t Backend::memory_bytes(const Convolution& problem, const Queue&) {
  refuse(*this, problem);
}

std::size_t Backend::memory_bytes(const StreamConvolution& stream, const Queue&) {
  refuse(*this, stream);
}

std::size_t Backend::workspace_bytes(const Transform& transform, const Queue&) {
  refuse(*this, transform);
}

Extent Backend::spectrum_points(Extent, const Queue&) {
  throw Unsupported(
      fmt::format("backend '{}' does no stages of their own; backend 'cpu' does", name()));
}

}  // namespace fftcore
