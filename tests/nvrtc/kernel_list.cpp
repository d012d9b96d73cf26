// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kernel_list.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "convolve_stages.h"
#include "fftcore/error.h"
#include "gpu_rules.h"
#include "launch_kernel.h"
#include "line_kernel.h"
#include "planner.h"
#include "print.h"

namespace fftcore::test {
namespace {

using Radices = std::vector<int>;

constexpr ast::Storage u8 = ast::Storage::u8;
constexpr ast::Storage u16 = ast::Storage::u16;
constexpr ast::Storage f16 = ast::Storage::f16;
constexpr ast::Storage f32 = ast::Storage::f32;

struct ListedConvolution {
  int rows;
  int columns;
  int channels;
  int taps;  // so many squared
  ast::Storage storage;
  ast::Storage spectrum;
  EdgeMode edge;
  Radices across;
  Radices down;
};

const std::vector<ListedConvolution>& convolutions() {
  static const std::vector<ListedConvolution> list = {
      {1080, 1920, 1, 31, u8, f32, EdgeMode::replicate, {16, 16, 8}, {24, 24}},
      {1080, 1920, 1, 31, f32, f32, EdgeMode::constant, {16, 16, 8}, {24, 24}},
      {1080, 1920, 3, 31, u8, f16, EdgeMode::reflect_101, {16, 16, 8}, {24, 24}},
      {720, 1280, 1, 9, u16, f32, EdgeMode::reflect, {10, 10, 13}, {20, 20}},
      {480, 640, 4, 15, f16, f16, EdgeMode::wrap, {26, 26}, {16, 16}},
      {2160, 3840, 1, 63, u8, f32, EdgeMode::reflect_101, {16, 16, 16}, {12, 10, 10}},
      {37, 50, 1, 9, u8, f32, EdgeMode::wrap, {8, 8}, {5, 6}},
  };
  return list;
}

/// The radices of plain transforms, with the lines of a block; those of more than one lie side by
/// side.
struct PlainTransform {
  Radices radices;
  int lines;
};

const std::vector<PlainTransform>& transforms() {
  static const std::vector<PlainTransform> list = {
      {{13}, 1},         {{15}, 1},         {{32}, 1},
      {{7, 7, 7}, 1},    {{3, 5, 7}, 1},    {{2, 2, 2, 2, 2}, 1},
      {{5, 5, 5, 5}, 1}, {{21, 25}, 1},     {{8, 9, 10}, 1},
      {{10, 10, 10}, 1}, {{8, 8, 8, 2}, 1}, {{12, 12, 12}, 1},
      {{14, 14, 14}, 1}, {{16, 8}, 16},     {{16, 16, 16}, 1},
      {{11, 13}, 4},     {{14, 18}, 8},     {{24, 24}, 8},
      {{17, 17}, 1},     {{19, 19}, 8},     {{23, 23}, 8},
      {{29, 29}, 8},     {{31, 31}, 8},
  };
  return list;
}

int shared_bytes_of(LineShape shape) {
  LineSpec spec;
  spec.name = "probe";
  spec.shape = std::move(shape);
  spec.load = ComplexLoad{f32, {}, spec.shape.length, 1};
  spec.work = Convolve{};
  spec.store = ComplexStore{f32, {}, spec.shape.length, 1, false, 1};
  return line_kernel(spec).kernel.shared_bytes();
}

/// With two exchange buffers where they fit, else with one, else with fewer lines a block; and, as
/// the planner does for several lines, no more than 512 threads of more than 16 values each.
LineShape fitted(LineShape shape, int shared_bytes) {
  while (shape.lines > 1 && shape.threads * shape.lines > 512 && values_per_thread(shape) > 16)
    shape.lines /= 2;
  for (; shape.lines >= 1; shape.lines /= 2)
    for (shape.exchange_buffers = 2; shape.exchange_buffers >= 1; --shape.exchange_buffers)
      if (shared_bytes_of(shape) <= shared_bytes) return shape;
  throw Unsupported(fmt::format("a line of {} = {} values does not fit {} bytes", shape.length,
                                fmt::join(shape.radices, "*"), shared_bytes));
}

Image image_of(const ListedConvolution& c) {
  Image m;
  m.storage = m.out_storage = c.storage;
  m.rows = m.out_rows = c.rows;
  m.columns = m.out_columns = c.columns;
  m.channels = c.channels;
  m.row_stride = c.columns * c.channels;
  m.taps_rows = m.taps_columns = c.taps;
  m.origin_row = m.origin_column = -(c.taps / 2);
  m.edge = c.edge;
  m.spectrum_storage = c.spectrum;
  return m;
}

GeneratedKernel transform_kernel(const PlainTransform& t, Work work, int shared_bytes) {
  LineShape shape = shape_of(t.radices);
  shape.lines = t.lines;
  shape.lines_adjacent = t.lines > 1;
  LineSpec spec;
  spec.shape = fitted(std::move(shape), shared_bytes);
  const int n = spec.shape.length;
  const std::int64_t lines = 100;
  const Strides strides =
      t.lines > 1 ? Strides{lines, {0, {{Dim::row, 1}}}, 0} : Strides{1, {0, {{Dim::row, n}}}, 0};
  spec.name = fmt::format("{}_{}", std::holds_alternative<Inverse>(work) ? "inverse" : "forward",
                          fmt::join(t.radices, "x"));
  spec.lines = {1, {{Dim::row, static_cast<int>(lines)}}};
  spec.work = work;
  spec.load = ComplexLoad{f32, strides, n, 1};
  spec.store = ComplexStore{f32, strides, n, 1, false, 1};
  return line_kernel(spec);
}

/// Whole problems, as the planner does them.
const std::vector<const char*>& problems() {
  static const std::vector<const char*> list = {
      "conv2d u8 1080x1920 k31x31 replicate same",
      "conv2d u8 1080x1920x4 k31x31 reflect-101 same skip=8",
      "conv2d f32 480x640 k31x31 reflect-101 same store=\"tone(v, p0)\" code=\"FUNCTION real "
      "tone(real v, real k) { return v < k ? v : k + 64 * (1 - exp((k - v) / 64)); }\"",
      "conv2d f32 1080x1920 k31x31 reflect-101 same load=\"sqrt(max(v - p0, 0)) + x * p1\" "
      "store=\"if(v < p2, v, p2 + (v - p2) / 2)\"",
      "conv2d u8 540x960x2 k15x15 reflect-101 same bias=128",
      "conv2d u8 1080x1920 k7x7 replicate same",
      "corr2d u8 1080x1923 k3x3 constant same pitch=1924,1924",
      "conv2d f32 1080x1920 k5x5 wrap same frames=32",
      "conv2d u16>f16 720x1280 k9x9 reflect same",
      "icorr2d f16 720x1280 k11x4 reflect-101 full",
      "conv2d f32 4320x7680 k31x31 constant same",
      "corr2d f32 2160x3840 k63x63 constant valid",
      "conv2d u16 720x1280x3 k9x9 wrap same planar mix=full",
      "conv2d f32 480x640x3 k9x9 wrap same mix=symmetric filters=3",
      "conv2d u8 1234x1234 k449x449 reflect full",
      "conv2d f32 256x256 k31x31 constant full filters=8",
      "conv3d f32 64x128x128 k5x5x5 replicate same",
      "conv1d f32 65536 k8191 wrap same",
      "conv1d f32 2048x2 k512 constant full frames=16 mix=full",
      "conv2d f32 100x4096 k1x31 wrap same",
      "conv2d f32 100x8192 k1x31 wrap same",
      "conv2d f32 100x16384 k1x31 wrap same",
      "conv2d f32 100x32768 k1x31 wrap same",
      "conv2d u8 1080x1920 k31x31 reflect-101 same precision=fast",
      "conv3d f32 64x128x128x3 k5x5x5 replicate same mix=full precision=fast",
      "conv2d u10-high 540x960x2 k15x15 reflect-101 same skip=2 bias=512",
      "conv2d u12>u12-high 100x4096 k1x31 wrap same",
      "conv2d u16-be>u10 720x1280 k15x15 replicate same",
      "conv2d u10-packed 720x1280x3 k15x15 replicate same",
      "conv2d u10-packed 540x960x4 k31x31 reflect-101 same skip=8",
      "conv2d f64 1080x1920 k31x31 replicate same",
      "conv2d f64>u16-be 97x101x4 k9x9 wrap same",
      "corr2d f64>f16 97x101 k9x9 reflect same",
      "conv2d complex64 1080x1920 k31x31 replicate same",
      "conv2d complex64 97x101x4 k9x9 constant same skip=8",
      "corr2d f32>complex64 480x640x3 k9x9 wrap same mix=full filters=3",
      "icorr2d complex128>complex64 480x640 k15x15 reflect full",
  };
  return list;
}

/// Transforms of their own, as the planner does them.
const std::vector<const char*>& own_transforms() {
  static const std::vector<const char*> list = {
      "c2c 4096 batch=100",
      "c2c 4096 f64 batch=100",
      "r2c 1080x1920 f64",
      "c2r 2048x2048 f64 in-place",
      "c2c 361x529 f64",
      "c2c 841x961 f64",
      "c2c 65536 f64",
      "c2c 3125 f64",
      "c2c 8192 f64",
      "r2c 1000x1000 f16",
      "c2c 1024 f16 batch=8",
      "r2c 1000x1000 f32-in-f64",
      "c2c 2048x2048 in-place",
      "r2c 1080x1920",
      "c2r 1080x1920 normalized",
      "r2c 1001 batch=100 zero=500:1001 in-place",
      "c2r 1155x13 batch=7",
      "r2c 65536 packed imaginary=0,40000",
      "c2r 4096 packed batch=100 in-place",
      "r2c 1000x1000 zero=900:100x300:400 keep=990:10x400:20",
      "dct2 480x640 zero=400:20x600:640 keep=0:30x500:40",
      "c2c 1048576",
      "c2c 16777216 inverse",
      "c2c 268435456 batch=9",
      "c2c 4294967296 zero=3:4294967290",
      "c2r 1000 batch=5000000",
      "r2c 100000 batch=4",
      "c2r 131072 in-place",
      "c2r 64x96x100",
      "c2c 11408x3 inverse",
      "r2c 17x30752",
      "c2r 19x8990",
      "c2c 6859x29 in=2,20000 out=3,30000",
      "c2c 37 batch=100",
      "c2c 449x449 inverse",
      "c2c 2039 batch=100",
      "r2c 38x4094",
      "c2r 4x5x6x7x8 batch=2",
      "c2r 1080x1920 imaginary=1037880,0",
      "c2c 65536 inverse imaginary=65536,65536",
      "c2r 251x251",
      "c2r 4094 batch=9",
      "c2c 7919 batch=9",
      "c2c 22387",
      "c2c 1000003 inverse",
      "r2c 8209",
      "c2r 3x8209",
      "c2c 31 batch=100",
      "c2c 16 f64 batch=100 in-place",
      "r2c 50 batch=100",
      "c2c 360 batch=100",
      "c2c 3125 batch=100",
      "r2c 6250",
      "dct2 1080x1920",
      "dct3 1080x1920 ortho f16",
      "dct2 1001x64 f64",
      "dst3 449 inverse",
      "dct4 8192",
      "dst4 1025 batch=9",
      "dct1 4097 f64",
      "dst1 1023x1023",
      "dst2 65536",
      "dst3 12 batch=100",
  };
  return list;
}

/// Searches and denoisings; the lines of the large phase correlation are the longest that fit some
/// GPU's block.
const std::vector<const char*>& searches() {
  static const std::vector<const char*> list = {
      "match ccoeff-normed u8 1080x1920 p64x64",
      "match ccoeff-normed u8 1080x1920x4 p33x100 weights=0.299,0.587,0.114,0 templates=4",
      "match ccorr-normed u16 2160x3840 p200x150 radius=8 peaks=5",
      "match ccorr f32 720x1280x3 p1x500 planar weights=0.25,0.5,0.25,0 surface",
      "match ccoeff-normed f32 1200x900 p31x31 templates=40",
      "phase u8 1080x1920",
      "phase u8 480x640x4 weights=0.299,0.587,0.114,0",
      "phase f32 2160x3840 no-window bandwidth=0",
      "phase u16 720x1280",
      "phase u8 4320x7680",
      "denoise u8 1080x1920 b16 step4 wiener sigma=8",
      "denoise u16 1080x1920x4 b8 step1 skip=8 soft-band",
      "denoise u10-high 1080x1920 b16 step4 before=1 after=1 wiener sigma=8",
      "denoise u8 1080x1920 b8 step2 before=2 after=2 keep-mean band power-min=10",
      "denoise u8 1080x1920 b16 step4 before=1 wiener sigma=8 sharpen=0.7 dehalo=0.5",
      "denoise u8 1080x1920 b64 step16 wiener sigma=8",
      "warp u8 1080x1920 bicubic",
      "warp u8 540x960x2 bicubic scale=2,2 origin=0,0.5",
      "warp u10-high 2160x3840 out=1080x1920 lanczos edge=reflect-101 projective",
      "warp f32 720x1280x3 planar bilinear edge=constant fill=0.5",
  };
  return list;
}

/// The stages of a convolution, of all kinds of spectra; what rule half-spectrum does is among its
/// problems'.
std::vector<LaunchPlan> stages(const DeviceTraits& traits) {
  std::vector<LaunchPlan> plans;
  for (const Extent least : {Extent{1110, 1950}, Extent{2222, 3902}, Extent{1, 8000}})
    for (const SampleType type : {SampleType::f32, SampleType::f16})
      for (const bool mixes : {false, true}) {
        SpectrumLayout rows;
        rows.points = plan_spectrum_points(least, traits);
        rows.channels = mixes ? 3 : 1;
        rows.type = type;
        rows.transformed = Transformed::rows;
        rows.stored_rows = least.rows;
        rows.normalized = type == SampleType::f16;
        SpectrumLayout whole = rows, kernel;
        whole.transformed = Transformed::rows_and_columns;
        whole.stored_rows = whole.points.rows;
        kernel = whole;
        kernel.channels = mixes ? 9 : 1;
        kernel.type = SampleType::f32;
        kernel.normalized = false;
        const Layout image =
            Layout::interleaved(type == SampleType::f16 ? SampleType::u8 : SampleType::f32,
                                {least.rows, least.columns - 1}, rows.channels);
        plans.push_back(plan_launches(ForwardStage{.image = image,
                                                   .edge = EdgeMode::reflect,
                                                   .window = Window::hann,
                                                   .bias = 128,
                                                   .spectrum = whole},
                                      traits));
        plans.push_back(plan_launches(InverseStage{.spectrum = whole,
                                                   .image = image,
                                                   .first_row = whole.points.rows - 1,
                                                   .first_column = 5},
                                      traits));
        plans.push_back(plan_launches(
            InverseStage{
                .spectrum = whole,
                .image = Layout::planar(image.type, {least.rows, least.columns}, rows.channels)},
            traits));
        for (const SpectrumLayout& from : {rows, whole})
          for (const SpectrumLayout& to : {rows, whole})
            for (const bool is_phase : {false, true}) {
              if (mixes && is_phase) continue;
              MultiplyStage stage;
              stage.input = from;
              stage.output = to;
              stage.spectrum = kernel;
              stage.mixing = mixes ? Mixing::full : Mixing::none;
              if (is_phase)
                stage.op = {
                    .kind = SpectralKind::phase_only, .conjugate_factor = true, .parameter = 0.3F};
              stage.output.normalized = is_product_normalized(stage);
              plans.push_back(plan_launches(stage, traits));
            }
      }
  return plans;
}

DeviceTraits traits_with(int shared_bytes) {
  DeviceTraits traits = gpu_traits("sm_90");
  traits.shared_bytes = shared_bytes;
  traits.has_matrices = true;
  return traits;
}

}  // namespace

std::vector<GeneratedKernel> kernel_list(int shared_bytes) {
  std::vector<GeneratedKernel> list;
  for (std::size_t i = 0; i < problems().size(); ++i)
    for (const Rule& rule : gpu_rules()) {
      const Offer offer = rule.offer(parse_convolution(problems()[i]), traits_with(shared_bytes));
      if (offer.plans.empty() && rule.name != "passes") continue;
      // Of kernels without transforms all shapes, since the tuner chooses.
      const bool has_shapes = rule.name == "direct" || rule.name == "separable";
      for (std::size_t n = 0; n < (has_shapes ? offer.plans.size() : 1); ++n) {
        const auto& launches = std::get<LaunchPlan>(offer.plans.at(n).geometry);
        for (const auto* part : {&launches.run, &launches.run_unaligned, &launches.set_taps})
          for (const PlannedLaunch& launch : *part) {
            list.push_back(launch_kernel(launch.spec));
            list.back().kernel.name += fmt::format("_of_problem_{}_{}", i, n);
          }
      }
    }
  for (std::size_t i = 0; i < own_transforms().size(); ++i) {
    const LaunchPlan plan =
        plan_launches(parse_transform(own_transforms()[i]), traits_with(shared_bytes));
    for (const auto* part : {&plan.run, &plan.prepare})
      for (const PlannedLaunch& launch : *part) {
        list.push_back(launch_kernel(launch.spec));
        list.back().kernel.name += fmt::format("_of_transform_{}", i);
      }
  }
  for (std::size_t i = 0; i < searches().size(); ++i) {
    const LaunchPlan plan = plan_launches(parse_work(searches()[i]), traits_with(shared_bytes));
    for (const auto* part : {&plan.run, &plan.set_taps})
      for (const PlannedLaunch& launch : *part) {
        list.push_back(launch_kernel(launch.spec));
        list.back().kernel.name += fmt::format("_of_search_{}", i);
      }
  }
  const std::vector<LaunchPlan> plans = stages(traits_with(shared_bytes));
  for (std::size_t i = 0; i < plans.size(); ++i)
    for (const PlannedLaunch& launch : plans[i].run) {
      list.push_back(launch_kernel(launch.spec));
      list.back().kernel.name += fmt::format("_of_stage_{}", i);
    }
  for (const ListedConvolution& c : convolutions()) {
    ConvolveStages stages = stages_of(image_of(c), fitted(shape_of(c.across), shared_bytes),
                                      fitted(column_shape_of(c.down), shared_bytes));
    for (GeneratedKernel* stage : {&stages.taps_rows, &stages.taps_columns, &stages.rows,
                                   &stages.columns, &stages.rows_back}) {
      stage->kernel.name = fmt::format("{}_{}x{}x{}_{}_k{}", stage->kernel.name, c.rows, c.columns,
                                       c.channels, to_string(c.storage), c.taps);
      list.push_back(std::move(*stage));
    }
  }
  for (const PlainTransform& t : transforms())
    for (const Work& work : {Work(Forward{}), Work(Inverse{})})
      list.push_back(transform_kernel(t, work, shared_bytes));
  return list;
}

}  // namespace fftcore::test
