// SPDX-License-Identifier: LGPL-2.1-or-later
// soak cpu|opencl|cuda [SECONDS [PIPELINES [LINE]]]: many pipelines in one process whose filters
// change, renegotiate, seek and start anew while they play. Fails where one stops, warns or errs,
// or where memory keeps growing: the process's, and with cuda the GPU's. 77: the backend is not
// here. Needs GStreamer and the plugin, nothing of the tests. pipeline.h says what LINE has.
#include <gst/gst.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "gauge.h"
#include "memory.h"
#include "pipeline.h"

namespace {

using fftcore::soak::DeviceMemory;
using fftcore::soak::Gauge;
using fftcore::soak::kMiB;
using fftcore::soak::Pipeline;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kSkipped = 77;
// What the allocator, PoCL, and a GPU's pools and driver come and go with.
#ifdef FFTCORE_SANITIZED
// What a sanitizer keeps of freed memory is resident too.
constexpr double kMostOfProcess = 512 * kMiB;
#else
constexpr double kMostOfProcess = 8 * kMiB;
#endif
constexpr double kMostWithPocl = 16 * kMiB;
constexpr double kMostOfGpu = 16 * kMiB;
// The first frames wait for plans and kernels, longer where a sanitizer looks on.
constexpr auto kPatienceAtFirst = seconds(60);
constexpr auto kPatience = seconds(10);

struct Backend {
  std::string line;
  milliseconds time_between_steps;
  bool plan_changes = true;
  double most_growth = kMostOfProcess;
};

std::string line_of(const char* backend) {
  // Frames of the size before still come where caps change.
  return std::string(
             "videotestsrc pattern=ball ! capsfilter name=c caps-change-mode=delayed "
             "caps=video/x-raw,format=NV12 ! fftfilter name=f backend=") +
         backend + " ! fakesink name=s";
}

const std::map<std::string, Backend>& backends() {
  static const std::map<std::string, Backend> backends = {
      {"cpu", {line_of("cpu"), milliseconds(5)}},
      // PoCL takes seconds for a new plan, and keeps what it compiled.
      {"opencl", {line_of("opencl"), milliseconds(20), false, kMostWithPocl}},
      {"cuda",
       {"videotestsrc pattern=ball ! video/x-raw,format=NV12,width=640,height=360 ! cudaupload ! "
        "video/x-raw(memory:CUDAMemory) ! "
        "fftfilter name=f ! video/x-raw(memory:CUDAMemory) ! cudadownload ! video/x-raw ! fakesink "
        "name=s sync=false",
        milliseconds(100)}},
  };
  return backends;
}

/// Why this backend cannot be tried; empty where it can.
std::string missing(const std::string& backend, const std::string& line, const DeviceMemory& gpu) {
  if (backend == "cuda" && !gpu.is_there()) return "no CUDA driver with a GPU here";
  if (line.find("cudaupload") != std::string::npos) {
    GstElementFactory* const upload = gst_element_factory_find("cudaupload");
    if (upload == nullptr) return "no cudaupload here (a container needs the capability video)";
    gst_object_unref(upload);
  }
  return fftcore::soak::trouble_of_start(line);
}

/// Each step twice, with a frame after it: then all plans are made and all kernels compiled.
bool warm_up(std::span<const std::unique_ptr<Pipeline>> pipelines) {
  bool is_well = true;
  for (std::size_t i = 0; i < 2 * pipelines.front()->steps() && is_well; ++i) {
    std::vector<long> before;
    for (const auto& pipeline : pipelines) {
      is_well = pipeline->step() && is_well;
      before.push_back(pipeline->frames());
    }
    const auto has_moved = [&](std::size_t p) { return pipelines[p]->frames() > before[p] + 1; };
    const auto end = Clock::now() + kPatienceAtFirst;
    for (std::size_t p = 0; p < pipelines.size(); ++p)
      while (!has_moved(p) && Clock::now() < end) std::this_thread::sleep_for(milliseconds(1));
  }
  return is_well;
}

}  // namespace

int main(int argc, char** argv) {
  gst_init(&argc, &argv);
  const auto backend = backends().find(argc > 1 ? argv[1] : "");
  if (backend == backends().end()) {
    std::fprintf(stderr, "usage: soak cpu|opencl|cuda [SECONDS [PIPELINES [LINE]]]\n");
    return 2;
  }
  const int duration = argc > 2 ? std::max(3, std::atoi(argv[2])) : 90;
  const int count = argc > 3 ? std::max(1, std::atoi(argv[3])) : 8;
  const std::string line = argc > 4 ? argv[4] : backend->second.line;

  const DeviceMemory gpu;
  if (const std::string reason = missing(backend->first, line, gpu); !reason.empty()) {
    std::printf("skipped: %s\n", reason.c_str());
    return kSkipped;
  }
  std::vector<Gauge> gauges{
      {"resident", backend->second.most_growth, fftcore::soak::resident_bytes}};
  if (backend->first == "cuda") gauges.emplace_back("GPU", kMostOfGpu, [&] { return gpu.used(); });

  std::vector<std::unique_ptr<Pipeline>> pipelines;
  for (int i = 0; i < count; ++i)
    pipelines.push_back(std::make_unique<Pipeline>(line, static_cast<std::size_t>(i),
                                                   backend->second.plan_changes));
  if (!warm_up(pipelines)) return 1;
  bool is_well = true;
  long steps = 0;
  const auto start = Clock::now();
  const auto end = start + seconds(duration);
  for (auto next_look = start + kPatience; is_well && Clock::now() < end;) {
    std::this_thread::sleep_for(backend->second.time_between_steps);
    for (const auto& pipeline : pipelines) is_well = pipeline->step() && is_well;
    for (Gauge& gauge : gauges) gauge.sample();
    ++steps;
    if (Clock::now() < std::min(next_look, end)) continue;
    next_look += kPatience;
    for (const auto& pipeline : pipelines) is_well = pipeline->is_well() && is_well;
    std::printf("%4ld s:", static_cast<long>((Clock::now() - start) / seconds(1)));
    for (const Gauge& gauge : gauges) gauge.print();
    std::printf("\n");
    std::fflush(stdout);
  }
  long frames = 0;
  for (const auto& pipeline : pipelines) frames += pipeline->frames();
  pipelines.clear();
  std::printf("%d pipelines, %ld frames, %ld steps of each\n", count, frames, steps);
  for (const Gauge& gauge : gauges)
    if (gauge.has_grown()) {
      std::fprintf(stderr, "FAILED: memory keeps growing\n");
      is_well = false;
    }
  return is_well ? 0 : 1;
}
