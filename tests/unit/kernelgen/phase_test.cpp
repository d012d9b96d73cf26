// SPDX-License-Identifier: LGPL-2.1-or-later
// The launches of a phase correlation against the definition in double, on memory that is NaN
// wherever nothing is stored.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "device_run.h"
#include "launch_kernel.h"
#include "planner.h"

namespace fftcore::test::phase_test {
namespace {

using Values = std::vector<std::complex<double>>;

/// Rows, then columns, by definition. sign -1: forward.
void transform_2d(Values& x, std::int64_t rows, std::int64_t columns, int sign) {
  const auto along = [&](std::int64_t lines, std::int64_t points, std::int64_t line_stride,
                         std::int64_t stride) {
    Values line(static_cast<std::size_t>(points));
    for (std::int64_t l = 0; l < lines; ++l) {
      const auto at = [&](std::int64_t e) -> std::complex<double>& {
        return x[static_cast<std::size_t>(l * line_stride + e * stride)];
      };
      for (std::int64_t k = 0; k < points; ++k) {
        std::complex<double> sum = 0;
        for (std::int64_t e = 0; e < points; ++e)
          sum += at(e) *
                 std::polar(1.0, sign * 2 * std::numbers::pi * static_cast<double>(e * k % points) /
                                     static_cast<double>(points));
        line[static_cast<std::size_t>(k)] = sum;
      }
      for (std::int64_t e = 0; e < points; ++e) at(e) = line[static_cast<std::size_t>(e)];
    }
  };
  along(rows, columns, columns, 1);
  along(columns, rows, 1, columns);
}

double frequency(std::int64_t k, std::int64_t points) {
  return static_cast<double>(std::min(k, points - k)) / static_cast<double>(points);
}

double window(std::int64_t n, std::int64_t extent) {
  const double place = (static_cast<double>(n) + 0.5) / static_cast<double>(extent),
               to_end = std::min(place, 1 - place);
  return to_end < 0.125 ? std::pow(std::sin(4 * std::numbers::pi * to_end), 2) : 1;
}

/// Samples of any element as numbers, in the places that the Layout gives them.
Values spectrum_of(const PhaseCorrelation& c, const std::vector<double>& samples) {
  const Extent image = c.image.extent(), padded = phase_extent(image);
  Values x(static_cast<std::size_t>(padded.rows * padded.columns));
  const auto sample = [&](std::int64_t row, std::int64_t column, std::int64_t channel) {
    return samples[static_cast<std::size_t>(row * c.image.rows.stride +
                                            column * c.image.columns.stride +
                                            channel * c.image.channels.stride)];
  };
  const auto level = [&](std::int64_t channel) {
    std::array three{sample(image.rows / 4, image.columns / 2, channel),
                     sample(image.rows / 2, image.columns / 4, channel),
                     sample(3 * image.rows / 4, 3 * image.columns / 4, channel)};
    std::sort(three.begin(), three.end());
    return three[1];
  };
  for (std::int64_t row = 0; row < image.rows; ++row)
    for (std::int64_t column = 0; column < image.columns; ++column) {
      double sum = 0;
      for (std::int64_t channel = 0; channel < c.image.channels.extent; ++channel)
        sum += static_cast<double>(c.weights[static_cast<std::size_t>(channel)]) *
               (sample(row, column, channel) - level(channel));
      if (c.has_window) sum *= window(row, image.rows) * window(column, image.columns);
      x[static_cast<std::size_t>(row * padded.columns + column)] = sum;
    }
  if (c.noise == 0) {
    double squares = 0;
    for (const std::complex<double>& value : x) squares += std::norm(value);
    const double deviation = std::sqrt(squares / static_cast<double>(image.rows * image.columns));
    for (std::complex<double>& value : x) value /= std::max(0.006 * deviation, 1e-36);
  }
  transform_2d(x, padded.rows, padded.columns, -1);
  return x;
}

std::vector<double> surface_of(const PhaseCorrelation& c, const std::vector<double>& image,
                               const std::vector<double>& reference) {
  const Extent padded = phase_extent(c.image.extent());
  Values x = spectrum_of(c, image);
  const Values r = spectrum_of(c, reference);
  const double noise = c.noise == 0 ? 1 : static_cast<double>(c.noise);
  double mean = 0;
  for (std::int64_t row = 0; row < padded.rows; ++row)
    for (std::int64_t column = 0; column < padded.columns; ++column) {
      const auto i = static_cast<std::size_t>(row * padded.columns + column);
      const double f = std::hypot(frequency(column, padded.columns), frequency(row, padded.rows)),
                   b = c.bandwidth;
      const double weight = b > 0 ? std::exp(-f * f / (2 * b * b)) : 1;
      mean += weight / static_cast<double>(x.size());
      x[i] *= weight * std::conj(r[i]) /
              (std::abs(x[i]) * std::abs(r[i]) + noise * noise * static_cast<double>(x.size()));
    }
  transform_2d(x, padded.rows, padded.columns, 1);
  std::vector<double> surface;
  for (const std::complex<double>& value : x)
    surface.push_back(value.real() / mean / static_cast<double>(x.size()));
  return surface;
}

/// The memory that launches work on, by Place.
class Memory {
 public:
  Memory(const LaunchPlan& plan, const PhaseCorrelation& c)
      : strides_{c.image.rows.stride, surface_extent(c).columns} {
    for (const Place place :
         {Place::work_0, Place::spectrum, Place::own_spectrum, Place::row_norms, Place::image_scale,
          Place::candidates, Place::row_bests, Place::found})
      memory_[place] = poisoned(plan.bytes_of(place));
  }
  static HostBuffer poisoned(std::int64_t bytes) {
    return bytes_of(std::vector<float>(static_cast<std::size_t>(bytes) / sizeof(float), NAN));
  }

