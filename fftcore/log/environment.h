// SPDX-License-Identifier: LGPL-2.1-or-later
// Environment variables. One that is set to nothing is as one that is not set.
#pragma once

namespace fftcore {

/// The value of a variable that names no code and no file. Null where it is not set.
const char* plain_variable(const char* name);

/// The value of one that names code or files. Null where it is not set, and in a program that has
/// more rights than the user who started it (set-user-id, set-group-id, file capabilities): that
/// user may set variables, but must not choose the code that runs with these rights, or the files
/// that it reads and writes.
const char* trusted_variable(const char* name);

}  // namespace fftcore
