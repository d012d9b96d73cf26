// SPDX-License-Identifier: LGPL-2.1-or-later
// The same frame through the element: what GStreamer, mapping and buffer pools add to
// ConvolutionExecutable::run().
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <gst/check/gstharness.h>
#include <gst/video/video.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <stdexcept>

#include "cases.h"
#include "test_image.h"

namespace bench {
namespace {

namespace fs = std::filesystem;

/// fftfilter with taps of a case, fed with one GRAY8 frame.
class Element {
 public:
  explicit Element(const fftcore::Convolution& problem) {
    std::mt19937 random(1);
    const auto taps = oracle::averaging_taps(problem.taps, random);
    const fs::path file =
        fs::temp_directory_path() /
        fmt::format("fftcore-bench-{}x{}.txt", problem.taps.rows, problem.taps.columns);
    std::ofstream stream(file);
    for (std::int64_t i = 0; i < problem.taps.rows * problem.taps.columns; ++i)
      stream << taps.values[static_cast<std::size_t>(i)]
             << ((i + 1) % problem.taps.columns == 0 ? '\n' : ' ');
    stream.close();
    harness_ = gst_harness_new_parse(
        fmt::format("fftfilter correlate=true kernel-location={}", file.string()).c_str());
    const auto rows = problem.input.rows.extent, columns = problem.input.columns.extent;
    gst_harness_set_src_caps_str(
        harness_,
        fmt::format("video/x-raw,format=GRAY8,width={},height={},framerate=30/1", columns, rows)
            .c_str());
    frame_ = gst_buffer_new_allocate(nullptr, static_cast<gsize>(rows * columns), nullptr);
    gst_buffer_memset(frame_, 0, 100, static_cast<gsize>(rows * columns));
    run();
    fs::remove(file);
  }
  ~Element() {
    gst_buffer_unref(frame_);
    gst_harness_teardown(harness_);
  }
  Element(const Element&) = delete;
  Element& operator=(const Element&) = delete;

  void run() {
    GstBuffer* result = gst_harness_push_and_pull(harness_, gst_buffer_ref(frame_));
    if (result == nullptr) throw std::runtime_error("fftfilter gave no frame");
    gst_buffer_unref(result);
  }

 private:
  GstHarness* harness_;
  GstBuffer* frame_;
};

}  // namespace

void register_elements() {
  setenv("FFTCORE_THREADS", fmt::format("{}", kThreads).c_str(), 1);
  gst_init(nullptr, nullptr);
  GstElementFactory* factory = gst_element_factory_find("fftfilter");
  if (factory == nullptr) {
    fmt::print(
        "fftfilter is not found; set GST_PLUGIN_PATH to the build's plugins folder to time it\n");
    return;
  }
  gst_object_unref(factory);
  for (const Case& c : cases()) {
    const auto problem = fftcore::parse_convolution(c.problem);
    if (problem.input.type != fftcore::SampleType::u8) continue;
    auto element = std::make_shared<Element>(problem);
    benchmark::RegisterBenchmark(("fftfilter-element/" + c.name).c_str(),
                                 [element](benchmark::State& state) {
                                   for (auto _ : state) element->run();
                                 })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
}

}  // namespace bench
