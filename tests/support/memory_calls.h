// SPDX-License-Identifier: LGPL-2.1-or-later
// Calls of malloc and its relatives. A program that has memory_calls.cpp among its sources counts
// them, on every thread, of the libraries that it loads too. No sanitizer can stand in for them.
#pragma once

namespace fftcore::test {

/// So far; those that free memory count too.
long memory_calls();

}  // namespace fftcore::test
