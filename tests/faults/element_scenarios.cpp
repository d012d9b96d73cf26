// SPDX-License-Identifier: LGPL-2.1-or-later
// Pipelines, each made, played to its end and given back.
#include <gst/gst.h>

#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "scenario.h"

namespace fftcore::test {
namespace {

void start_gstreamer() {
  gst_init(nullptr, nullptr);
  // Elements of others are loaded before anything fails.
  for (const char* factory : {"fftfilter", "videotestsrc", "capsfilter", "fakesink", "bin"}) {
    GstElement* const element = gst_element_factory_make(
        std::strcmp(factory, "fftfilter") == 0 ? "fakesrc" : factory, nullptr);
    if (element == nullptr) throw std::runtime_error("an element is missing");
    gst_object_unref(element);
  }
  GstPlugin* const plugin = gst_plugin_load_by_name("fftcore");
  if (plugin == nullptr) throw std::runtime_error("the plugin is missing");
  gst_object_unref(plugin);
}

/// What came out, without asking for memory: GStreamer calls it.
struct Output {
  unsigned buffers = 0;
  std::uint64_t hash = 0;
};

void add_to_output(GstElement*, GstBuffer* buffer, GstPad*, gpointer output) {
  GstMapInfo map;
  if (!gst_buffer_map(buffer, &map, GST_MAP_READ)) return;
  auto& own = *static_cast<Output*>(output);
  ++own.buffers;
  own.hash = own.hash * 31 + hash_of({map.data, map.size});
  gst_buffer_unmap(buffer, &map);
}

/// Plays the pipeline, whose sink has the name "sink", and returns what comes out, as text.
std::string play(const char* text) {
  Output output;
  GError* error = nullptr;
  GstElement* const pipeline = gst_parse_launch(text, &error);
  if (error != nullptr || pipeline == nullptr) {
    const std::string message = error != nullptr ? error->message : "no pipeline";
    g_clear_error(&error);
    if (pipeline != nullptr) gst_object_unref(pipeline);
    throw std::runtime_error(message);
  }
  GstElement* const sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
  g_signal_connect(sink, "handoff", G_CALLBACK(add_to_output), &output);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  GstBus* const bus = gst_element_get_bus(pipeline);
  GstMessage* const message = gst_bus_timed_pop_filtered(
      bus, 30 * GST_SECOND, static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR));
  const bool is_error = message != nullptr && GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR;
  if (is_error) gst_message_parse_error(message, &error, nullptr);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  if (message != nullptr) gst_message_unref(message);
  gst_object_unref(bus);
  gst_object_unref(sink);
  gst_object_unref(pipeline);
  if (is_error) {
    const std::string what = error->message;
    g_clear_error(&error);
    throw std::runtime_error(what);
  }
  return message == nullptr ? "it did not end"
                            : fmt::format("{} buffers, {:016x}", output.buffers, output.hash);
}

#define FFTCORE_SOURCE \
  "videotestsrc num-buffers=2 pattern=ball ! video/x-raw,format=GRAY8,width=48,height=32 ! "
#define FFTCORE_SINK " ! fakesink name=sink signal-handoffs=true"

}  // namespace

std::span<const Scenario> element_scenarios() {
  static const Scenario all[] = {
      {"fftfilter", start_gstreamer,
       [] {
         return play(FFTCORE_SOURCE
                     "fftfilter backend=cpu filter=highpass cutoff=0.1" FFTCORE_SINK);
       },
       false, false},
      {"spectra", start_gstreamer,
       [] {
         return play(FFTCORE_SOURCE
                     "fftforward backend=cpu ! fftmultiply backend=cpu filter=lowpass "
                     "cutoff=0.1 ! fftinverse backend=cpu" FFTCORE_SINK);
       },
       false, false},
      {"fftstabilize", start_gstreamer,
       [] { return play(FFTCORE_SOURCE "fftstabilize backend=cpu" FFTCORE_SINK); }, false, false},
      {"fftdenoise", start_gstreamer,
       [] {
         return play(FFTCORE_SOURCE "fftdenoise backend=cpu radius=1 auto-noise=true" FFTCORE_SINK);
       },
       false, false},
      {"fftfilter-cuda", start_gstreamer,
       [] {
         return play(FFTCORE_SOURCE
                     "fftfilter backend=cuda filter=highpass cutoff=0.1" FFTCORE_SINK);
       },
       true, false},
  };
  return all;
}

}  // namespace fftcore::test
