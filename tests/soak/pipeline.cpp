// SPDX-License-Identifier: LGPL-2.1-or-later
#include "pipeline.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace fftcore::soak {
namespace {

using Settings = std::vector<std::pair<const char*, const char*>>;
const std::vector<Settings>& settings_of_filters() {
  static const std::vector<Settings> settings = {
      {{"kernel", "<>"}, {"filter", "lowpass"}, {"cutoff", "0.05"}},
      {{"cutoff", "0.2"}},
      {{"planes", "all"}},
      {{"filter", "none"},
       {"kernel", "<<0.0,1.0,0.0>,<1.0,-4.0,1.0>,<0.0,1.0,0.0>>"},
       {"offset", "128"}},
      {{"edge-mode", "wrap"}},
      {{"kernel", "<<0.5,0.5>>"}, {"offset", "0"}},
      // passes
      {{"kernel", "<>"}, {"planes", "luma"}, {"gain", "1"}, {"edge-mode", "reflect-101"}},
      {{"gain", "0.5"}},
      {{"filter", "highpass"}, {"gain", "1"}},
  };
  return settings;
}

const std::vector<Settings>& settings_of_denoisers() {
  static const std::vector<Settings> settings = {
      {{"sigma", "4"}},
      {{"sigma", "20"}},
      {{"radius", "1"}},
      {{"planes", "all"}},
      {{"block", "8"}, {"kind", "hard"}},
      {{"auto-noise", "true"}},
      {{"step", "4"}, {"after", "0"}},
      {{"sharpen", "0.5"}, {"auto-noise", "false"}},
      {{"block", "32"}, {"sharpen", "0"}, {"kind", "wiener"}},
      {{"radius", "0"}, {"planes", "luma"}, {"block", "16"}, {"step", "0"}},
  };
  return settings;
}

const std::vector<Settings>& settings_of(GstElement* filter) {
  const GstPluginFeature* const factory = GST_PLUGIN_FEATURE(gst_element_get_factory(filter));
  return std::string(GST_OBJECT_NAME(factory)) == "fftdenoise" ? settings_of_denoisers()
                                                               : settings_of_filters();
}

constexpr std::size_t kSettingsOfOnePlan = 2;  // the first ones

constexpr std::array kSizes = {"video/x-raw,format=NV12,width=128,height=96",
                               "video/x-raw,format=NV12,width=96,height=128"};
constexpr std::size_t kOtherSteps = 3;  // a size, a seek, through NULL

}  // namespace

std::string trouble_of_start(const std::string& line) {
  GstElement* const pipeline = gst_parse_launch(line.c_str(), nullptr);
  if (pipeline == nullptr) return "no such pipeline: " + line;
  gst_element_set_state(pipeline, GST_STATE_PAUSED);
  std::string trouble;
  if (gst_element_get_state(pipeline, nullptr, nullptr, GST_CLOCK_TIME_NONE) ==
      GST_STATE_CHANGE_FAILURE) {
    trouble = "the pipeline does not begin";
    GstBus* const bus = gst_element_get_bus(pipeline);
    if (GstMessage* const message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR)) {
      GError* error = nullptr;
      gst_message_parse_error(message, &error, nullptr);
      trouble = error->message;
      g_error_free(error);
      gst_message_unref(message);
    }
    gst_object_unref(bus);
  }
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
  return trouble;
}

Pipeline::Pipeline(const std::string& line, std::size_t number, bool plan_changes) {
  GError* error = nullptr;
  pipeline_ = gst_parse_launch(line.c_str(), &error);
  if (error != nullptr) {
    std::fprintf(stderr, "%s\n", error->message);
    std::exit(2);
  }
  bus_ = gst_element_get_bus(pipeline_);
  filter_ = gst_bin_get_by_name(GST_BIN(pipeline_), "f");
  caps_ = gst_bin_get_by_name(GST_BIN(pipeline_), "c");
  GstElement* const sink = gst_bin_get_by_name(GST_BIN(pipeline_), "s");
  if (filter_ == nullptr || sink == nullptr) {
    std::fprintf(stderr, "the line needs elements named f and s: %s\n", line.c_str());
    std::exit(2);
  }
  g_object_set(sink, "signal-handoffs", TRUE, nullptr);
  g_signal_connect(
      sink, "handoff",
      G_CALLBACK(+[](GstElement*, GstBuffer*, GstPad*, std::atomic<long>* frames) { ++*frames; }),
      &frames_);
  gst_object_unref(sink);
  settings_ = plan_changes ? settings_of(filter_).size() : kSettingsOfOnePlan;
  // Settings stand on those before them.
  next_ = number % settings_;
  for (std::size_t i = 0; i < next_; ++i) change(i);
  gst_element_set_state(pipeline_, GST_STATE_PLAYING);
}

Pipeline::~Pipeline() {
  gst_element_set_state(pipeline_, GST_STATE_NULL);
  gst_object_unref(filter_);
  if (caps_ != nullptr) gst_object_unref(caps_);
  gst_object_unref(bus_);
  gst_object_unref(pipeline_);
}

std::size_t Pipeline::steps() const {
  return settings_ + (caps_ != nullptr ? kOtherSteps : 0);
}

bool Pipeline::step() {
  const std::size_t step = next_++ % steps();
  const std::size_t other = step - settings_;
  if (step < settings_) {
    change(step);
  } else if (other == 0) {
    renegotiate();
  } else if (other == 1) {
    gst_element_seek_simple(pipeline_, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0);
  } else {
    const bool was_quiet = is_quiet();  // the bus forgets
    gst_element_set_state(pipeline_, GST_STATE_NULL);
    gst_element_set_state(pipeline_, GST_STATE_PLAYING);
    return was_quiet;
  }
  return true;
}

void Pipeline::change(std::size_t which) {
  g_object_freeze_notify(G_OBJECT(filter_));
  for (const auto& [property, value] : settings_of(filter_)[which]) {
    std::string text = value;  // GStreamer writes into it
    gst_util_set_object_arg(G_OBJECT(filter_), property, text.data());
  }
  g_object_thaw_notify(G_OBJECT(filter_));
}

void Pipeline::renegotiate() {
  gst_util_set_object_arg(G_OBJECT(caps_), "caps", kSizes[next_ / steps() % kSizes.size()]);
}

bool Pipeline::is_quiet() {
  bool is_quiet = true;
  const auto kBad =
      static_cast<GstMessageType>(GST_MESSAGE_ERROR | GST_MESSAGE_WARNING | GST_MESSAGE_EOS);
  while (GstMessage* const message = gst_bus_pop_filtered(bus_, kBad)) {
    const GstStructure* const details = gst_message_get_structure(message);
    gchar* const text = details != nullptr ? gst_structure_to_string(details) : g_strdup("");
    std::fprintf(stderr, "FAILED: %s %s\n", GST_MESSAGE_TYPE_NAME(message), text);
    g_free(text);
    gst_message_unref(message);
    is_quiet = false;
  }
  return is_quiet;
}

bool Pipeline::is_well() {
  const long frames_now = frames_;
  const bool has_moved = frames_now > frames_before_;
  if (!has_moved)
    std::fprintf(stderr, "FAILED: no frame came for a while, after %ld\n", frames_now);
  frames_before_ = frames_now;
  return is_quiet() && has_moved;
}

}  // namespace fftcore::soak
