// SPDX-License-Identifier: LGPL-2.1-or-later
// Values of properties that are arrays, as in "<1,2,3>".
#pragma once

#include <gst/gst.h>

#include <memory>
#include <string>

namespace fftcore::gst {

/// A copy of `value` that nobody changes, or null where it is an empty array ("none", the
/// property's default).
std::shared_ptr<const GValue> keep_value(const GValue* value);

/// A value as in a pipeline, else the name of its type.
std::string as_text(const GValue* value);

}  // namespace fftcore::gst