  HostBuffer& operator[](Place place) { return memory_[place]; }

  void set_reference(const LaunchPlan& plan) {
    launch({plan.run.begin(), plan.run.begin() + plan.of_references});
    launch(plan.set_taps);
  }

  void launch(const std::vector<PlannedLaunch>& launches) {
    for (const PlannedLaunch& one : launches) {
      HostArguments arguments;
      const std::vector<std::pair<const char*, Place>> places = {
          {"input", one.from},
          {"output", one.to},
          {"taps_spectrum", Place::spectrum},
          {"own_spectrum", Place::own_spectrum},
          {"image_scale", Place::image_scale},
          {"surface", Place::output},
          {"candidates", Place::candidates},
          {"row_bests", Place::row_bests},
          {"found", Place::found}};
      arguments.scalars["input_row_stride"] = static_cast<std::int32_t>(strides_[0]);
      arguments.scalars["output_row_stride"] = static_cast<std::int32_t>(strides_[1]);
      for (const auto& [name, place] : places) arguments.buffers[name] = memory_[place];
      const GeneratedKernel kernel = launch_kernel(one.spec);
      run(kernel, arguments);
      for (const ast::Parameter& parameter : kernel.kernel.parameters)
        if (const auto* buffer = std::get_if<ast::BufferParameter>(&parameter);
            buffer != nullptr && buffer->is_written())
          for (const auto& [name, place] : places)
            if (buffer->name == name) memory_.at(place) = arguments.buffers.at(name);
    }
  }

