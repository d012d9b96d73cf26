// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bench {

using namespace fftcore;

namespace {

constexpr std::int64_t kSignalSamples = std::int64_t{1} << 27;  // 512 MiB of f32
// 256 MiB of complex values: more than any cache holds
constexpr std::int64_t kTransformPoints = std::int64_t{1} << 25;

void add_frames(std::vector<Case>& cases) {
  struct Frame {
    const char* name;
    const char* extent;
  };
  for (const auto& [name, extent] : {Frame{"640x480", "480x640"}, Frame{"1080p", "1080x1920"},
                                     Frame{"4K", "2160x3840"}, Frame{"8K", "4320x7680"}})
    cases.push_back({fmt::format("{} f32 31x31", name),
                     fmt::format("conv2d f32 {} k31x31 reflect-101 same", extent)});
  cases.push_back(
      {"1080p f32 31x31, 32 frames", "conv2d f32 1080x1920 k31x31 reflect-101 same frames=32"});
  cases.push_back({"720p u8 15x15", "conv2d u8 720x1280 k15x15 reflect-101 same"});
  cases.push_back({"1080p u8 31x31", "conv2d u8 1080x1920 k31x31 reflect-101 same"});
  for (const char* element : {"u8", "u16", "u10-high"})  // the luma of NV12, GRAY16_LE, P010
    cases.push_back({fmt::format("1080p {} 15x15", element),
                     fmt::format("conv2d {} 1080x1920 k15x15 reflect-101 same", element)});
  cases.push_back(
      {"1080p u8 31x31, 32 frames", "conv2d u8 1080x1920 k31x31 reflect-101 same frames=32"});
  cases.push_back({"1080p u8 31x31 fast, 32 frames",
                   "conv2d u8 1080x1920 k31x31 reflect-101 same frames=32 precision=fast"});
  cases.push_back(
      {"1080p u8 31x31 fast", "conv2d u8 1080x1920 k31x31 reflect-101 same precision=fast"});
  cases.push_back({"1080p u8 63x63 fast, 32 frames",
                   "conv2d u8 1080x1920 k63x63 reflect-101 same frames=32 precision=fast"});
  cases.push_back({"1080p f32 31x31 fast, 32 frames",
                   "conv2d f32 1080x1920 k31x31 reflect-101 same frames=32 precision=fast"});
}

/// Circular convolution of many signals with one kernel as long as they are, or as long as may be.
/// The signals are rows of images: of a one-dimensional Convolution there are too few frames.
void add_lines(std::vector<Case>& cases) {
  for (std::int64_t length = 256; length <= 32768; length *= 2) {
    const std::int64_t signals = kSignalSamples / length,
                       rows = std::min<std::int64_t>(signals, 65536),
                       taps = std::min<std::int64_t>(length, 8191);
    cases.push_back({fmt::format("circular f32 {}, {} taps", length, taps),
                     fmt::format("conv2d f32 {}x{} k1x{} wrap same frames={}", rows, length, taps,
                                 signals / rows),
                     "circular f32"});
  }
}

/// Primes are of a group by themselves: butterflies up to 31, then convolutions with a chirp.
void add_primes(std::vector<Case>& cases) {
  for (const std::int64_t prime : {17,  19,  23,  29,  31,  37,   53,   71,   101,  127,
                                   199, 257, 449, 509, 997, 1009, 2039, 3001, 4093, 8191})
    cases.push_back({fmt::format("c2c prime {}", prime),
                     fmt::format("c2c {} batch={}", prime, kTransformPoints / prime), "c2c prime"});
}

/// As many points as a thread or two can hold: what counts is how lines are loaded.
void add_short_lines(std::vector<Case>& cases) {
  for (const std::int64_t length : {4, 8, 15, 16, 24, 27, 32, 64, 125})
    cases.push_back({fmt::format("c2c short {}", length),
                     fmt::format("c2c {} batch={}", length, kTransformPoints / length),
                     "c2c short"});
}

/// One line, in several launches.
void add_long_lines(std::vector<Case>& cases) {
  for (int bits = 18; bits <= 28; ++bits)
    cases.push_back({fmt::format("c2c long 2^{}", bits),
                     fmt::format("c2c {} batch=1", std::int64_t{1} << bits), "c2c long"});
}

void add_cosines(std::vector<Case>& cases) {
  for (const int frames : {1, 32})
    cases.push_back({fmt::format("1080p DCT-II{}", frames == 1 ? "" : ", 32 frames"),
                     fmt::format("dct2 1080x1920 batch={}", frames)});
}

void add_transforms(std::vector<Case>& cases) {
  for (const char* numbers : {"", " f64"})
    for (const char* kind : {"c2c", "r2c"})
      for (const std::int64_t length :
           {256,  360,  480,  512,  600,  720,  1000, 1024, 1080, 1200, 1536, 1920, 2048,
            2187, 2400, 2401, 3125, 3840, 4096, 4320, 5040, 6000, 7680, 8000, 8192}) {
        const std::int64_t points = *numbers == '\0' ? kTransformPoints : kTransformPoints / 2;
        cases.push_back({fmt::format("{}{} {}", kind, numbers, length),
                         fmt::format("{} {}{} batch={}", kind, length, numbers, points / length),
                         fmt::format("{}{}", kind, numbers)});
      }
}

/// Streams: each frame against the one before it.
void add_phases(std::vector<Case>& cases) {
  for (const char* text : {"phase u8 480x640", "phase u8 1080x1920", "phase u8 2160x3840"})
    cases.push_back({text, text});
}

void add_matchings(std::vector<Case>& cases) {
  for (const auto& [name, extent] : {std::pair{"1080p", "1080x1920"}, {"4K", "2160x3840"}})
    for (const int templates : {1, 32})
      for (const int side : {16, 64, 256})
        cases.push_back({fmt::format("match {0} {1}x{1}{2}", name, side,
                                     templates == 1 ? "" : ", 32 templates"),
                         fmt::format("match ccoeff-normed u8 {0} p{1}x{1}{2}", extent, side,
                                     templates == 1 ? "" : " templates=32"),
                         {},
                         "matching"});
}

/// Noise as strong as weakens many bins and leaves others.
void add_denoisings(std::vector<Case>& cases) {
  // DFTTest's kind 0, and what is the default.
  for (const char* kind : {"wiener", "firm"})
    for (const int radius : {0, 1, 2})
      cases.push_back(
          {fmt::format("denoise 1080p 16x16 step 4, {}, {} frame{}", kind, 2 * radius + 1,
                       radius == 0 ? "" : "s"),
           fmt::format("denoise u8 1080x1920 b16 step4 before={0} after={0} {1} sigma=60 "
                       "sigma-is-threshold",
                       radius, kind),
           {},
           "denoising"});
}

/// What one plan, one kernel or one block does not hold: complex samples, channels that meet, many
/// kernels, and a signal and a kernel of more than a launch or two.
void add_without_limits(std::vector<Case>& cases) {
  for (const auto& [name, text] :
       {std::pair{"complex64 1080p 31x31", "conv2d complex64 1080x1920 k31x31 wrap same"},
        {"mix 16x16 of 512x512", "conv2d f32 512x512x16 k512x512 wrap same planar mix=full"},
        {"64 kernels of 31x31", "conv2d f32 1024x1024 k31x31 constant same filters=64"},
        {"2^26 samples, 2^20 taps", "conv1d f32 67108864 k1048576 constant same"}})
    cases.push_back({name, text, {}, "without limits"});
}

/// Few taps, and taps that are a product of a column and a row.
void add_few_taps(std::vector<Case>& cases) {
  for (const int frames : {1, 32})
    for (const int taps : {3, 5, 7, 15})
      for (const bool is_gaussian : {false, true})
        cases.push_back(
            {fmt::format("1080p u8 {0}x{0}{1}{2}", taps, is_gaussian ? " Gaussian" : " noise",
                         frames == 1 ? "" : ", 32 frames"),
             fmt::format("conv2d u8 1080x1920 k{0}x{0} replicate same{1}", taps,
                         frames == 1 ? "" : " frames=32"),
             {},
             "few taps",
             is_gaussian});
  // The elements' own low pass has 63 a side.
  for (const int taps : {31, 63, 127})
    for (const char* element : {"u8", "f32"})
      for (const int frames : {1, 32})
        cases.push_back({fmt::format("1080p {0} {1}x{1} Gaussian{2}", element, taps,
                                     frames == 1 ? "" : ", 32 frames"),
                         fmt::format("conv2d {0} 1080x1920 k{1}x{1} reflect-101 same{2}", element,
                                     taps, frames == 1 ? "" : " frames=32"),
                         {},
                         "few taps",
                         true});
  for (const int taps : {31, 63})
    cases.push_back({fmt::format("1080p u16 {0}x{0} Gaussian, 16 frames", taps),
                     fmt::format("conv2d u16 1080x1920 k{0}x{0} reflect-101 same frames=16", taps),
                     {},
                     "few taps",
                     true});
}

/// Planes and pixels of formats of video. RGBA's alpha is copied.
void add_formats(std::vector<Case>& cases) {
  for (const auto& [name, layout] :
       {std::pair{"luma of P010", "u10-high 1080x1920"}, {"luma of NV12", "u8 1080x1920"}})
    for (const int taps : {7, 31, 63})
      cases.push_back({fmt::format("{1} {0}x{0} Gaussian", taps, name),
                       fmt::format("conv2d {1} k{0}x{0} reflect-101 same", taps, layout),
                       {},
                       "formats",
                       true});
  for (const int taps : {7, 15, 31, 63})
    for (const int frames : {1, 8})
      cases.push_back(
          {fmt::format("RGBA {0}x{0} Gaussian{1}", taps, frames == 1 ? "" : ", 8 frames"),
           fmt::format("conv2d u8 1080x1920x4 k{0}x{0} reflect-101 same skip=8{1}", taps,
                       frames == 1 ? "" : " frames=8"),
           {},
           "formats",
           true});
  for (const int taps : {7, 31})
    cases.push_back({fmt::format("chroma of NV12 {0}x{0} Gaussian", taps),
                     fmt::format("conv2d u8 540x960x2 k{0}x{0} reflect-101 same", taps),
                     {},
                     "formats",
                     true});
}

double real_transform_flops(double points) {
  return 2.5 * points * std::log2(points);
}

double points_of(const Transform& transform) {
  double points = 1;
  for (const TransformAxis& axis : transform.axes) points *= static_cast<double>(axis.extent);
  return points;
}

}  // namespace

