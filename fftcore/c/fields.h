// SPDX-License-Identifier: LGPL-2.1-or-later
// Fields of values by name. A value's text has all of them, each at its place among the others; one
// is changed by writing the text anew.
#pragma once

#include "work.h"

namespace fftcore {

/// The value with one field changed. Null restores the default. Throws InvalidArgument for a name
/// that its kind does not have, and where the parser does.
AnyWork with_field(const AnyWork& value, std::string_view field, const char* to);

}  // namespace fftcore
