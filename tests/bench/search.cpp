// SPDX-License-Identifier: LGPL-2.1-or-later
// Template matching beside cv::matchTemplate, phase correlation of a stream beside
// cv::phaseCorrelate. Peaks are part of it for everybody.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <utility>

#include "cases.h"

namespace bench {
namespace {

using namespace fftcore;

/// Blobs of all sizes; always the same.
cv::Mat scene(int rows, int columns) {
  cv::theRNG().state = 1;
  cv::Mat scene = cv::Mat::zeros(rows, columns, CV_32F);
  for (int grain = 2; grain < rows; grain *= 2) {
    cv::Mat noise(rows / grain + 2, columns / grain + 2, CV_32F);
    cv::randn(noise, 0, 1.2 * std::sqrt(grain));
    cv::resize(noise, noise, scene.size(), 0, 0, cv::INTER_CUBIC);
    scene += noise;
  }
  scene = (scene - cv::mean(scene)) + 128;
  scene.convertTo(scene, CV_8U);
  return scene;
}

template <class Body>
void add(const std::string& peer, const std::string& name, Body body) {
  benchmark::RegisterBenchmark((peer + "/" + name).c_str(), body)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

/// cv::matchTemplate rounds scores by up to so much where there is little contrast (tests hold ours
/// to 1e-4).
constexpr double kOpenCvErrs = 3e-3;

template <class Search>
struct Compiled {
  explicit Compiled(const Search& search)
      : queue(select_backend("cpu").create_queue({.threads = kThreads})),
        executable(select_backend("cpu").compile(search, *queue)) {}
  Peak run(const cv::Mat& image) {
    executable->run(*queue, {image.data});
    return executable->peaks()[0];
  }
  std::unique_ptr<Queue> queue;
  decltype(select_backend("cpu").compile(std::declval<Search>(), *queue)) executable;
};

void expect(bool is_right, const std::string& name, double difference, double allowed) {
  fmt::print("{}: largest difference {:g} (allowed {:g})\n", name, difference, allowed);
  if (!is_right) throw std::runtime_error(name + ": results differ, nothing is timed");
}

struct Matching : Compiled<TemplateMatching> {
  explicit Matching(const TemplateMatching& matching) : Compiled(matching) {
    const int rows = static_cast<int>(matching.template_extent.rows),
              columns = static_cast<int>(matching.template_extent.columns);
    image = scene(static_cast<int>(matching.image.rows.extent),
                  static_cast<int>(matching.image.columns.extent));
    templ = image({700, 500, columns, rows}).clone();
    Taps taps{matching.template_extent, {}};
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x) taps.values.push_back(templ.at<std::uint8_t>(y, x));
    executable->set_templates({&taps, 1});
    fmt::print("{}\n", executable->plan_text());
  }
  cv::Point run_opencv() {
    cv::matchTemplate(image, templ, surface, cv::TM_CCOEFF_NORMED);
    cv::Point place;
    cv::minMaxLoc(surface, nullptr, nullptr, nullptr, &place);
    return place;
  }
  cv::Mat image, templ, surface;
};

void register_matching(const std::string& name, const std::string& text) {
  const auto work = std::make_shared<Matching>(parse_matching(text));
  // Surfaces are compared by an executable that writes them.
  Matching checked(parse_matching(text + " surface"));
  checked.run_opencv();
  cv::Mat ours(checked.surface.size(), CV_32F);
  checked.executable->run(*checked.queue, {work->image.data}, {ours.data});
  work->run_opencv();
  const double difference = cv::norm(ours, work->surface, cv::NORM_INF);
  const Peak peak = work->run(work->image);
  expect(difference < kOpenCvErrs && std::lround(peak.x) == 700 && std::lround(peak.y) == 500,
         name + " and cv::matchTemplate", difference, kOpenCvErrs);
  add("fftcore", name, [work](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(work->run(work->image));
  });
  add("opencv", name, [work](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(work->run_opencv());
  });
}

/// Two frames of a stream, which come in turn. cv::phaseCorrelate takes floats, and where it needs
/// no padding, windows its arguments in place, so that both must be made again for each call.
struct Stream : Compiled<PhaseCorrelation> {
  explicit Stream(const PhaseCorrelation& correlation) : Compiled(correlation) {
    const cv::Mat all = scene(static_cast<int>(correlation.image.rows.extent) + 8,
                              static_cast<int>(correlation.image.columns.extent) + 8);
    const cv::Size size(all.cols - 8, all.rows - 8);
    frames[0] = all({{7, 3}, size}).clone();
    frames[1] = all({{0, 0}, size}).clone();
    for (cv::Mat& frame : frames)
      if (correlation.image.type == SampleType::f32) frame.convertTo(frame, CV_32F);
    cv::createHanningWindow(window, size, CV_32F);
    executable->set_reference(*queue, {frames[0].data});
    fmt::print("{}\n", executable->plan_text());
  }
  Peak run_next() {
    const Peak peak = run(frames[++count % 2]);
    executable->keep_as_reference();
    return peak;
  }
  void convert() {
    frames[0].convertTo(floats[0], CV_32F);
    frames[1].convertTo(floats[1], CV_32F);
  }
  cv::Point2d run_opencv() { return cv::phaseCorrelate(floats[0], floats[1], window); }

  cv::Mat frames[2], floats[2], window;
  std::size_t count = 0;
};

void register_phase(const std::string& name, const std::string& text) {
  const auto work = std::make_shared<Stream>(parse_phase_correlation(text));
  work->convert();
  const cv::Point2d theirs = work->run_opencv();
  const Peak ours = work->run_next();
  const double difference = std::max(std::abs(theirs.x - ours.x), std::abs(theirs.y - ours.y));
  expect(difference < 0.3 && std::abs(ours.x - 7) < 0.02 && std::abs(ours.y - 3) < 0.02,
         name + " and cv::phaseCorrelate", difference, 0.3);
  add("fftcore", name, [work](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(work->run_next());
  });
  add("opencv", name, [work](benchmark::State& state) {
    for (auto _ : state) {
      state.PauseTiming();
      work->convert();
      state.ResumeTiming();
      benchmark::DoNotOptimize(work->run_opencv());
    }
  });
  add("opencv+floats", name, [work](benchmark::State& state) {
    for (auto _ : state) {
      work->convert();
      benchmark::DoNotOptimize(work->run_opencv());
    }
  });
}

}  // namespace

void register_searches() {
  cv::setNumThreads(kThreads);
  register_matching("1080p u8 match 64x64", "match ccoeff-normed u8 1080x1920 p64x64");
  register_matching("1080p u8 match 16x16", "match ccoeff-normed u8 1080x1920 p16x16");
  register_phase("1080p u8 phase", "phase u8 1080x1920 noise=1");
  register_phase("1080p f32 phase", "phase f32 1080x1920 noise=1");
}

}  // namespace bench
