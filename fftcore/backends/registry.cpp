// SPDX-License-Identifier: LGPL-2.1-or-later
// The one list of backends, and the choice among them.
#include <fmt/format.h>

#include <vector>

#include "cpu_backend.h"
#include "excerpt.h"
#include "fallback_backend.h"
#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "gpu_backend.h"
#include "log_line.h"

namespace fftcore {
namespace {

std::vector<Backend*> built_in() {
  std::vector<Backend*> list = new_gpu_backends();
  list.push_back(cpu_backend());
  return list;
}

}  // namespace

std::span<Backend* const> backends() {
  static const std::vector<Backend*>& list = *new std::vector<Backend*>(built_in());
  return list;
}

namespace {

/// Empty, or why it is passed over.
std::string refusal(const Backend& backend, bool is_auto) {
  std::string reason = backend.unavailable_reason();
  return reason.empty() && is_auto ? backend.auto_skip_reason() : reason;
}

/// All that `auto` may use, best first, or the first alone where there are no others.
Backend& automatic(std::vector<Backend*> working) {
  if (working.size() == 1) return *working.front();
  static FallbackBackend& chain = *new FallbackBackend(std::move(working));
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
    throw BackendUnavailable(
        fmt::format("backend '{}' does not work here ({})", excerpt(name), reasons));
  std::string names = "auto";
  for (const Backend* backend : backends()) names += fmt::format(", {}", backend->name());
  throw BackendUnavailable(fmt::format("backend '{}' is not built into this library; available: {}",
                                       excerpt(name), names));
}

}  // namespace fftcore
