// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters of every size beside OpenCV's, and by each of the library's own plans: what the choice of
// a plan costs. Peers take turns, so that a machine whose speed drifts does so for all of them.
//   bench_filters WHAT [u8|f32 [THREADS]]
// where WHAT is
//   full       taps of full rank beside cv::filter2D
//   separable  Gaussians beside cv::sepFilter2D and cv::GaussianBlur
//   match      templates beside cv::matchTemplate, u8
//   plans      each plan alone, for taps of full rank and of rank 1
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "fftcore/backend.h"
#include "test_image.h"

namespace {

using namespace fftcore;

constexpr int kRows = 1080, kColumns = 1920, kTurns = 20;
int threads = 2;  // of everybody
constexpr int kTaps[] = {1,  2,  3,  4,  5,  6,  7,  9,  11, 13, 15, 17,
                         19, 21, 23, 27, 31, 39, 47, 63, 79, 95, 127};

/// Somebody who does the work, and the milliseconds that each turn took.
struct Peer {
  std::string name;
  std::function<void()> run;
  std::vector<double> times = {};

  double median() const {
    std::vector<double> sorted = times;
    std::ranges::sort(sorted);
    return sorted.empty() ? 0 : sorted[sorted.size() / 2];
  }
};

/// Runs of a turn: as many as take about 3 ms, since a single short one measures the clock.
void take_turns(std::vector<Peer>& peers) {
  using Clock = std::chrono::steady_clock;
  const auto milliseconds = [](Clock::time_point since) {
    return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
  };
  std::vector<int> runs;
  for (const Peer& peer : peers) {
    peer.run();
    const auto start = Clock::now();
    peer.run();
    runs.push_back(std::clamp(static_cast<int>(3 / milliseconds(start)), 1, 20));
  }
  for (int turn = 0; turn < kTurns; ++turn)
    for (std::size_t i = 0; i < peers.size(); ++i) {
      const auto start = Clock::now();
      for (int run = 0; run < runs[i]; ++run) peers[i].run();
      peers[i].times.push_back(milliseconds(start) / runs[i]);
    }
}

/// One line: medians, and the least of the peers' times over ours.
void print_line(const std::string& name, std::vector<Peer>& peers) {
  take_turns(peers);
  std::string line = fmt::format("{:14}", name);
  double best = INFINITY;
  for (const Peer& peer : peers) {
    line += fmt::format("  {} {:.3f}", peer.name, peer.median());
    if (&peer != &peers.front()) best = std::min(best, peer.median());
  }
  std::vector<double> ratios;
  for (std::size_t turn = 0; turn < kTurns; ++turn) {
    double least = INFINITY;
    for (const Peer& peer : peers)
      if (&peer != &peers.front()) least = std::min(least, peer.times[turn]);
    ratios.push_back(least / peers.front().times[turn]);
  }
  std::ranges::sort(ratios);
  fmt::print("{}  ratio {:.2f} (turns {:.2f} to {:.2f})\n", line, best / peers.front().median(),
             ratios[1], ratios[kTurns - 2]);
  std::fflush(stdout);
}

/// Ours for one size of taps, with images that peers use too.
struct Filter {
  Filter(const std::string& element, const Taps& taps, const char* plan = nullptr)
      : is_u8(element == "u8"), input(kRows, kColumns, is_u8 ? CV_8U : CV_32F) {
    if (plan != nullptr)
      setenv("FFTCORE_PLAN", plan, 1);
    else
      unsetenv("FFTCORE_PLAN");
    cv::theRNG().state = 1;
    cv::randu(input, 0, is_u8 ? 256 : 1);
    output.create(input.size(), input.type());
    queue = select_backend("cpu").create_queue({.threads = threads});
    executable = select_backend("cpu").compile(
        parse_convolution(fmt::format("corr2d {} {}x{} k{}x{} reflect-101 same", element, kRows,
                                      kColumns, taps.extent.rows, taps.extent.columns)),
        *queue);
    executable->set_taps(taps);
  }

  void run() { executable->run(*queue, {input.data}, {output.data}); }
  /// What the method is called that its taps take.
  std::string method() const {
    const std::string text = executable->plan_text();
    return text.find(": separable") != std::string::npos ? "separable"
                                                         : text.substr(0, text.find(':'));
  }
  void expect_equal(const cv::Mat& theirs, const char* peer, double allowed_u8 = 1) {
    run();
    const double difference = cv::norm(output, theirs, cv::NORM_INF),
                 allowed = is_u8 ? allowed_u8 : 1e-4;
    if (!(difference <= allowed))
      throw std::runtime_error(
          fmt::format("{} differs by {:g}, at most {:g} is allowed", peer, difference, allowed));
  }

  bool is_u8;
  cv::Mat input, output;
  std::unique_ptr<Queue> queue;
  std::unique_ptr<ConvolutionExecutable> executable;
};

cv::Mat matrix_of(const Taps& taps) {
  cv::Mat matrix(static_cast<int>(taps.extent.rows), static_cast<int>(taps.extent.columns), CV_32F);
  for (int i = 0; i < matrix.rows * matrix.cols; ++i)
    matrix.ptr<float>()[i] = static_cast<float>(taps.values[static_cast<std::size_t>(i)]);
  return matrix;
}

Taps full_taps(int n) {
  std::mt19937 random(1);
  return oracle::averaging_taps({n, n}, random);
}

double sigma_of(int n) {
  return n / 6.0;
}

Taps gaussian_taps(int n) {
  const cv::Mat line = cv::getGaussianKernel(n, sigma_of(n), CV_64F);
  Taps taps{{n, n}, {}};
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) taps.values.push_back(line.at<double>(y) * line.at<double>(x));
  return taps;
}

