// SPDX-License-Identifier: LGPL-2.1-or-later
// Fields of values by name, from the tables in fftcore/work. One is changed by writing the text
// anew, so that the reader checks it among the others.
#pragma once

#include <string>
#include <string_view>

#include "work.h"

namespace fftcore {

/// The value with one field changed. Null restores the default. Throws InvalidArgument for a name
/// that its kind does not have, and where the parser does.
AnyWork with_field(const AnyWork& value, std::string_view field, const char* to);

/// The value of one field, as with_field() takes it; empty where it is an option that has its
/// default. Throws InvalidArgument for a name that its kind does not have.
std::string field_of(const AnyWork& value, std::string_view field);

}  // namespace fftcore
