// SPDX-License-Identifier: LGPL-2.1-or-later
// Files that are written whole or not at all.
#pragma once

#include <span>
#include <string>

namespace samples {

/// Writes a file beside `path` and gives it that name once it is complete. Returns what was in the
/// way, in the system's words, or nothing.
std::string write_whole_file(const std::string& path, std::span<const unsigned char> bytes);

}  // namespace samples
