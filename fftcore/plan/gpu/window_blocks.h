// SPDX-License-Identifier: LGPL-2.1-or-later
// How a block of threads takes a window: its transforms, its threads, and how many blocks there are
// beside each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "device_traits.h"
#include "fftcore/block_window.h"
#include "window_spec.h"

namespace fftcore {

/// The transform of a window's side. Lags of a search need no more points than the second window
/// has: at none does the first one reach beyond it. Sides whose lags go round have small factors.
WindowLine window_line(std::int64_t samples);

/// Weights of a side.
std::vector<double> window_taper(BlockWindow taper, int count);

/// Blocks beside each other on a multiprocessor, by shared memory and registers, as far as there
/// are windows for them.
int windows_beside(const WindowSpec& spec, const DeviceTraits& traits, int threads);

/// Sets threads and blocks_beside. A reason where the device has no room for a window.
std::optional<std::string> choose_blocks(WindowSpec& spec, const DeviceTraits& traits);

}  // namespace fftcore
