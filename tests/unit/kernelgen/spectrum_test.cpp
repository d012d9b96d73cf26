// SPDX-License-Identifier: LGPL-2.1-or-later
// The launches of a convolution's stages against the definitions in double, on memory that is NaN
// wherever nothing is stored.
#include <cmath>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "device_run.h"
#include "launch_kernel.h"
#include "planner.h"
#include "stage_launches.h"

namespace fftcore::test::spectrum_test {
namespace {

using Value = std::complex<double>;
using Values = std::vector<Value>;

/// A field of samples, or of its spectrum, all bins; rows x columns, channel after channel.
struct Field {
  std::int64_t rows, columns, channels;
  Values values;
  Field(std::int64_t r, std::int64_t c, std::int64_t n)
      : rows(r), columns(c), channels(n), values(static_cast<std::size_t>(r * c * n)) {}
  Value& at(std::int64_t channel, std::int64_t row, std::int64_t column) {
    return values[static_cast<std::size_t>((channel * rows + row) * columns + column)];
  }
};

/// By definition, not divided. sign -1: forward.
void transform(Field& field, bool along_rows, int sign) {
  const std::int64_t points = along_rows ? field.columns : field.rows,
                     lines = along_rows ? field.rows : field.columns;
  Values line(static_cast<std::size_t>(points));
  for (std::int64_t c = 0; c < field.channels; ++c)
    for (std::int64_t l = 0; l < lines; ++l) {
      const auto at = [&](std::int64_t e) -> Value& {
        return along_rows ? field.at(c, l, e) : field.at(c, e, l);
      };
      for (std::int64_t k = 0; k < points; ++k) {
        Value sum = 0;
        for (std::int64_t e = 0; e < points; ++e)
          sum += at(e) *
                 std::polar(1.0, sign * 2 * std::numbers::pi * static_cast<double>(e * k % points) /
                                     static_cast<double>(points));
        line[static_cast<std::size_t>(k)] = sum;
      }
      for (std::int64_t e = 0; e < points; ++e) at(e) = line[static_cast<std::size_t>(e)];
    }
}

Field random_field(std::int64_t rows, std::int64_t columns, std::int64_t channels, unsigned seed) {
  Field field(rows, columns, channels);
  const auto random = random_complex(field.values.size(), seed);
  for (std::size_t i = 0; i < random.size(); ++i)
    field.values[i] = static_cast<double>(random[i].real());
  return field;
}

SpectrumLayout layout_of(Extent points, std::int64_t channels, Transformed transformed,
                         std::int64_t stored_rows, bool normalized = false) {
  return {points,
          channels,
          SampleType::f32,
          transformed,
          transformed == Transformed::rows ? stored_rows : points.rows,
          normalized};
}

/// The spectrum of a field as the layout has it; row padding is a number.
HostBuffer stored(const SpectrumLayout& layout, Field field) {
  transform(field, true, -1);
  if (layout.transformed == Transformed::rows_and_columns) transform(field, false, -1);
  const double divisor =
      !layout.normalized
          ? 1
          : static_cast<double>(field.columns * (layout.transformed == Transformed::rows_and_columns
                                                     ? field.rows
                                                     : 1));
  std::vector<std::complex<float>> values;
  for (std::int64_t c = 0; c < layout.channels; ++c)
    for (std::int64_t row = 0; row < layout.stored_rows; ++row)
      for (std::int64_t bin = 0; bin < row_stride(layout); ++bin)
        values.emplace_back(bin < bins(layout)
                                ? std::complex<float>(field.at(c, row, bin) / divisor)
                                : std::complex<float>(7, 5));
  return bytes_of(values);
}

/// Largest distance of bins, relative to the largest one there should be; infinite where something
/// is not a number.
double error_of(const SpectrumLayout& layout, const HostBuffer& got, const HostBuffer& want) {
  const auto a = values_of<std::complex<float>>(got), b = values_of<std::complex<float>>(want);
  double most = 0, error = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (static_cast<std::int64_t>(i) % row_stride(layout) >= bins(layout)) {
      if (!std::isfinite(a[i].real()) || !std::isfinite(a[i].imag())) return INFINITY;
      continue;
    }
    most = std::max<double>(most, std::abs(b[i]));
    error = std::isnan(std::abs(a[i])) ? INFINITY : std::max<double>(error, std::abs(a[i] - b[i]));
  }
  return error / most;
}

HostBuffer poisoned(std::size_t bytes) {
  return bytes_of(std::vector<float>(bytes / sizeof(float), NAN));
}

class SpectrumStage : public testing::Test {
 protected:
  void SetUp() override {
    if (device() == nullptr) GTEST_SKIP() << reason();
  }

