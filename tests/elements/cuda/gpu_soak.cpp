// SPDX-License-Identifier: LGPL-2.1-or-later
// gpu_soak [SECONDS [PIPELINES [LINE]]]: many pipelines at once whose filters change while they
// play. Fails where one stops, warns or errs, or where the GPU's memory in use keeps growing. Needs
// a GPU (77: there is none), GStreamer with the plugin nvcodec and this one, nothing of the tests.
// LINE has an fftfilter named f and a fakesink named s.
#include <dlfcn.h>
#include <gst/gst.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

constexpr int kSkipped = 77;
constexpr double kTolerance = 16.0 * (1 << 20);  // bytes: what driver and pools come and go with
constexpr auto kTimeBetweenChanges = std::chrono::milliseconds(100);
constexpr const char* kLine =
    "videotestsrc pattern=ball ! video/x-raw,format=NV12,width=640,height=360 ! cudaupload ! "
    "video/x-raw(memory:CUDAMemory) ! "
    "fftfilter name=f ! video/x-raw(memory:CUDAMemory) ! cudadownload ! video/x-raw ! fakesink "
    "name=s sync=false";

using Settings = std::vector<std::pair<const char*, const char*>>;
const std::vector<Settings>& all_settings() {
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

// The whole device's memory in use, so that nothing that leaks is overlooked; other programs must
// be quiet meanwhile.
class DeviceMemory {
 public:
  DeviceMemory() {
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
    int device = 0;
    void* context = nullptr;
    if (driver == nullptr || call<int (*)(unsigned)>(driver, "cuInit")(0) != 0) return;
    if (call<int (*)(int*, int)>(driver, "cuDeviceGet")(&device, 0) != 0) return;
    if (call<int (*)(void**, int)>(driver, "cuDevicePrimaryCtxRetain")(&context, device) != 0)
      return;
    if (call<int (*)(void*)>(driver, "cuCtxPushCurrent_v2")(context) != 0) return;
    info_ = call<Info>(driver, "cuMemGetInfo_v2");
  }
  bool is_there() const { return info_ != nullptr; }
  double used() const {  // bytes; of the thread that made this
    std::size_t free = 0;
    std::size_t total = 0;
    info_(&free, &total);
    return static_cast<double>(total - free);
  }

 private:
  using Info = int (*)(std::size_t*, std::size_t*);
  template <class Function>
  static Function call(void* driver, const char* name) {
    return reinterpret_cast<Function>(dlsym(driver, name));
  }
  Info info_ = nullptr;
};

class Pipeline {
 public:
  Pipeline(const std::string& line, std::size_t number) : next_(number) {
    GError* error = nullptr;
    pipeline_ = gst_parse_launch(line.c_str(), &error);
    if (error != nullptr) {
      std::fprintf(stderr, "%s\n", error->message);
      std::exit(2);
    }
    bus_ = gst_element_get_bus(pipeline_);
    filter_ = gst_bin_get_by_name(GST_BIN(pipeline_), "f");
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
  }
  ~Pipeline() {
    gst_element_set_state(pipeline_, GST_STATE_NULL);
    gst_object_unref(filter_);
    gst_object_unref(bus_);
    gst_object_unref(pipeline_);
  }
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  void play() { gst_element_set_state(pipeline_, GST_STATE_PLAYING); }

  void change() {
    g_object_freeze_notify(G_OBJECT(filter_));
    for (const auto& [property, value] : all_settings()[next_++ % all_settings().size()]) {
      std::string text = value;  // GStreamer writes into it
      gst_util_set_object_arg(G_OBJECT(filter_), property, text.data());
    }
    g_object_thaw_notify(G_OBJECT(filter_));
  }

  long frames() const { return frames_; }

  /// Prints what is wrong.
  bool is_well() {
    const long frames_now = frames_;
    const bool has_moved = frames_now > frames_before_;
    if (!has_moved)
      std::fprintf(stderr, "FAILED: no frame came for a while, after %ld\n", frames_now);
    frames_before_ = frames_now;
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
    return has_moved && is_quiet;
  }

 private:
  GstElement* pipeline_ = nullptr;
  GstElement* filter_ = nullptr;
  GstBus* bus_ = nullptr;
  std::atomic<long> frames_ = 0;
  long frames_before_ = 0;
  std::size_t next_;  // of all_settings(); each pipeline begins elsewhere
};

double largest(const std::vector<double>& values, std::size_t from, std::size_t to) {
  return *std::max_element(values.begin() + static_cast<std::ptrdiff_t>(from),
                           values.begin() + static_cast<std::ptrdiff_t>(to));
}

}  // namespace

