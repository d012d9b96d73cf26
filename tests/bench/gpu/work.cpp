// SPDX-License-Identifier: LGPL-2.1-or-later
#include "work.h"

#include <fmt/format.h>

#include <numeric>
#include <random>

#include "fftcore/error.h"
#include "test_image.h"

namespace bench {

using namespace fftcore;

namespace {

/// Peers are spared the general case: images, batches of them or of their channels, that lie
/// without gaps.
void check(const Convolution& problem) {
  const auto is_plain = [&](const Layout& layout) {
    const SampleTraits type = traits_of(layout.type);
    const std::int64_t channels = layout.channels.extent;
    return (part_of(layout.type) == SampleType::f32 || (type.is_whole() && !type.is_big_endian)) &&
           layout.slices.extent == 1 &&
           layout == (problem.mixing == Mixing::none
                          ? Layout::interleaved(layout.type, layout.extent(), channels)
                          : Layout::planar(layout.type, layout.extent(), channels))
                         .with_frames(layout.frames.extent);
  };
  const bool is_complex = problem.output.type == SampleType::complex64;
  if (!is_plain(problem.input) || !is_plain(problem.output) || problem.region != Region::same ||
      problem.bias != 0 || (problem.filters != 1 && problem.input.frames.extent != 1) ||
      problem.mixing == Mixing::diagonal ||
      is_complex != (problem.input.type == SampleType::complex64) ||
      (problem.operation != Operation::convolve &&
       (is_complex || problem.operation != Operation::correlate)))
    throw Error(fmt::format(
        "'{}': cases convolve complex64, f32 or little-endian whole numbers of one slice "
        "without gaps, or correlate real ones, region same; planes of several channels "
        "mix fully, channels of pixels do not, and several kernels meet one frame",
        to_string(problem)));
}

void check(const Transform& transform) {
  const std::size_t axes = transform.kind == TransformKind::dct2 ? 2 : 1;
  if (transform != with_dense_strides(transform) || transform.axes.size() != axes ||
      transform.batches.size() != 1 || transform.in_place || transform.ortho ||
      (transform.numbers != Numbers::f32 && (axes != 1 || transform.numbers != Numbers::f64)) ||
      !transform.zero.empty() || !transform.keep.empty() ||
      (axes == 1 && transform.kind != TransformKind::c2c && transform.kind != TransformKind::r2c))
    throw Error(fmt::format(
        "'{}': cases are of one axis, c2c or r2c, f32 or f64, or of two, dct2, and of one batch, "
        "without gaps",
        to_string(transform)));
}

void check(const PhaseCorrelation& correlation) {
  const Layout& image = correlation.image;
  if (correlation.has_surface || !correlation.has_window ||
      image != Layout::interleaved(SampleType::u8, image.extent()))
    throw Error(
        fmt::format("'{}': cases correlate windowed phases of u8 of one channel without gaps",
                    to_string(correlation)));
}

void check(const TemplateMatching& matching) {
  constexpr std::int64_t kMostSide = 256;  // sums of squares then fit 32 bits
  const Layout& image = matching.image;
  if (matching.has_surface || matching.score != Score::ccoeff_normed ||
      matching.template_extent.rows > kMostSide || matching.template_extent.columns > kMostSide ||
      image != Layout::interleaved(SampleType::u8, image.extent()))
    throw Error(fmt::format(
        "'{}': cases match ccoeff-normed, in u8 of one channel without gaps, templates of up to "
        "{} samples a side, without a surface",
        to_string(matching), kMostSide));
}

void check(const Denoise& denoise) {
  if (denoise.input != Layout::interleaved(SampleType::u8, denoise.input.extent()) ||
      denoise.output != denoise.input)
    throw Error(
        fmt::format("'{}': cases denoise u8 of one channel without gaps", to_string(denoise)));
}

std::vector<Taps> templates_of(const TemplateMatching& matching) {
  const Extent extent = matching.template_extent;
  std::vector<Taps> templates;
  for (std::int64_t number = 0; number < matching.templates; ++number) {
    const auto [top, left] = template_place(matching, number);
    Taps taps{extent, {}};
    for (std::int64_t row = 0; row < extent.rows; ++row)
      for (std::int64_t column = 0; column < extent.columns; ++column)
        taps.values.push_back(input_value(
            static_cast<std::uint64_t>((top + row) * matching.image.columns.extent + left + column),
            matching.image.type));
    templates.push_back(std::move(taps));
  }
  return templates;
}

/// What is filled: parts, of complex samples.
SampleType sample_type_of(const Task& task) {
  if (std::holds_alternative<Denoise>(task)) return SampleType::u8;
  if (const ImageSearch* search = search_of(task)) return search->image.type;
  const auto* problem = std::get_if<Convolution>(&task);
  return problem != nullptr ? part_of(problem->input.type) : SampleType::f32;
}

std::size_t input_bytes_of(const Task& task) {
  if (const auto* transform = std::get_if<Transform>(&task)) return input_size_bytes(*transform);
  if (const auto* denoise = std::get_if<Denoise>(&task))
    return static_cast<std::size_t>(denoise->input.rows.extent * denoise->input.columns.extent *
                                    (denoise->before + 1 + denoise->after));
  const ImageSearch* search = search_of(task);
  const Layout& input = search != nullptr ? search->image : std::get<Convolution>(task).input;
  return static_cast<std::size_t>(input.rows.extent * input.columns.extent * input.channels.extent *
                                  input.frames.extent) *
         size_bytes(input.type);
}

}  // namespace

void check_is_plain(const Task& task) {
  std::visit([](const auto& one) { check(one); }, task);
}

double input_value(std::uint64_t i, SampleType type) {
  auto x = static_cast<std::uint32_t>(i);
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  x ^= x >> 16;
  if (const SampleTraits traits = traits_of(type); traits.is_whole())
    return x >> (32 - traits.bits);
  return static_cast<float>(x >> 8) * (1.0F / 16777216.0F) - 0.5F;
}

std::vector<Taps> bench_taps(const Convolution& problem) {
  std::mt19937 random(1);
  const auto noise = [&] {
    std::vector<double> values = oracle::random_taps(problem.taps, random).values;
    const double count = static_cast<double>(values.size());
    const double lacking = 1 - std::accumulate(values.begin(), values.end(), 0.0);
    for (double& value : values) value = static_cast<float>(value + lacking / count);
    return values;
  };
  std::vector<Taps> taps;
  for (std::int64_t i = 0; i < taps_needed(problem); ++i) {
    taps.push_back({problem.taps, noise()});
    if (oracle::is_complex(problem.output.type)) taps.back().imaginary = noise();
  }
  return taps;
}

Taps gaussian_taps(const Convolution& problem) {
  const auto curve = [](std::int64_t count) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < count; ++i) {
      const double x = 6.0 * (static_cast<double>(i) - 0.5 * static_cast<double>(count - 1)) /
                       static_cast<double>(count);
      values.push_back(std::exp(-x * x / 2));
    }
    return values;
  };
  Taps taps{problem.taps, {}};
  for (const double of_column : curve(problem.taps.rows))
    for (const double of_row : curve(problem.taps.columns))
      taps.values.push_back(of_column * of_row);
  return normalized(std::move(taps));
}

