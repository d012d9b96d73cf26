// SPDX-License-Identifier: LGPL-2.1-or-later
#include "carried_fields.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace fftcore::gst {
namespace {

constexpr std::array<std::string_view, 18> kNotCarried = {
    "format",        "video-format", "width",        "height",      "rows", "columns",
    "channels",      "precision",    "transformed",  "normalized",  "x",    "y",
    "border-bottom", "border-top",   "border-right", "border-left", "rate", "channel-mask"};

}  // namespace

void copy_carried_fields(const GstStructure* from, GstStructure* to) {
  for (int i = 0; i < gst_structure_n_fields(from); ++i) {
    const gchar* const name = gst_structure_nth_field_name(from, static_cast<guint>(i));
    if (std::ranges::find(kNotCarried, std::string_view(name)) == kNotCarried.end())
      gst_structure_set_value(to, name, gst_structure_get_value(from, name));
  }
}

}  // namespace fftcore::gst
