// SPDX-License-Identifier: LGPL-2.1-or-later
// What the shim's stand-ins for functions of the C library ask.
#pragma once

#include "fault_shim.h"

namespace fftcore::test {

/// Whether code of the project is at this address.
bool is_ours(const void* caller);

/// Whether this call must fail.
bool fails(FaultKind kind, const void* caller);

/// A block of memory that the project's code got; one that anybody gives back.
void note_block(const void* block);
void forget_block(const void* block);

}  // namespace fftcore::test

#define FFTCORE_CALLER __builtin_extract_return_addr(__builtin_return_address(0))
#define FFTCORE_STAND_IN extern "C" __attribute__((visibility("default")))
