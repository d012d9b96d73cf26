// SPDX-License-Identifier: LGPL-2.1-or-later
// What a work reads, writes and needs, as C is told: layouts, sizes, numbers of taps.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "fftcore/search.h"
#include "fftcore/stages.h"
#include "handles.h"

namespace fftcore::test::layouts_test {
namespace {

constexpr const char* kForward =
    "forward u8 48x64x3 pitch=200 replicate border=2,2,2,2 skip=4 -> rows f16 64x80x2 "
    "stored=52 normalized";
constexpr const char* kProduct =
    "rows-and-columns f32 64x80x2 times rows-and-columns f16 64x80 -> rows-and-columns f32 64x80x2";
constexpr const char* kInverse =
    "rows-and-columns f32 64x80x2 -> inverse u8 48x64x3 skip=4 copies-skipped from 2,3";

fftcore_layout input_of(const char* text, std::size_t index = 0) {
  fftcore_layout layout = {};
  EXPECT_EQ(fftcore_input_layout(work_of(text).get(), index, &layout), FFTCORE_OK)
      << fftcore_last_message();
  return layout;
}
fftcore_layout output_of(const char* text) {
  fftcore_layout layout = {};
  EXPECT_EQ(fftcore_output_layout(work_of(text).get(), &layout), FFTCORE_OK)
      << fftcore_last_message();
  return layout;
}

/// All of a layout as one text: extents and strides of columns, rows, channels, slices and frames.
std::string shown(const fftcore_layout& layout) {
  std::string text = layout.type;
  for (const fftcore_axis& axis :
       {layout.columns, layout.rows, layout.channels, layout.slices, layout.frames})
    text += " " + std::to_string(axis.extent) + ":" + std::to_string(axis.stride);
  return text + " " + std::to_string(layout.word_bytes) + "/" + std::to_string(layout.word_samples);
}

TEST(CLayouts, AreThoseOfTheWork) {
  constexpr const char* kVolume =
      "conv3d u8>f32 8x9x10x2 k3x3x3 wrap valid pitch=24,16 slice=240,112 frame=2000,700 frames=3";
  EXPECT_EQ(shown(input_of(kVolume)), "u8 10:2 9:24 2:1 8:240 3:2000 1/1");
  EXPECT_EQ(shown(output_of(kVolume)), "f32 8:2 7:16 2:1 6:112 3:700 4/1");
  constexpr const char* kSecond =
      "conv2d u8>f32 5x7x2 k3x3 wrap valid pitch=14,10,24 w=u16 store=\"v * w\"";
  EXPECT_EQ(shown(input_of(kSecond, 1)), "u16 5:2 3:24 2:1 1:1 1:1 2/1");
  EXPECT_EQ(shown(input_of("conv2d u10-packed 5x7 k3x3")), "u10-packed 7:1 5:9 1:1 1:1 1:1 4/3");
  EXPECT_EQ(shown(output_of("match ccorr u8 40x50 p7x9 templates=2 surface")),
            "f32 42:1 34:42 1:1 1:1 2:1428 4/1");
  const Extent shift = phase_extent({43, 50});
  const fftcore_layout surface = output_of("phase u8 43x50 surface");
  EXPECT_EQ((Extent{surface.rows.extent, surface.columns.extent}), shift);
  EXPECT_EQ(shown(input_of("denoise u8>f32 40x50 b16 step4 before=1", 1)),
            "u8 50:1 40:50 1:1 1:1 1:1 1/1");
  EXPECT_EQ(shown(output_of("denoise u8>f32 40x50 b16 step4 before=1")),
            "f32 50:1 40:50 1:1 1:1 1:1 4/1");
  EXPECT_EQ(shown(input_of("warp u8>f32 40x50 out=4x5 bicubic", 1)), "f32 3:1 3:3 1:1 1:1 1:1 4/1");
  EXPECT_EQ(shown(output_of("warp u8>f32 40x50 out=4x5 bicubic")), "f32 5:1 4:5 1:1 1:1 1:1 4/1");
  EXPECT_EQ(shown(input_of(kForward)), "u8 64:3 48:200 3:1 1:1 1:1 1/1");
  const SpectrumLayout bins_of_rows = parse_forward_stage(kForward).spectrum;
  const std::int64_t stride = row_stride(bins_of_rows);
  EXPECT_EQ(shown(output_of(kForward)), "complex32 41:1 52:" + std::to_string(stride) +
                                            " 2:" + std::to_string(52 * stride) + " 1:1 1:1 4/1");
  EXPECT_STREQ(input_of(kProduct).type, "complex64");
  EXPECT_STREQ(input_of(kProduct, 1).type, "complex32");
  EXPECT_EQ(shown(input_of(kInverse, 1)), shown(output_of(kInverse)));
}

TEST(CLayouts, ThatThereAreNotAreRefused) {
  fftcore_layout layout = {};
  const auto expect_refusal = [&](fftcore_status status, const char* words) {
    EXPECT_EQ(status, FFTCORE_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(fftcore_last_message(), words), nullptr) << fftcore_last_message();
  };
  expect_refusal(fftcore_input_layout(work_of("conv2d u8 4x4 k3x3").get(), 1, &layout),
                 "has 1 inputs, and no input number 1");
  expect_refusal(fftcore_input_layout(work_of("r2c 8").get(), 0, &layout), "a Transform");
  expect_refusal(fftcore_output_layout(work_of("stream 1x1 k8").get(), &layout), "no output");
  expect_refusal(fftcore_output_layout(work_of("phase u8 40x50").get(), &layout), "no output");
  expect_refusal(fftcore_input_layout(nullptr, 0, &layout), "the work is NULL");
  expect_refusal(fftcore_output_layout(work_of("conv2d u8 4x4 k3x3").get(), nullptr), "NULL");
  expect_refusal(fftcore_output_bytes(work_of("conv2d u8 4x4 k3x3").get(), nullptr), "NULL");
}

// A run takes buffers of these sizes, and none that are smaller.
TEST(CLayouts, SizesAreTheLeastThatRunsTake) {
  const OnQueue queue = cpu_queue();
  for (const char* text :
       {"conv3d u8>f32 8x9x10x2 k3x3x3 wrap valid pitch=24,16 slice=240,112 frame=2000,700 "
        "frames=3",
        "conv2d u10-packed 5x7 k3x3", "r2c 12x15 batch=2", "phase u8 43x50 surface",
        "denoise u8>f32 40x50 b16 step4 before=1", "warp u8 40x50x2 out=4x5 bicubic", kForward,
        kProduct, kInverse}) {
    SCOPED_TRACE(text);
    const Work work = work_of(text);
    const Executable executable = compiled(queue, text);
    std::vector<std::vector<double>> memory;  // aligned for all
    std::vector<fftcore_const_buffer> inputs;
    std::size_t size = 0;
    for (std::size_t i = 0; fftcore_input_bytes(work.get(), i, &size) == FFTCORE_OK; ++i) {
      if (std::strncmp(text, "r2c", 3) == 0 && i == 1) break;
      memory.emplace_back(size / sizeof(double) + 1);
      inputs.push_back({memory.back().data(), 0, size, 0, FFTCORE_MEMORY_HOST});
    }
    ASSERT_EQ(fftcore_output_bytes(work.get(), &size), FFTCORE_OK);
    std::vector<double> result(size / sizeof(double) + 1);
    fftcore_buffer output = {result.data(), 0, size, 0, FFTCORE_MEMORY_HOST};
    std::size_t needed = 0;
    ASSERT_EQ(fftcore_taps_needed(work.get(), &needed), FFTCORE_OK);
    if (needed > 0) {
      char* extent = nullptr;
      ASSERT_EQ(fftcore_work_get(work.get(), "taps", &extent), FFTCORE_OK);
      const bool is_volume = std::string(extent) == "3x3x3";
      fftcore_text_free(extent);
      const std::vector<double> values(27, 0.125);
      const std::vector<fftcore_taps> taps(needed,
                                           {3, 3, is_volume ? 3 : 1, values.data(), nullptr});
      ASSERT_EQ(fftcore_set_taps(executable.get(), taps.data(), needed), FFTCORE_OK)
          << fftcore_last_message();
    }
    if (std::strncmp(text, "phase", 5) == 0) {
      ASSERT_EQ(fftcore_set_reference(executable.get(), queue.get(), inputs.data()), FFTCORE_OK);
    }
    const auto run = [&] {
      return fftcore_run(executable.get(), queue.get(), inputs.data(), inputs.size(), &output);
    };
    EXPECT_EQ(run(), FFTCORE_OK) << fftcore_last_message();
    output.size_bytes -= 1;
    EXPECT_EQ(run(), FFTCORE_ERROR_INVALID_ARGUMENT);
    output.size_bytes += 1;
    for (fftcore_const_buffer& input : inputs) {
      input.size_bytes -= 1;
      EXPECT_EQ(run(), FFTCORE_ERROR_INVALID_ARGUMENT);
      input.size_bytes += 1;
    }
  }
}

TEST(CLayouts, NumbersThatAreNeeded) {
  const auto taps = [](const char* text) {
    std::size_t count = 99;
    EXPECT_EQ(fftcore_taps_needed(work_of(text).get(), &count), FFTCORE_OK);
    return count;
  };
  EXPECT_EQ(taps("conv2d u8 40x50x4 k3x3 wrap same skip=8 filters=2 mix=full"), 18U);
  EXPECT_EQ(taps("match ccorr u8 40x50 p7x9 templates=3"), 3U);
  EXPECT_EQ(taps("stream 2x3 k480 mix=full"), 6U);
  EXPECT_EQ(taps("rows f32 64x80x3 times k5x5 conv mix=symmetric -> rows f32 64x80x3 normalized"),
            6U);
  EXPECT_EQ(taps(kProduct), 0U);
  EXPECT_EQ(taps("r2c 8"), 0U);
  std::size_t count = 99;
  EXPECT_EQ(fftcore_parameters_needed(
                work_of("conv2d f32 9x11 k1x1 wrap same store=\"v * p3\"").get(), &count),
            FFTCORE_OK);
  EXPECT_EQ(count, 4U);
  EXPECT_EQ(fftcore_parameters_needed(work_of("phase u8 40x50").get(), &count), FFTCORE_OK);
  EXPECT_EQ(count, 0U);
  EXPECT_EQ(fftcore_parameters_needed(nullptr, &count), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_taps_needed(nullptr, &count), FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST(CLayouts, BordersAreThoseOfTheTaps) {
  const fftcore_extent taps = {8, 4, 0};
  fftcore_border got = {};
  for (const Operation operation :
       {Operation::convolve, Operation::correlate, Operation::correlate_image}) {
    ASSERT_EQ(fftcore_border_for(&taps, std::string(to_string(operation)).c_str(), &got),
              FFTCORE_OK);
    EXPECT_EQ((Border{got.left, got.right, got.top, got.bottom}), border_for({4, 8}, operation));
  }
  EXPECT_EQ(fftcore_border_for(&taps, "convolve", &got), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(fftcore_last_message(), "operation is 'convolve'; conv, corr, icorr are allowed");
  EXPECT_EQ(fftcore_border_for(nullptr, "conv", &got), FFTCORE_ERROR_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace fftcore::test::layouts_test