 private:
  std::array<std::int64_t, 2> strides_;  // of the image's rows and S's
  std::map<Place, HostBuffer> memory_;
};

/// Random samples over all that the image reaches over, in the units of u8; `moved`: down and to
/// the right. Where the noise is measured, a wave makes it as large as the samples.
std::vector<double> picture(const PhaseCorrelation& c, std::int64_t moved) {
  const auto random = random_complex(4096, 11);
  const Layout& image = c.image;
  std::vector<double> samples(static_cast<std::size_t>(
      image.rows.extent * image.rows.stride + image.channels.extent * image.channels.stride));
  for (std::int64_t row = 0; row < image.rows.extent; ++row)
    for (std::int64_t column = 0; column < image.columns.extent; ++column)
      for (std::int64_t channel = 0; channel < image.channels.extent; ++channel)
        samples[static_cast<std::size_t>(row * image.rows.stride + column * image.columns.stride +
                                         channel * image.channels.stride)] =
            std::round(
                127 +
                (c.noise == 0
                     ? 17000 * std::cos(0.8 * static_cast<double>(row + column - 2 * moved))
                     : 0) +
                250 * static_cast<double>(
                          random[static_cast<std::size_t>((row - moved + 64) * 61 +
                                                          (column - moved + 64) * 7 + channel) %
                                 random.size()]
                              .real()));
  return samples;
}

HostBuffer as_stored(const PhaseCorrelation& c, const std::vector<double>& samples) {
  switch (c.image.type) {
    case SampleType::u8: return bytes_of(std::vector<std::uint8_t>(samples.begin(), samples.end()));
    case SampleType::u16:
      return bytes_of(std::vector<std::uint16_t>(samples.begin(), samples.end()));
    default: return bytes_of(std::vector<float>(samples.begin(), samples.end()));
  }
}

DeviceTraits traits_of(std::int64_t shared_bytes) {
  DeviceTraits traits = gpu_traits("48k");
  traits.shared_bytes = shared_bytes;
  return traits;
}

class Phase : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (device() == nullptr) GTEST_SKIP() << reason();
  }
};

TEST_P(Phase, SurfaceIsByDefinition) {
  const PhaseCorrelation c = parse_phase_correlation(GetParam());
  const LaunchPlan plan = plan_launches(c, traits_of(48 * 1024));
  ASSERT_EQ(plan.run.size(), c.noise == 0 ? 6U : 4U);
  const std::vector<double> first = picture(c, 0), second = picture(c, 3), third = picture(c, 1);
  const std::int64_t points = surface_extent(c).rows * surface_extent(c).columns;
  Memory memory(plan, c);
  const auto expect_surface = [&](const std::vector<double>& image,
                                  const std::vector<double>& reference) {
    memory[Place::input] = as_stored(c, image);
    memory[Place::output] = Memory::poisoned(points * 4);
    memory.launch(plan.run);
    const std::vector<float> surface = values_of<float>(memory[Place::output]);
    const std::vector<double> expected = surface_of(c, image, reference);
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(surface[i], expected[i], 2e-5) << GetParam() << ", sample " << i;
  };
  memory[Place::input] = as_stored(c, first);
  memory.set_reference(plan);
  expect_surface(second, first);
  // The image's own spectrum as the reference.
  std::swap(memory[Place::spectrum], memory[Place::own_spectrum]);
  expect_surface(third, second);
}

INSTANTIATE_TEST_SUITE_P(
    All, Phase,
    testing::Values("phase u8 24x40", "phase u8 23x37",
                    "phase u16 7x50x3 weights=0.299,0.587,0.114,0",
                    "phase f32 33x12x4 planar weights=0,1,0,0.5 no-window bandwidth=0 noise=0.001",
                    "phase u8 1x1", "phase u8 1x90 noise=20 pitch=96",
                    "phase f32 60x2 bandwidth=0.05 noise=0.001", "phase f32 24x40",
                    "phase f32 37x23x2 weights=0.75,0.25,0,0 no-window", "phase f32 2x330",
                    "phase f32 330x2 pitch=5", "phase f32 1x1"));

TEST(Phase, OfNothingIsNothing) {
  if (device() == nullptr) GTEST_SKIP() << reason();
  PhaseCorrelation c = parse_phase_correlation("phase f32 10x12");
  for (const float noise : {1e-30F, 0.0F}) {  // whose square is 0 in f32, and measured
    c.noise = noise;
    const LaunchPlan plan = plan_launches(c, traits_of(48 * 1024));
    Memory memory(plan, c);
    memory[Place::input] = as_stored(c, std::vector<double>(120, 0.0));
    memory[Place::output] = Memory::poisoned(120 * 4);
    memory.set_reference(plan);
    memory.launch(plan.run);
    EXPECT_EQ(values_of<float>(memory[Place::output]), std::vector<float>(120, 0.0F)) << noise;
  }
}

}  // namespace
}  // namespace fftcore::test::phase_test
