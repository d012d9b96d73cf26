// SPDX-License-Identifier: LGPL-2.1-or-later
#include "array_value.h"

namespace fftcore::gst {

std::shared_ptr<const GValue> keep_value(const GValue* value) {
  if (gst_value_array_get_size(value) == 0) return nullptr;
  auto* copy = new GValue(G_VALUE_INIT);
  g_value_init(copy, G_VALUE_TYPE(value));
  g_value_copy(value, copy);
  return {copy, [](GValue* kept) {
            g_value_unset(kept);
            delete kept;
          }};
}

std::string as_text(const GValue* value) {
  gchar* text = gst_value_serialize(value);
  std::string result = text != nullptr ? text : G_VALUE_TYPE_NAME(value);
  g_free(text);
  return result;
}

}  // namespace fftcore::gst