std::array<std::int64_t, 2> template_place(const TemplateMatching& matching, std::int64_t number) {
  const Extent places = surface_extent(matching);
  return {(number * 97 + 41) % places.rows, (number * 389 + 83) % places.columns};
}

Work::Work(const Gpu& gpu, const Case& what)
    : name_(what.name),
      text_(what.text),
      is_gaussian_(what.is_gaussian),
      task_(parse_task(what.text)),
      input_(input_bytes_of(task_)),
      moved_(correlation() != nullptr ? input_.size_bytes() : 1),
      output_bytes_(static_cast<std::size_t>(bytes_of(task_)) - input_.size_bytes()) {
  check_is_plain(task_);
  if (correlation() != nullptr) {
    fill_frames(gpu);
    return;
  }
  if (problem() != nullptr)
    taps_ = is_gaussian_ ? std::vector{gaussian_taps(*problem())} : bench_taps(*problem());
  if (matching() != nullptr) templates_ = templates_of(*matching());
  if (transform() != nullptr && transform()->numbers == Numbers::f64) {
    const auto count = static_cast<std::uint32_t>(input_.size_bytes() / sizeof(double));
    gpu.kernels().launch(gpu.stream(), "fill_f64", {Kernels::blocks_for(count)}, input_.address(),
                         count);
    gpu.wait();
    return;
  }
  const SampleType type = sample_type_of(task_);
  const auto count = static_cast<std::uint32_t>(input_.size_bytes() / size_bytes(type));
  const SampleTraits traits = traits_of(type);
  const std::int64_t blocks = Kernels::blocks_for(count);
  if (!traits.is_whole())
    gpu.kernels().launch(gpu.stream(), "fill_f32", {blocks}, input_.address(), count);
  else
    gpu.kernels().launch(gpu.stream(), traits.bytes == 1 ? "fill_u8" : "fill_u16", {blocks},
                         input_.address(), count, traits.bits, traits.shift);
  gpu.wait();
}

void Work::fill_frames(const Gpu& gpu) const {
  constexpr int kMargin = 64;  // more than the shift
  const Extent extent = correlation()->image.extent();
  for (const int number : {0, 1}) {
    const int left = kMargin - number * static_cast<int>(kShift[0]),
              top = kMargin - number * static_cast<int>(kShift[1]);
    gpu.kernels().launch(gpu.stream(), "fill_scene_u8",
                         {Kernels::blocks_for(extent.columns), extent.rows},
                         frame(number).address(), static_cast<int>(extent.columns), left, top);
  }
  gpu.wait();
}

}  // namespace bench
