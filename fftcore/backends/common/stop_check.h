// SPDX-License-Identifier: LGPL-2.1-or-later
// What compiles ask before they begin a kernel: whether a CompileStop asks them to end.
#pragma once

#include <stop_token>

namespace fftcore {

/// Token of the calling thread's CompileStop, for threads that work for it; without a CompileStop
/// one that never asks.
std::stop_token compile_stop_token();

/// Throws Stopped where that token asks for it.
void check_compile_stop();

}  // namespace fftcore
