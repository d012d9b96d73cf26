// SPDX-License-Identifier: LGPL-2.1-or-later
// fftcore, cv::filter2D and a copy of the same bytes.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <random>
#include <stdexcept>

#include "cases.h"
#include "fftcore/explain.h"
#include "test_image.h"

namespace bench {
namespace {

using namespace fftcore;

/// One case's images and taps, the same for everybody.
struct Work {
  explicit Work(const Case& c)
      : problem(parse_convolution(c.problem)),
        type(problem.input.type == SampleType::u8 ? CV_8UC1 : CV_32FC1),
        input(size(), type),
        output(size(), type),
        kernel(static_cast<int>(problem.taps.rows), static_cast<int>(problem.taps.columns),
               CV_32FC1) {
    std::mt19937 random(1);
    taps = oracle::averaging_taps(problem.taps, random);
    cv::randu(input, 0, problem.input.type == SampleType::u8 ? 256 : 1);
    for (int y = 0; y < kernel.rows; ++y)
      for (int x = 0; x < kernel.cols; ++x)
        kernel.at<float>(y, x) =
            static_cast<float>(taps.values[static_cast<std::size_t>(y * kernel.cols + x)]);
    queue = select_backend("cpu").create_queue({.threads = kThreads});
    executable = select_backend("cpu").compile(problem, *queue);
    executable->set_taps(taps);
  }

  cv::Size size() const {
    return {static_cast<int>(problem.input.columns.extent),
            static_cast<int>(problem.input.rows.extent)};
  }
  void run_fftcore() { executable->run(*queue, {input.data}, {output.data}); }
  void run_opencv() {
    cv::filter2D(input, output, -1, kernel, {-1, -1}, 0, cv::BORDER_REFLECT_101);
  }

  /// Ours and OpenCV's results on random input.
  double largest_difference() {
    run_fftcore();
    const cv::Mat ours = output.clone();
    run_opencv();
    return cv::norm(ours, output, cv::NORM_INF);
  }

  Convolution problem;
  int type;
  Taps taps;
  cv::Mat input, output, kernel;
  std::unique_ptr<Queue> queue;
  std::unique_ptr<ConvolutionExecutable> executable;
};

}  // namespace

void register_convolutions() {
  cv::setNumThreads(kThreads);
  for (const Case& c : cases()) {
    auto work = std::make_shared<Work>(c);
    fmt::print("{}\n", explain(work->problem, kThreads));
    const double difference = work->largest_difference();
    const double allowed = work->type == CV_8UC1 ? 1 : 1e-5;
    fmt::print("{}: largest difference to cv::filter2D {:g} (allowed {:g})\n\n", c.name, difference,
               allowed);
    if (!(difference <= allowed))
      throw std::runtime_error(c.name + ": results differ, nothing is timed");

    const auto add = [&](const char* peer, auto body) {
      benchmark::RegisterBenchmark((std::string(peer) + "/" + c.name).c_str(),
                                   [work, body](benchmark::State& state) {
                                     for (auto _ : state) body(*work);
                                   })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    };
    add("fftcore", [](Work& w) { w.run_fftcore(); });
    add("opencv", [](Work& w) { w.run_opencv(); });
    add("copy", [](Work& w) {
      std::memcpy(w.output.data, w.input.data, w.input.total() * w.input.elemSize());
    });
  }
}

}  // namespace bench