  void launch(const std::vector<PlannedLaunch>& launches) {
    for (const PlannedLaunch& one : launches) {
      HostArguments arguments;
      arguments.scalars = {{"input_row_stride", stride},
                           {"output_row_stride", stride},
                           {"image_row_stride", stride},
                           {"gain", gain},
                           {"offset", 0.0F},
                           {"product_gain", 1.0F}};
      const std::vector<std::pair<const char*, Place>> places = {{"input", one.from},
                                                                 {"output", one.to},
                                                                 {"taps_spectrum", Place::spectrum},
                                                                 {"image", Place::source}};
      for (const auto& [name, place] : places) arguments.buffers[name] = memory[place];
      run(launch_kernel(one.spec), arguments);
      memory.at(one.to) = arguments.buffers.at("output");
    }
  }

  std::int32_t stride = 0;
  float gain = 1;
  std::map<Place, HostBuffer> memory;
  const DeviceTraits traits = gpu_traits("48k");
};

}  // namespace

TEST_F(SpectrumStage, ForwardIsByDefinitionWithBordersAndWindow) {
  for (const Transformed transformed : {Transformed::rows, Transformed::rows_and_columns})
    for (const bool has_window : {false, true}) {
      ForwardStage stage;
      stage.image = Layout::interleaved(SampleType::f32, {9, 17}, 2);
      stage.edge = EdgeMode::reflect;
      if (has_window)
        stage.window = Window::hann;
      else
        stage.border = {3, 2, 1, 4};
      const Extent points{16, 24};
      const std::int64_t needed = 9 + stage.border.top + stage.border.bottom;
      stage.spectrum = layout_of(points, 2, transformed, needed, has_window);
      const Field image = random_field(9, 17, 2, 3);
      Field field(points.rows, points.columns, 2), mutable_image = image;
      std::vector<float> samples(9 * 17 * 2);
      const auto reflected = [](std::int64_t n, std::int64_t extent) {
        return n < 0 ? -1 - n : n >= extent ? 2 * extent - 1 - n : n;
      };
      const auto hann = [](std::int64_t n, double extent) {
        return std::pow(std::sin(std::numbers::pi * (static_cast<double>(n) + 0.5) / extent), 2);
      };
      for (std::int64_t c = 0; c < 2; ++c)
        for (std::int64_t y = 0; y < needed; ++y)
          for (std::int64_t x = 0; x < 17 + stage.border.left + stage.border.right; ++x) {
            const std::int64_t row = reflected(y - stage.border.top, 9),
                               column = reflected(x - stage.border.left, 17);
            const Value sample = mutable_image.at(c, row, column);
            samples[static_cast<std::size_t>((row * 17 + column) * 2 + c)] =
                static_cast<float>(sample.real());
            field.at(c, y, x) = has_window ? sample * hann(row, 9) * hann(column, 17) : sample;
          }
      const LaunchPlan plan = plan_launches(stage, traits);
      EXPECT_EQ(plan.run.size(), transformed == Transformed::rows ? 1U : 2U);
      stride = 17 * 2;
      memory[Place::input] = bytes_of(samples);
      memory[Place::output] = poisoned(size_bytes(stage.spectrum));
      launch(plan.run);
      EXPECT_LT(error_of(stage.spectrum, memory[Place::output], stored(stage.spectrum, field)),
                2e-6)
          << to_string(stage);
    }
}

