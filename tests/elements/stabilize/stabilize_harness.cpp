// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stabilize_harness.h"

#include <gtest/gtest.h>

namespace fftcore::test {
namespace {

constexpr char kName[] = "fftstabilize";

double number(const GstStructure* structure, const char* field) {
  gdouble value = 0;
  EXPECT_TRUE(gst_structure_get_double(structure, field, &value)) << field;
  return value;
}

MotionMap map_in(const GstStructure* structure, const char* field) {
  const GValue* const numbers = gst_structure_get_value(structure, field);
  MotionMap map;
  EXPECT_TRUE(numbers != nullptr && GST_VALUE_HOLDS_ARRAY(numbers)) << field;
  EXPECT_EQ(gst_value_array_get_size(numbers), map.numbers.size());
  for (guint i = 0; i < map.numbers.size(); ++i)
    map.numbers[i] = g_value_get_double(gst_value_array_get_value(numbers, i));
  return map;
}

GstClockTime time(const GstStructure* structure, const char* field) {
  guint64 value = GST_CLOCK_TIME_NONE;
  EXPECT_TRUE(gst_structure_get_uint64(structure, field, &value)) << field;
  return value;
}

Said said_in(const GstStructure* structure) {
  Said said;
  said.dx = number(structure, "dx");
  said.dy = number(structure, "dy");
  said.correction_x = number(structure, "correction-x");
  said.correction_y = number(structure, "correction-y");
  said.confidence = number(structure, "confidence");
  gboolean is_known = FALSE;
  EXPECT_TRUE(gst_structure_get_boolean(structure, "known", &is_known));
  said.is_known = is_known != FALSE;
  gboolean is_turning = FALSE;
  EXPECT_TRUE(gst_structure_get_boolean(structure, "turning", &is_turning));
  said.is_turning = is_turning != FALSE;
  said.motion = map_in(structure, "motion");
  said.correction = map_in(structure, "correction");
  return said;
}

Owned<GstMessage> next_message(GstBus* bus) {
  return Owned<GstMessage>(gst_bus_pop_filtered(bus, GST_MESSAGE_ELEMENT));
}

}  // namespace

std::optional<Said> meta_of(GstBuffer* buffer) {
  int count = 0;
  gst_buffer_foreach_meta(
      buffer,
      [](GstBuffer* /*buffer*/, GstMeta** meta, gpointer counter) -> gboolean {
        if (gst_meta_info_is_custom((*meta)->info)) ++*static_cast<int*>(counter);
        return TRUE;
      },
      &count);
  EXPECT_LE(count, 1);
  GstCustomMeta* const meta = gst_buffer_get_custom_meta(buffer, kName);
  if (meta == nullptr) return std::nullopt;
  return said_in(gst_custom_meta_get_structure(meta));
}

std::optional<Said> StabilizeHarness::push_and_read_meta(const Picture& picture) {
  const Owned<GstBuffer> output = FilterHarness::push(buffer_of(picture, pushed_++));
  if (output == nullptr) throw std::runtime_error("no frame came out");
  return meta_of(output.get());
}

Said StabilizeHarness::message() {
  Owned<GstMessage> last;
  while (Owned<GstMessage> message = next_message(bus())) last = std::move(message);
  if (last == nullptr) throw std::runtime_error("no message");
  const GstStructure* const structure = gst_message_get_structure(last.get());
  EXPECT_STREQ(gst_structure_get_name(structure), kName);
  Said said = said_in(structure);
  said.timestamp = time(structure, "timestamp");
  said.stream_time = time(structure, "stream-time");
  said.running_time = time(structure, "running-time");
  said.duration = time(structure, "duration");
  return said;
}

int StabilizeHarness::messages() {
  int count = 0;
  while (next_message(bus()) != nullptr) ++count;
  return count;
}

}  // namespace fftcore::test
