// SPDX-License-Identifier: LGPL-2.1-or-later
// How late an element's output is, for LATENCY queries, which any thread may ask.
#pragma once

#include <gst/gst.h>

namespace fftcore::gst {

class Latency {
 public:
  explicit Latency(GstElement* element) : element_(element) {}

  /// A change is said on the bus. From the streaming thread.
  void set(GstClockTime latency);
  GstClockTime get() const;
  /// Adds it to the answer of those upstream.
  void add_to(GstQuery* query) const;

 private:
  GstElement* element_;       // which owns this
  GstClockTime latency_ = 0;  // guarded by the object lock
};

}  // namespace fftcore::gst
