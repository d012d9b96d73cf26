// SPDX-License-Identifier: LGPL-2.1-or-later
// Check of a number of things against its range, with a message that names both.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "fftcore/error.h"

namespace fftcore {

/// Throws InvalidArgument where `count` is not in [least, most]. `name` is the subject of the
/// message's sentence.
inline void check_count(std::int64_t count, std::string_view name, std::int64_t least,
                        std::int64_t most) {
  if (count < least || count > most)
    throw InvalidArgument(fmt::format("{} is {}; {} to {} are allowed", name, count, least, most));
}

}  // namespace fftcore
