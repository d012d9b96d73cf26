// SPDX-License-Identifier: LGPL-2.1-or-later
// Caps as text that comes from a file. gst_caps_from_string() takes what is not well formed for a
// mistake of the program, and may end it; here it is an error like others.
#pragma once

#include <gst/gst.h>

#include <memory>
#include <string_view>

namespace fftcore::gst {

struct UnrefCaps {
  void operator()(GstCaps* caps) const { gst_caps_unref(caps); }
};
using OwnedCaps = std::unique_ptr<GstCaps, UnrefCaps>;

/// One structure in system memory, "NAME, FIELD=(TYPE)VALUE, ...", each value one whole number,
/// fraction, boolean, bit mask, set of flags or string. Throws InvalidArgument saying what part is
/// no such thing.
OwnedCaps read_caps(std::string_view text);

}  // namespace fftcore::gst