TEST_F(SpectrumStage, ProductsAreByDefinition) {
  struct Case {
    Extent points;
    std::int64_t channels;
    Mixing mixing;
    SpectralOp op;
    bool is_normalized, is_kernel_normalized;
    std::int64_t shared_bytes = 48 * 1024;
  };
  const SpectralOp plain, correlates{.conjugate_factor = true},
      phase{.kind = SpectralKind::phase_only, .parameter = 0.1F},
      wiener{.kind = SpectralKind::wiener, .conjugate_factor = true, .parameter = 3};
  const auto conjugated = [](SpectralOp op, bool input, bool factor) {
    op.conjugate_input = input;
    op.conjugate_factor = factor;
    return op;
  };
  for (const Case& c :
       {Case{{12, 20}, 1, Mixing::none, plain, false, false},
        Case{{96, 20}, 2, Mixing::none, correlates, true, false},
        Case{{96, 4}, 3, Mixing::full, correlates, false, true},
        Case{{12, 20}, 2, Mixing::symmetric, plain, true, true},
        Case{{12, 20}, 2, Mixing::diagonal, conjugated(phase, false, true), true, false},
        Case{{1, 20}, 2, Mixing::full, plain, false, false},
        Case{{15, 6}, 1, Mixing::none, phase, false, true},
        Case{{96, 4}, 3, Mixing::full, plain, true, false, 2048},
        Case{{12, 20}, 1, Mixing::none, wiener, false, false},
        Case{{15, 6}, 2, Mixing::diagonal, wiener, true, true},
        Case{{96, 4}, 3, Mixing::full, conjugated(plain, true, false), false, false},
        Case{{12, 20}, 1, Mixing::none, conjugated(phase, true, true), false, false},
        Case{{15, 6}, 1, Mixing::none, conjugated(wiener, true, false), false, true}})
    for (const Transformed from : {Transformed::rows, Transformed::rows_and_columns})
      for (const Transformed to : {Transformed::rows, Transformed::rows_and_columns}) {
        const std::int64_t rows = c.points.rows, columns = c.points.columns,
                           planes = c.mixing == Mixing::full   ? c.channels * c.channels
                                    : c.mixing == Mixing::none ? 1
                                    : c.mixing == Mixing::diagonal
                                        ? c.channels
                                        : c.channels * (c.channels + 1) / 2;
        MultiplyStage stage;
        const std::int64_t there = std::max<std::int64_t>(1, rows - 3);
        stage.input = layout_of(c.points, c.channels, from, there, c.is_normalized);
        stage.output = layout_of(c.points, c.channels, to, std::max<std::int64_t>(1, rows - 5));
        stage.spectrum =
            layout_of(c.points, planes, Transformed::rows_and_columns, 0, c.is_kernel_normalized);
        stage.mixing = c.mixing;
        stage.op = c.op;
        stage.output.normalized = is_product_normalized(stage);
        Field x = random_field(rows, columns, c.channels, 5);
        const Field k = random_field(rows, columns, planes, 6);
        for (std::int64_t channel = 0; channel < c.channels; ++channel)
          for (std::int64_t row = there; row < rows; ++row)
            for (std::int64_t column = 0; column < columns; ++column)
              x.at(channel, row, column) = 0;

        Field fx = x, fk = k, product(rows, columns, c.channels);
        for (Field* one : {&fx, &fk}) {
          transform(*one, true, -1);
          transform(*one, false, -1);
        }
        for (std::int64_t out = 0; out < c.channels; ++out)
          for (std::int64_t in = 0; in < c.channels; ++in) {
            const bool mixes = c.mixing == Mixing::full || c.mixing == Mixing::symmetric;
            if (!mixes && in != out) continue;
            const std::int64_t a = std::min(in, out), b = std::max(in, out);
            const std::int64_t plane = c.mixing == Mixing::none       ? 0
                                       : c.mixing == Mixing::diagonal ? out
                                       : c.mixing == Mixing::full
                                           ? out * c.channels + in
                                           : a * c.channels - a * (a - 1) / 2 + b - a;
            for (std::int64_t row = 0; row < rows; ++row)
              for (std::int64_t column = 0; column < columns; ++column) {
                const Value factor = fk.at(plane, row, column), in_bin = fx.at(in, row, column),
                            p = (c.op.conjugate_input ? std::conj(in_bin) : in_bin) *
                                (c.op.conjugate_factor ? std::conj(factor) : factor);
                double divisor = 1;
                if (c.op.kind == SpectralKind::phase_only)
                  divisor = std::abs(p) + 0.01 * static_cast<double>(rows * columns);
                if (c.op.kind == SpectralKind::wiener) divisor = std::norm(factor) + 3;
                product.at(out, row, column) += p / divisor;
              }
          }
        // As a field again, which stored() makes the output of.
        transform(product, true, 1);
        transform(product, false, 1);
        for (Value& value : product.values) value /= static_cast<double>(rows * columns);

        DeviceTraits small = traits;
        small.shared_bytes = c.shared_bytes;
        const LaunchPlan plan = plan_launches(stage, small);
        // Channels that do not fit a block together have launches of their own, but for the
        // product.
        const std::size_t transforms =
            (from == Transformed::rows ? 1U : 0U) + (to == Transformed::rows ? 1U : 0U);
        ASSERT_EQ(plan.run.size(), c.shared_bytes < 4096 ? 1 + transforms : 1U);
        memory[Place::work_0] = poisoned(static_cast<std::size_t>(plan.bytes_of(Place::work_0)));
        memory[Place::input] = stored(stage.input, x);
        memory[Place::spectrum] = stored(*stage.spectrum, k);
        memory[Place::output] = poisoned(size_bytes(stage.output));
        launch(plan.run);
        EXPECT_LT(error_of(stage.output, memory[Place::output], stored(stage.output, product)),
                  c.op.kind == SpectralKind::phase_only ? 1e-4 : 4e-6)
            << to_string(stage);
      }
}

