// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_harness.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fftcore::test {
namespace {

class GStreamer : public testing::Environment {
 public:
  void SetUp() override { gst_init(nullptr, nullptr); }
};

[[maybe_unused]] const auto* const kGStreamer = testing::AddGlobalTestEnvironment(new GStreamer);

}  // namespace

void set_property(GstElement* element, const std::string& name, std::string value) {
  gst_util_set_object_arg(G_OBJECT(element), name.c_str(), value.data());
}

std::vector<Report> reports(GstBus* bus, GstMessageType type) {
  std::vector<Report> result;
  while (const Owned<GstMessage> message{gst_bus_pop_filtered(bus, type)}) {
    GError* error = nullptr;
    if (GST_MESSAGE_TYPE(message.get()) == GST_MESSAGE_ERROR) {
      gst_message_parse_error(message.get(), &error, nullptr);
    } else {
      gst_message_parse_warning(message.get(), &error, nullptr);
    }
    result.push_back({error->domain, error->code, error->message});
    g_error_free(error);
  }
  return result;
}

FilterHarness::FilterHarness(GstVideoFormat format, Size size, const Properties& properties,
                             const char* element)
    : bus_(gst_bus_new()), format_(format), size_(size) {
  const Owned<GstElement> filter(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make(element, nullptr))));
  gst_element_set_bus(filter.get(), bus_.get());
  for (const auto& [name, value] : properties) set_property(filter.get(), name, value);
  harness_ = gst_harness_new_with_element(filter.get(), "sink", "src");
  set_caps(format, size);
}

FilterHarness::~FilterHarness() {
  gst_element_set_bus(harness_->element, nullptr);
  gst_harness_teardown(harness_);
}

void FilterHarness::set(const std::string& property, const std::string& value) {
  set_property(element(), property, value);
}

void FilterHarness::set_together(const Properties& properties) {
  g_object_freeze_notify(G_OBJECT(element()));
  for (const auto& [name, value] : properties) set(name, value);
  g_object_thaw_notify(G_OBJECT(element()));
}

void FilterHarness::set_caps(GstVideoFormat format, Size size) {
  format_ = format;
  size_ = size;
  gst_harness_set_src_caps(harness_, caps_of(info_of(format, size)));
}

Owned<GstBuffer> FilterHarness::push(GstBuffer* input) {
  if (gst_harness_push(harness_, input) != GST_FLOW_OK) return nullptr;
  return Owned<GstBuffer>(gst_harness_try_pull(harness_));
}

Picture FilterHarness::push(const Picture& picture) {
  const Owned<GstBuffer> output = push(buffer_of(picture, index_++));
  if (output == nullptr) {
    for (const Report& error : errors()) ADD_FAILURE() << error.text;
    throw std::runtime_error("no frame came out");
  }
  return read(format_, size_, output.get());
}

FilterHarness::Properties properties_of(const DirectFilter& filter) {
  return {{"kernel", as_kernel_text(filter.taps)},
          {"correlate", filter.correlate ? "true" : "false"},
          {"edge-mode", filter.edge_mode},
          {"gain", fmt::format("{}", filter.gain)},
          {"offset", fmt::format("{}", filter.offset)},
          {"planes", filter.all_planes ? "all" : "luma"}};
}

}  // namespace fftcore::test