std::vector<Case> gpu_cases() {
  std::vector<Case> cases;
  add_frames(cases);
  add_lines(cases);
  add_transforms(cases);
  add_primes(cases);
  add_short_lines(cases);
  add_long_lines(cases);
  add_cosines(cases);
  add_phases(cases);
  add_matchings(cases);
  add_denoisings(cases);
  add_without_limits(cases);
  add_few_taps(cases);
  add_formats(cases);
  return cases;
}

Task parse_task(const std::string& text) {
  if (text.starts_with("conv") || text.starts_with("corr")) return parse_convolution(text);
  if (text.starts_with("match")) return parse_matching(text);
  if (text.starts_with("phase")) return parse_phase_correlation(text);
  if (text.starts_with("denoise")) return parse_denoise(text);
  return parse_transform(text);
}

const ImageSearch* search_of(const Task& task) {
  if (const auto* matching = std::get_if<TemplateMatching>(&task)) return matching;
  return std::get_if<PhaseCorrelation>(&task);
}

double bytes_of(const Task& task) {
  if (const auto* denoise = std::get_if<Denoise>(&task))
    return static_cast<double>(denoise->input.rows.extent * denoise->input.columns.extent) *
           (denoise->before + 1 + denoise->after + 1);
  if (const auto* transform = std::get_if<Transform>(&task))
    return static_cast<double>(input_size_bytes(*transform)) +
           static_cast<double>(output_size_bytes(*transform));
  if (const ImageSearch* search = search_of(task))
    return static_cast<double>(search->image.rows.extent * search->image.columns.extent) *
           static_cast<double>(size_bytes(search->image.type));
  double bytes = 0;
  const auto& problem = std::get<Convolution>(task);
  for (const Layout& layout : {problem.input, problem.output}) {
    double samples = 1;
    for (const Axis& axis :
         {layout.columns, layout.rows, layout.channels, layout.slices, layout.frames})
      samples *= static_cast<double>(axis.extent);
    bytes += samples * static_cast<double>(size_bytes(layout.type));
  }
  return bytes;
}