TEST_F(SpectrumStage, InverseGoesRoundTheEnds) {
  struct Case {
    Transformed transformed;
    std::int64_t first_row, first_column, rows, columns;
    bool normalized;
    bool copies = false;
  };
  const Extent points{12, 20};
  for (const Case& c :
       {Case{Transformed::rows, 0, 0, 12, 20, false}, Case{Transformed::rows, 2, 19, 9, 17, true},
        Case{Transformed::rows, 2, 19, 9, 17, true, true},
        Case{Transformed::rows_and_columns, 11, 7, 12, 20, false},
        Case{Transformed::rows_and_columns, 5, 4, 7, 15, true},
        Case{Transformed::rows_and_columns, 9, 16, 5, 3, true},
        Case{Transformed::rows_and_columns, 9, 16, 5, 15, false, true}}) {
    InverseStage stage;
    stage.spectrum = layout_of(points, 2, c.transformed, points.rows, c.normalized);
    stage.image = Layout::interleaved(SampleType::f32, {c.rows, c.columns}, 3);
    stage.skipped_channels = 2;
    stage.copies_skipped = c.copies;
    stage.first_row = c.first_row;
    stage.first_column = c.first_column;
    Field field = random_field(points.rows, points.columns, 2, 8);
    const LaunchPlan plan = plan_launches(stage, traits);
    EXPECT_EQ(plan.run.size(), c.transformed == Transformed::rows ? 1U : 2U);
    stride = static_cast<std::int32_t>(c.columns * 3);
    gain = static_cast<float>(inverse_scale(stage));
    memory[Place::input] = stored(stage.spectrum, field);
    memory[Place::work_0] = poisoned(static_cast<std::size_t>(plan.bytes_of(Place::work_0)));
    memory[Place::output] = poisoned(static_cast<std::size_t>(c.rows * stride) * sizeof(float));
    std::vector<float> source;
    for (std::int64_t i = 0; i < c.rows * stride; ++i)
      source.push_back(static_cast<float>(i) + 100);
    memory[Place::source] = bytes_of(source);
    launch(plan.run);
    const auto image = values_of<float>(memory[Place::output]);
    for (std::int64_t row = 0; row < c.rows; ++row)
      for (std::int64_t column = 0; column < c.columns; ++column)
        for (std::int64_t channel = 0; channel < 3; ++channel) {
          const auto at = static_cast<std::size_t>(row * stride + column * 3 + channel);
          const float got = image[at];
          if (channel == 1 && c.copies) {
            ASSERT_EQ(got, source[at]) << "not copied";
            continue;
          }
          if (channel == 1) {
            ASSERT_TRUE(std::isnan(got)) << "written although left out";
            continue;
          }
          const double want = field
                                  .at(channel / 2, (row + c.first_row) % points.rows,
                                      (column + c.first_column) % points.columns)
                                  .real();
          ASSERT_NEAR(got, want, 1e-6) << to_string(stage) << ", sample " << row << ", " << column
                                       << " of channel " << channel;
        }
  }
}

