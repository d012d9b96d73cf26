// SPDX-License-Identifier: LGPL-2.1-or-later
// Files that programs write: whole, or not at all.
#pragma once

#include <string>

namespace fftcore::tools {

/// The whole file or none, under its name. Throws FileError.
void write_whole(const std::string& name, const std::string& bytes);

}  // namespace fftcore::tools
