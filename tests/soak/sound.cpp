// SPDX-License-Identifier: LGPL-2.1-or-later
// soak_sound [SECONDS]: so many seconds of stereo at 48 kHz through fftfir, with two responses of
// 120000 taps that change eight times. Fails where that takes longer than the sound lasts, where
// samples are missing, where something warns or errs, or where memory keeps growing.
#include <gst/gst.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include "gauge.h"
#include "memory.h"

namespace {

using fftcore::soak::Gauge;
using fftcore::soak::kMiB;
using Clock = std::chrono::steady_clock;

constexpr int kRate = 48000, kBuffer = 1024, kChanges = 8;

/// Two responses of noise that dies away, as an array of NumPy's.
void write_responses(const std::string& name, unsigned seed) {
  constexpr int kTaps = 120000;
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 120000), }";
  header.resize(117, ' ');
  header += '\n';
  std::ofstream file(name, std::ios::binary);
  file.write("\x93NUMPY\x01\x00\x76\x00", 10);
  file << header;
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 0.01F);
  for (int i = 0; i < 2 * kTaps; ++i) {
    const float tap = normal(random) * (1 - static_cast<float>(i % kTaps) / kTaps);
    file.write(reinterpret_cast<const char*>(&tap), sizeof tap);
  }
}

/// Prints the bus's errors and warnings. Whether there were none; `has_ended`: whether the end of
/// the stream came.
bool is_quiet(GstBus* bus, bool& has_ended) {
  bool is_well = true;
  while (GstMessage* const message = gst_bus_pop_filtered(
             bus, static_cast<GstMessageType>(GST_MESSAGE_ERROR | GST_MESSAGE_WARNING |
                                              GST_MESSAGE_EOS))) {
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS) {
      has_ended = true;
    } else {
      GError* error = nullptr;
      if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR)
        gst_message_parse_error(message, &error, nullptr);
      else
        gst_message_parse_warning(message, &error, nullptr);
      std::fprintf(stderr, "%s\n", error->message);
      g_error_free(error);
      is_well = false;
    }
    gst_message_unref(message);
  }
  return is_well;
}

GstPadProbeReturn count_bytes(GstPad*, GstPadProbeInfo* info, gpointer bytes) {
  *static_cast<std::atomic<std::int64_t>*>(bytes) +=
      static_cast<std::int64_t>(gst_buffer_get_size(GST_PAD_PROBE_INFO_BUFFER(info)));
  return GST_PAD_PROBE_OK;
}

}  // namespace

int main(int argc, char** argv) {
  gst_init(&argc, &argv);
  const std::int64_t seconds = argc > 1 ? std::max(20, std::atoi(argv[1])) : 600;
  const std::int64_t buffers = seconds * kRate / kBuffer;
  gchar* const temporary = g_dir_make_tmp("soak-sound-XXXXXX", nullptr);
  if (temporary == nullptr) return 2;
  const std::string folder = temporary;
  g_free(temporary);
  const std::string names[] = {folder + "/0.npy", folder + "/1.npy"};
  for (unsigned i = 0; i < 2; ++i) write_responses(names[i], i);

  const std::string line =
      "audiotestsrc wave=white-noise num-buffers=" + std::to_string(buffers) +
      " samplesperbuffer=" + std::to_string(kBuffer) +
      " ! audio/x-raw,format=F32LE,rate=48000,channels=2 ! fftfir name=f tail=false "
      "response-location=" +
      names[0] + " ! fakesink name=s";
  GError* error = nullptr;
  GstElement* const pipeline = gst_parse_launch(line.c_str(), &error);
  if (error != nullptr) {
    std::fprintf(stderr, "%s\n", error->message);
    return 2;
  }
  GstElement* const filter = gst_bin_get_by_name(GST_BIN(pipeline), "f");
  GstElement* const sink = gst_bin_get_by_name(GST_BIN(pipeline), "s");
  GstPad* const pad = gst_element_get_static_pad(sink, "sink");
  GstBus* const bus = gst_element_get_bus(pipeline);
  std::atomic<std::int64_t> bytes = 0;
  gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, count_bytes, &bytes, nullptr);
  constexpr std::int64_t kFrame = 2 * sizeof(float);
  const std::int64_t all = buffers * kBuffer * kFrame;

  Gauge memory("resident", 8 * kMiB, fftcore::soak::resident_bytes);
  const auto begin = Clock::now();
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  bool is_well = true, has_ended = false;
  for (int changes = 0; is_well && !has_ended;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    is_well = is_quiet(bus, has_ended) && Clock::now() - begin < std::chrono::seconds(seconds);
    if (bytes > 0) memory.sample();
    if (changes < kChanges && bytes > all / (kChanges + 1) * (changes + 1))
      g_object_set(filter, "response-location", names[++changes % 2].c_str(), nullptr);
  }
  const double took = std::chrono::duration<double>(Clock::now() - begin).count();
  gst_element_set_state(pipeline, GST_STATE_NULL);
  std::printf("%lld s of sound in %.1f s: %.1f times as fast as real time\n",
              static_cast<long long>(seconds), took, static_cast<double>(seconds) / took);
  if (bytes != all) {
    std::fprintf(stderr, "%lld samples came out of %lld\n", static_cast<long long>(bytes / kFrame),
                 static_cast<long long>(all / kFrame));
    is_well = false;
  }
  if (memory.has_grown()) is_well = false;
  for (GstObject* const one : {GST_OBJECT(bus), GST_OBJECT(pad), GST_OBJECT(sink),
                               GST_OBJECT(filter), GST_OBJECT(pipeline)})
    gst_object_unref(one);
  for (const std::string& name : names) std::remove(name.c_str());
  std::remove(folder.c_str());
  if (!is_well) std::fprintf(stderr, "FAILED\n");
  return is_well ? 0 : 1;
}
