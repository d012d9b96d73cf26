// SPDX-License-Identifier: LGPL-2.1-or-later
// What the library decides and why, as text. `FFTCORE_LOG=plan,cpu` (or `all`) writes the named
// topics to standard error; a host program can take everything instead.
#pragma once

#include <functional>
#include <string_view>

#include "fftcore/export.h"

namespace fftcore {

/// Topics: `plan` (which plan, its cost and why), `cpu` (the FFT engine, threads, wisdom),
/// `backend` (which backend and why), `cuda` and `opencl` (device, what was made ready), `kernel`
/// (the source of each generated kernel).
using LogSink = std::function<void(std::string_view topic, std::string_view text)>;

/// Sends every topic to `sink`, in place of standard error; an empty one restores FFTCORE_LOG.
/// Thread-safe; the sink is called from whichever thread logs, one call at a time, and never from
/// run().
FFTCORE_API void set_log_sink(LogSink sink);

}  // namespace fftcore
