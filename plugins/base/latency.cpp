// SPDX-License-Identifier: LGPL-2.1-or-later
#include "latency.h"

#include <utility>

#include "../gobject/published_settings.h"

namespace fftcore::gst {

void Latency::set(GstClockTime latency) {
  const bool is_new =
      with_object_lock(element_, [&] { return std::exchange(latency_, latency) != latency; });
  if (is_new) gst_element_post_message(element_, gst_message_new_latency(GST_OBJECT(element_)));
}

GstClockTime Latency::get() const {
  return with_object_lock(element_, [&] { return latency_; });
}

void Latency::add_to(GstQuery* query) const {
  const GstClockTime ours = get();
  gboolean is_live = FALSE;
  GstClockTime least = 0;
  GstClockTime most = 0;
  gst_query_parse_latency(query, &is_live, &least, &most);
  if (GST_CLOCK_TIME_IS_VALID(most)) most += ours;
  gst_query_set_latency(query, is_live, least + ours, most);
}

}  // namespace fftcore::gst
