// SPDX-License-Identifier: LGPL-2.1-or-later
// Log of what the library decides and why, as text. `FFTCORE_LOG=plan,cpu` (or `all`) writes the
// topics named to standard error. A host program can take everything instead.
#pragma once

#include <functional>
#include <string_view>

#include "fftcore/export.h"

namespace fftcore {

/// Receiver of the log. Topics are
///   plan          which plan, its cost, and why
///   work          each piece of work that compile() gets, as text, for fftcore-compile --file
///   cpu           the FFT engine, threads, wisdom
///   backend       which backend, and why
///   cuda, opencl  the device, and what was made ready on it
///   cache         why nothing is kept on disk
///   kernel        the source of each generated GPU kernel
using LogSink = std::function<void(std::string_view topic, std::string_view text)>;

/// Sends every topic to `sink` instead of standard error; an empty one restores FFTCORE_LOG.
/// Thread-safe; when it returns, no thread is in the old sink. The sink is called from whichever
/// thread logs, one call at a time, and never from run(). That thread may hold the library's locks:
/// a sink must not call the library, nor wait for a thread that does. What a sink logs is dropped.
FFTCORE_API void set_log_sink(LogSink sink);

}  // namespace fftcore
