// SPDX-License-Identifier: LGPL-2.1-or-later
// Formats by the endings of names, and what they hold.
#pragma once

#include <string>

namespace samples {

/// Of a name, in small letters, with its point.
std::string ending_of(const std::string& path);

}  // namespace samples
