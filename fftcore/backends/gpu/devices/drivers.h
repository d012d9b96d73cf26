// SPDX-License-Identifier: LGPL-2.1-or-later
// The one list of drivers.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "driver.h"

namespace fftcore {

/// In the order of preference.
std::span<const Driver* const> drivers();

/// The one whose kernels are in that language. Throws InvalidArgument with all languages.
const Driver& driver_of_language(std::string_view language);

/// The one whose compiler makes code for that architecture; null where there is none.
const Driver* find_driver(std::string_view architecture);
/// Throws InvalidArgument with what is expected where there is none.
const Driver& driver_for(std::string_view architecture);

/// Names of the drivers that have a compiler, for messages.
std::string drivers_with_compilers();

}  // namespace fftcore
