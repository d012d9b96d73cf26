// SPDX-License-Identifier: LGPL-2.1-or-later
// What a folder has, read without std::filesystem's iterator: where it gets no memory, that of
// GCC's library ends the process, since it asks for memory in functions that may not throw.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fftcore {

/// Paths of what is in `folder`, in no order; none where it cannot be read.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);

}  // namespace fftcore
