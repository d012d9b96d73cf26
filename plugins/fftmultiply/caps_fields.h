// SPDX-License-Identifier: LGPL-2.1-or-later
// Fields of caps that may be a value, a range, a list, or not there, which stands for all values.
#pragma once

#include <gst/gst.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace fftcore::gst::multiply {

/// Value of a field that is one whole number.
std::optional<std::int64_t> number(const GstStructure* structure, const char* field);

void set_number(GstStructure* structure, const char* field, std::int64_t value);
/// One of these, the first best; they are none the less one value where there is only one.
void set_number_choice(GstStructure* structure, const char* field,
                       const std::vector<std::int64_t>& values);
void set_text_choice(GstStructure* structure, const char* field,
                     const std::vector<const char*>& values);

/// Places and borders in a field of points: all that there are.
void allow_all_places(GstStructure* structure, const char* field);

/// Leaves only that. False, and the structure is of no more use, where the field does not allow it.
bool allow_number(GstStructure* structure, const char* field, std::int64_t value);
bool allow_range(GstStructure* structure, const char* field, std::int64_t least, std::int64_t most);
/// Whether it would, without changing anything.
bool allow_boolean(const GstStructure* structure, const char* field, bool value);

/// Adds `by` to places or borders, those that leave the field of points being no more allowed.
/// False where none are left.
bool shift(GstStructure* structure, const char* field, std::int64_t by);

}  // namespace fftcore::gst::multiply
