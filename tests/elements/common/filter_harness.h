// SPDX-License-Identifier: LGPL-2.1-or-later
// fftfilter, or another element for video, between two pads of the test's own.
#pragma once

#include <gst/check/gstharness.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "direct_filter.h"
#include "picture.h"

namespace fftcore::test {

struct Unref {
  void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
  void operator()(GstMessage* message) const { gst_message_unref(message); }
  void operator()(GstQuery* query) const { gst_query_unref(query); }
  void operator()(GstElement* element) const { gst_object_unref(element); }
  void operator()(GstBus* bus) const { gst_object_unref(bus); }
};
template <class T>
using Owned = std::unique_ptr<T, Unref>;

/// By its text, as in a pipeline. The text is a copy, since GStreamer writes into it while it
/// parses an array.
void set_property(GstElement* element, const std::string& name, std::string value);

/// A warning or an error from a bus.
struct Report {
  GQuark domain = 0;
  int code = 0;
  std::string text;
};

/// All of these types that came so far, in order; those of others are gone then.
std::vector<Report> reports(GstBus* bus, GstMessageType type);

class FilterHarness {
 public:
  /// `properties` as in a pipeline: {"filter", "lowpass"}, ...
  using Properties = std::vector<std::pair<std::string, std::string>>;

  FilterHarness(GstVideoFormat format, Size size, const Properties& properties,
                const char* element = "fftfilter");
  ~FilterHarness();
  FilterHarness(const FilterHarness&) = delete;
  FilterHarness& operator=(const FilterHarness&) = delete;

  GstHarness* get() const { return harness_; }
  GstElement* element() const { return harness_->element; }

  void set(const std::string& property, const std::string& value);
  /// All of them take effect together.
  void set_together(const Properties& properties);

  void set_caps(GstVideoFormat format, Size size);

  /// Takes `input`; null where nothing comes out.
  Owned<GstBuffer> push(GstBuffer* input);
  Picture push(const Picture& picture);

  std::vector<Report> warnings() const { return reports(bus_.get(), GST_MESSAGE_WARNING); }
  std::vector<Report> errors() const { return reports(bus_.get(), GST_MESSAGE_ERROR); }
  GstBus* bus() const { return bus_.get(); }

 private:
  GstHarness* harness_ = nullptr;
  Owned<GstBus> bus_;
  GstVideoFormat format_;
  Size size_;
  int index_ = 0;
};

/// The properties that ask for `filter`.
FilterHarness::Properties properties_of(const DirectFilter& filter);

}  // namespace fftcore::test