/// Aligned pairs of samples and single ones are the same image, whatever its element; and neither
/// writes beyond a row.
TEST_F(SpectrumStage, PairsAreStoredAsSingleSamplesAre) {
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f16, SampleType::f32,
                                SampleType::u10_high, SampleType::u16_be}) {
    InverseStage stage;
    stage.spectrum = layout_of({12, 20}, 1, Transformed::rows, 12, true);
    stage.image = Layout::interleaved(type, {9, 14}, 1, 16);
    stage.bias = 10;
    const LaunchPlan plan = plan_launches(stage, traits);
    ASSERT_EQ(plan.run_unaligned.size(), 1U);
    stride = 16;
    gain = 300;
    memory[Place::input] = stored(stage.spectrum, random_field(12, 20, 1, 9));
    const auto image_of = [&](const std::vector<PlannedLaunch>& run) {
      memory[Place::output] = HostBuffer(9 * 16 * size_bytes(type), 0xA5);
      launch(run);
      return memory[Place::output];
    };
    const HostBuffer pairs = image_of(plan.run), single = image_of(plan.run_unaligned);
    EXPECT_EQ(pairs, single) << to_string(type);
    const std::size_t row = 16 * size_bytes(type), used = 14 * size_bytes(type);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (i % row < used) continue;
      ASSERT_EQ(pairs[i], 0xA5) << to_string(type) << ", byte " << i;
    }
  }
  InverseStage stage;
  stage.spectrum = layout_of({12, 20}, 1, Transformed::rows, 12, true);
  for (const Layout& image : {Layout::interleaved(SampleType::f32, {9, 13}),
                              Layout::interleaved(SampleType::f32, {9, 14}, 1, 15),
                              Layout::interleaved(SampleType::f32, {9, 14}, 2)}) {
    stage.image = image;
    stage.skipped_channels = image.channels.extent == 2 ? 2 : 0;
    EXPECT_TRUE(plan_launches(stage, traits).run_unaligned.empty());
  }
  stage.image = Layout::planar(SampleType::f32, {9, 14}, 2);
  EXPECT_FALSE(plan_launches(stage, traits).run_unaligned.empty());
  stage.copies_skipped = true;
  EXPECT_TRUE(plan_launches(stage, traits).run_unaligned.empty()) << "copied one by one";
}

}  // namespace fftcore::test::spectrum_test
