// SPDX-License-Identifier: LGPL-2.1-or-later
// Environment variables that name code or files.
#pragma once

namespace fftcore {

/// The variable's value. Null where it is not set, and in a program that has more rights than the
/// user who started it (set-user-id, set-group-id, file capabilities): that user may set variables,
/// but must not choose the code that runs with these rights, or the files that it reads and writes.
const char* trusted_variable(const char* name);

}  // namespace fftcore