double flops_of(const Task& task) {
  if (const auto* denoise = std::get_if<Denoise>(&task)) {
    const auto blocks_along = [&](std::int64_t extent) {
      return static_cast<double>((extent + denoise->block - 1) / denoise->step);
    };
    const double frames = denoise->before + 1 + denoise->after,
                 points = static_cast<double>(denoise->block * denoise->block);
    return blocks_along(denoise->input.rows.extent) * blocks_along(denoise->input.columns.extent) *
           ((frames + 1) * real_transform_flops(points) + frames * 5 * points);
  }
  if (const auto* transform = std::get_if<Transform>(&task)) {
    double batch = 1;
    for (const TransformAxis& axis : transform->batches) batch *= static_cast<double>(axis.extent);
    return batch * (transform->kind == TransformKind::c2c ? 2 : 1) *
           real_transform_flops(points_of(*transform));
  }
  if (const auto* correlation = std::get_if<PhaseCorrelation>(&task)) {
    const Extent extent = phase_extent(correlation->image.extent());
    const double all = static_cast<double>(extent.rows * extent.columns);
    return 2 * real_transform_flops(all) + 5 * all;
  }
  if (const auto* matching = std::get_if<TemplateMatching>(&task)) {
    const double all =
        static_cast<double>(matching->image.rows.extent * matching->image.columns.extent);
    const auto templates = static_cast<double>(matching->templates);
    return (1 + templates) * real_transform_flops(all) + templates * 3 * all;
  }
  const auto& problem = std::get<Convolution>(task);
  double points = 1, lines = 1;
  const auto count_axis = [&](std::int64_t outputs, std::int64_t taps) {
    if (taps == 1)
      lines *= static_cast<double>(outputs);  // not transformed
    else
      points *= static_cast<double>(problem.edge == EdgeMode::wrap ? outputs : outputs + taps - 1);
  };
  count_axis(problem.output.slices.extent, problem.taps.slices);
  count_axis(problem.output.rows.extent, problem.taps.rows);
  count_axis(problem.output.columns.extent, problem.taps.columns);
  const double channels = static_cast<double>(problem.input.channels.extent),
               there = channels * static_cast<double>(problem.input.frames.extent),
               back = channels * static_cast<double>(problem.output.frames.extent),
               products = problem.mixing == Mixing::full ? channels : 1;
  return traits_of(problem.output.type).parts * lines *
         ((there + back) * real_transform_flops(std::max(2.0, points)) +
          back * (8 * products - 2) * points / 2);
}

}  // namespace bench