int main(int argc, char** argv) {
  gst_init(&argc, &argv);
  const int seconds = argc > 1 ? std::max(3, std::atoi(argv[1])) : 300;
  const int count = argc > 2 ? std::max(1, std::atoi(argv[2])) : 8;
  const std::string line = argc > 3 ? argv[3] : kLine;

  const DeviceMemory memory;
  if (!memory.is_there()) {
    std::printf("skipped: no CUDA driver with a GPU here\n");
    return kSkipped;
  }
  GstElementFactory* const upload = gst_element_factory_find("cudaupload");
  if (upload == nullptr && line == kLine) {
    std::printf("skipped: no cudaupload here (a container needs the driver's capability video)\n");
    return kSkipped;
  }
  if (upload != nullptr) gst_object_unref(upload);
  std::vector<std::unique_ptr<Pipeline>> pipelines;
  for (int i = 0; i < count; ++i)
    pipelines.push_back(std::make_unique<Pipeline>(line, static_cast<std::size_t>(i)));
  for (const auto& pipeline : pipelines) {
    pipeline->change();
    pipeline->play();
  }

  using Clock = std::chrono::steady_clock;
  constexpr int kSamplesPerSecond = 10;
  constexpr int kSecondsOfPatience = 10;
  // The first frames wait for plans and kernels, longer where a sanitizer looks on.
  constexpr auto kPatienceAtFirst = std::chrono::seconds(60);
  const auto has_begun = [](const auto& pipeline) { return pipeline->frames() > 0; };
  for (const auto end = Clock::now() + kPatienceAtFirst;
       !std::all_of(pipelines.begin(), pipelines.end(), has_begun) && Clock::now() < end;)
    std::this_thread::sleep_for(kTimeBetweenChanges);
  std::vector<double> used;
  bool is_well = true;
  const auto start = Clock::now();
  for (int tick = 1; tick <= seconds * kSamplesPerSecond && is_well; ++tick) {
    std::this_thread::sleep_until(start + tick * kTimeBetweenChanges);
    for (const auto& pipeline : pipelines) pipeline->change();
    used.push_back(memory.used());
    const bool is_time_to_look =
        tick % (kSecondsOfPatience * kSamplesPerSecond) == 0 || tick == seconds * kSamplesPerSecond;
    if (!is_time_to_look) continue;
    for (const auto& pipeline : pipelines) is_well = pipeline->is_well() && is_well;
    std::printf("%4d s: %.0f MiB of the GPU's memory in use\n", tick / kSamplesPerSecond,
                used.back() / (1 << 20));
    std::fflush(stdout);
  }
  long frames = 0;
  for (const auto& pipeline : pipelines) frames += pipeline->frames();
  pipelines.clear();

  const std::size_t third = used.size() / 3;  // the first is for warming up
  const double growth = largest(used, 2 * third, used.size()) - largest(used, third, 2 * third);
  std::printf(
      "%d pipelines, %ld frames, %zu changes of each filter; memory in use grew by %.1f MiB from "
      "the second to the last third\n",
      count, frames, used.size(), growth / (1 << 20));
  if (growth > kTolerance) {
    std::fprintf(stderr, "FAILED: memory in use grows\n");
    is_well = false;
  }
  return is_well ? 0 : 1;
}