void beside_filter2d(const std::string& element) {
  for (const int n : kTaps) {
    const Taps taps = full_taps(n);
    Filter ours(element, taps);
    const cv::Mat kernel = matrix_of(taps);
    cv::Mat theirs;
    const auto filter2d = [&] {
      cv::filter2D(ours.input, theirs, -1, kernel, {-1, -1}, 0, cv::BORDER_REFLECT_101);
    };
    filter2d();
    ours.expect_equal(theirs, "cv::filter2D");
    std::vector<Peer> peers{{ours.method(), [&] { ours.run(); }}, {"filter2D", filter2d}};
    print_line(fmt::format("{} {}x{}", element, n, n), peers);
  }
}

void beside_separable(const std::string& element) {
  for (const int n : kTaps) {
    if (n < 3 || n % 2 == 0) continue;  // cv::GaussianBlur has odd sizes
    const Taps taps = gaussian_taps(n);
    Filter ours(element, taps);
    const cv::Mat line = cv::getGaussianKernel(n, sigma_of(n), CV_32F);
    cv::Mat theirs, blurred;
    const auto separable = [&] {
      cv::sepFilter2D(ours.input, theirs, -1, line, line, {-1, -1}, 0, cv::BORDER_REFLECT_101);
    };
    const auto gaussian = [&] {
      cv::GaussianBlur(ours.input, blurred, {n, n}, sigma_of(n), sigma_of(n),
                       cv::BORDER_REFLECT_101);
    };
    separable();
    ours.expect_equal(theirs, "cv::sepFilter2D");
    gaussian();
    ours.expect_equal(blurred, "cv::GaussianBlur", 3);  // whose taps have 8 bits
    std::vector<Peer> peers{{ours.method(), [&] { ours.run(); }},
                            {"sepFilter2D", separable},
                            {"GaussianBlur", gaussian}};
    print_line(fmt::format("{} {}x{}", element, n, n), peers);
  }
}

void each_plan(const std::string& element) {
  for (const bool is_full : {true, false})
    for (const int n : kTaps) {
      const Taps taps = is_full ? full_taps(n) : gaussian_taps(n);
      std::vector<std::unique_ptr<Filter>> filters;
      std::vector<Peer> peers;
      for (const char* plan : {static_cast<const char*>(nullptr), "direct", "separable", "tile"}) {
        // Those that cannot be the fastest would take all day.
        if (plan != nullptr && *plan == 'd' && n > 31) continue;
        if (plan != nullptr && *plan == 's' && is_full && n > 7) continue;
        filters.push_back(std::make_unique<Filter>(element, taps, plan));
        peers.push_back({plan != nullptr ? plan : "(" + filters.back()->method() + ")",
                         [filter = filters.back().get()] { filter->run(); }});
      }
      print_line(fmt::format("{} {} {}x{}", is_full ? "full" : "rank1", element, n, n), peers);
    }
}

void beside_match_template() {
  cv::theRNG().state = 1;
  cv::Mat image(kRows, kColumns, CV_8U);
  cv::randu(image, 0, 256);
  cv::GaussianBlur(image, image, {9, 9}, 2);
  cv::normalize(image, image, 0, 255, cv::NORM_MINMAX);
  for (const int n : {4, 8, 12, 16, 24, 32, 64, 128, 256, 512}) {
    const cv::Mat part = image({700, 500, n, n}).clone();
    Taps taps{{n, n}, {}};
    for (int i = 0; i < n * n; ++i) taps.values.push_back(part.data[i]);
    const auto queue = select_backend("cpu").create_queue({.threads = threads});
    const auto executable = select_backend("cpu").compile(
        parse_matching(
            fmt::format("match ccoeff-normed u8 {}x{} p{}x{} surface", kRows, kColumns, n, n)),
        *queue);
    executable->set_templates({&taps, 1});
    cv::Mat theirs, surface(kRows - n + 1, kColumns - n + 1, CV_32F);
    cv::Point place;
    const auto run = [&] { executable->run(*queue, {image.data}, {surface.data}); };
    const auto match = [&] {
      cv::matchTemplate(image, part, theirs, cv::TM_CCOEFF_NORMED);
      cv::minMaxLoc(theirs, nullptr, nullptr, nullptr, &place);
    };
    run();
    match();
    // cv::matchTemplate rounds scores by up to so much where there is little contrast.
    const double difference = cv::norm(surface, theirs, cv::NORM_INF);
    if (!(difference < 3e-3) || place != cv::Point(700, 500) ||
        std::lround(executable->peaks()[0].x) != 700)
      throw std::runtime_error(fmt::format("cv::matchTemplate differs by {:g}", difference));
    std::vector<Peer> peers{{"fftcore", run}, {"matchTemplate", match}};
    print_line(fmt::format("match {}x{}", n, n), peers);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "", element = argc > 2 ? argv[2] : "u8";
  threads = argc > 3 ? std::atoi(argv[3]) : threads;
  cv::setNumThreads(threads);
  try {
    if (what == "full")
      beside_filter2d(element);
    else if (what == "separable")
      beside_separable(element);
    else if (what == "plans")
      each_plan(element);
    else if (what == "match")
      beside_match_template();
    else
      throw std::runtime_error(
          "usage: bench_filters full|separable|match|plans [u8|f32 [THREADS]]");
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_filters: {}\n", error.what());
    return 1;
  }
}
