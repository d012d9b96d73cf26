// SPDX-License-Identifier: LGPL-2.1-or-later
#include "caps_fields.h"

#include <algorithm>

#include "fftcore/stages.h"

namespace fftcore::gst::multiply {
namespace {

constexpr std::int64_t kLast = kMaxSpectrumPoints - 1;  // place in a field of points

class Value {
 public:
  Value() = default;
  ~Value() {
    if (G_IS_VALUE(&value_)) g_value_unset(&value_);
  }
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;

  GValue* get() { return &value_; }

  void set(std::int64_t number) {
    g_value_init(&value_, G_TYPE_INT);
    g_value_set_int(&value_, static_cast<int>(number));
  }
  void set(const char* text) {
    g_value_init(&value_, G_TYPE_STRING);
    g_value_set_string(&value_, text);
  }
  void set_range(std::int64_t least, std::int64_t most) {
    if (least == most) return set(least);
    g_value_init(&value_, GST_TYPE_INT_RANGE);
    gst_value_set_int_range(&value_, static_cast<int>(least), static_cast<int>(most));
  }

 private:
  GValue value_ = G_VALUE_INIT;
};

template <class T>
void set_choice(GstStructure* structure, const char* field, const std::vector<T>& values) {
  Value list;
  g_value_init(list.get(), GST_TYPE_LIST);
  for (const T& value : values) {
    Value one;
    one.set(value);
    if (values.size() == 1) return gst_structure_set_value(structure, field, one.get());
    gst_value_list_append_value(list.get(), one.get());
  }
  gst_structure_set_value(structure, field, list.get());
}

bool allow(GstStructure* structure, const char* field, const GValue* wanted) {
  const GValue* const value = gst_structure_get_value(structure, field);
  if (value == nullptr) {
    gst_structure_set_value(structure, field, wanted);
    return true;
  }
  Value common;
  if (!gst_value_intersect(common.get(), value, wanted)) return false;
  gst_structure_set_value(structure, field, common.get());
  return true;
}

// False where nothing is left of it; else `result` is set.
bool shift_value(const GValue* value, std::int64_t by, Value& result) {
  if (G_VALUE_HOLDS_INT(value)) {
    const std::int64_t number = g_value_get_int(value) + by;
    if (number < 0 || number > kLast) return false;
    result.set(number);
    return true;
  }
  if (GST_VALUE_HOLDS_INT_RANGE(value)) {
    const std::int64_t least = std::max<std::int64_t>(0, gst_value_get_int_range_min(value) + by);
    const std::int64_t most = std::min(kLast, gst_value_get_int_range_max(value) + by);
    if (least > most) return false;
    result.set_range(least, most);
    return true;
  }
  if (!GST_VALUE_HOLDS_LIST(value)) return false;
  g_value_init(result.get(), GST_TYPE_LIST);
  for (guint i = 0; i < gst_value_list_get_size(value); ++i) {
    Value part;
    if (shift_value(gst_value_list_get_value(value, i), by, part))
      gst_value_list_append_value(result.get(), part.get());
  }
  return gst_value_list_get_size(result.get()) > 0;
}

}  // namespace

std::optional<std::int64_t> number(const GstStructure* structure, const char* field) {
  int value = 0;
  if (!gst_structure_get_int(structure, field, &value)) return std::nullopt;
  return value;
}

void set_number(GstStructure* structure, const char* field, std::int64_t value) {
  gst_structure_set(structure, field, G_TYPE_INT, static_cast<int>(value), nullptr);
}

void set_number_choice(GstStructure* structure, const char* field,
                       const std::vector<std::int64_t>& values) {
  set_choice(structure, field, values);
}

void set_text_choice(GstStructure* structure, const char* field,
                     const std::vector<const char*>& values) {
  set_choice(structure, field, values);
}

void allow_all_places(GstStructure* structure, const char* field) {
  gst_structure_set(structure, field, GST_TYPE_INT_RANGE, 0, static_cast<int>(kLast), nullptr);
}

bool allow_number(GstStructure* structure, const char* field, std::int64_t value) {
  return allow_range(structure, field, value, value);
}

bool allow_range(GstStructure* structure, const char* field, std::int64_t least,
                 std::int64_t most) {
  Value wanted;
  wanted.set_range(least, most);
  return allow(structure, field, wanted.get());
}

bool allow_boolean(const GstStructure* structure, const char* field, bool value) {
  const GValue* const allowed = gst_structure_get_value(structure, field);
  if (allowed == nullptr) return true;
  Value wanted;
  g_value_init(wanted.get(), G_TYPE_BOOLEAN);
  g_value_set_boolean(wanted.get(), static_cast<gboolean>(value));
  return gst_value_can_intersect(allowed, wanted.get()) != FALSE;
}

bool shift(GstStructure* structure, const char* field, std::int64_t by) {
  if (!gst_structure_has_field(structure, field)) allow_all_places(structure, field);
  Value moved;
  if (!shift_value(gst_structure_get_value(structure, field), by, moved)) return false;
  gst_structure_set_value(structure, field, moved.get());
  return true;
}

}  // namespace fftcore::gst::multiply
