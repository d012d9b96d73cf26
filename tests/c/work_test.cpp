// SPDX-License-Identifier: LGPL-2.1-or-later
// Values of every kind from C: texts, and fields that are set by name.
#include <gtest/gtest.h>

#include <string>

#include "fftcore/c.h"
#include "handles.h"

namespace fftcore::test::work_test {
namespace {

TEST(CWork, TextIsTheValuesOwn) {
  EXPECT_EQ(text_of(work_of("conv2d u8 480x640 k3x3").get()),
            "conv2d u8 480x640 k3x3 reflect-101 same");
  EXPECT_EQ(text_of(work_of("r2c 480x640 batch=3").get()), "r2c 480x640 batch=3");
}

TEST(CWork, EqualityIsThatOfValues) {
  const Work one = work_of("conv2d u8 480x640 k3x3"),
             other = work_of("conv2d u8 480x640 k3x3 wrap");
  EXPECT_EQ(fftcore_work_equal(one.get(), other.get()), 0);
  ASSERT_EQ(fftcore_work_set(other.get(), "edge", "reflect-101"), FFTCORE_OK);
  EXPECT_EQ(fftcore_work_equal(one.get(), other.get()), 1);
  EXPECT_EQ(fftcore_work_equal(one.get(), nullptr), 0);
}

struct Change {
  const char* text;  ///< with other fields around the one that is set
  const char* field;
  const char* value;
  const char* after;
};

/// Texts that have every field of their kind, so that each is told from its neighbours.
constexpr const char* kConvolution =
    "conv2d u8 48x64x3 k5x7 wrap same planar pitch=80,72 bias=3 skip=4 frames=2 filters=2 "
    "load=\"v * 2\" store=\"v + 1\"";
constexpr const char* kTransform =
    "c2c 8x16 f64 inverse batch=3 zero=0:0x4:8 normalized scale=2 load=\"v\"";
constexpr const char* kMatching =
    "match ccorr u8 48x64x3 p5x7 planar pitch=80 weights=0.5,0.25,0.25,0 templates=2 peaks=3 "
    "radius=4 surface";
constexpr const char* kPhase =
    "phase u8 48x64 pitch=80 peaks=2 radius=3 noise=0.5 bandwidth=0.2 no-window surface";
constexpr const char* kDenoise =
    "denoise u8 48x64x3 b16 step4 planar skip=4 before=1 after=2 window=sine temporal-window=sine "
    "keep-mean "
    "gain sigma=4 curve=0:1,0.5:2 beta=2 floor=0.1 gain=0.5 gain-outside=0.25 power-min=1 "
    "power-max=2 "
    "sharpen=0.5 dehalo=1 sharpen-cutoff=0.25 sharpen-min=2 sharpen-max=30 halo-radius=3 "
    "halo-threshold=25 vertical-ratio=0.5";
constexpr const char* kWarp =
    "warp u8 48x64x3 out=24x32 planar pitch=80,40 lanczos edge=wrap fill=3 projective scale=2,2 "
    "origin=0.5,0.5";
constexpr const char* kStream = "stream 2x2 k480 f64 mix=full latency=64 block=128 fade=256";
constexpr const char* kForward =
    "forward u8 48x64x3 pitch=200 replicate border=2,2,2,2 skip=4 bias=3 -> "
    "rows-and-columns f32 64x80x2 normalized";
constexpr const char* kMultiply =
    "conjugate of rows-and-columns f32 64x80 times conjugate of rows-and-columns f32 64x80 "
    "phase-only noise=0.5 formula=\"v\" -> rows-and-columns f32 64x80";
constexpr const char* kTapped =
    "rows f32 64x80x3 times k5x5 conv mix=diagonal -> rows f32 64x80x3 normalized";
constexpr const char* kInverse =
    "rows-and-columns f32 64x80x2 -> inverse u8 48x64x3 skip=4 copies-skipped bias=3 from 2,3";

const Change kChanges[] = {
    {kConvolution, "operation", "corr2d", "corr2d u8 48x64x3 k5x7 wrap"},
    {kConvolution, "type", "u16", "conv2d u16 48x64x3 k5x7"},
    {kConvolution, "taps", "3x3", "k3x3 wrap same planar pitch=80,72 bias=3"},
    {kConvolution, "edge", "constant", "k5x7 constant same"},
    {kConvolution, "planar", "no", nullptr},  // pitches are too short then
    {kConvolution, "pitch", nullptr, "wrap same planar bias=3"},
    {kConvolution, "bias", "12", "bias=12 skip=4"},
    {kConvolution, "frame", "20000,20000", "pitch=80,72 frame=20000,20000 bias=3"},
    {"conv3d u8 4x5x6 k3x3x3 wrap same", "slice", "40,30", "same slice=40,30"},
    {kConvolution, "bias", nullptr, "pitch=80,72 skip=4"},
    {kConvolution, "load", "v * 3 \"", nullptr},
    {kConvolution, "load", "v * 3 + x", "load=\"v * 3 + x\" store="},
    {kConvolution, "precision", "fast", "filters=2 precision=fast load="},
    {kTransform, "kind", "r2c", nullptr},
    {kTransform, "extent", "4x16", "c2c 4x16 f64 inverse"},
    {kTransform, "numbers", "f32", "c2c 8x16 inverse batch=3"},
    {kTransform, "direction", "forward", "f64 batch=3"},
    {kTransform, "in-place", "yes", "in-place normalized"},
    {kTransform, "scale", nullptr, "normalized load="},
    {kMatching, "score", "ccoeff-normed", "match ccoeff-normed u8 48x64x3 p5x7 planar"},
    {kMatching, "template", "9x9", "p9x9 planar pitch=80"},
    {kMatching, "weights", nullptr, "planar pitch=80 templates=2"},
    {kMatching, "surface", "no", "peaks=3 radius=4"},
    {kPhase, "type", "f32", "phase f32 48x64 pitch=80"},
    {kPhase, "no-window", "no", "bandwidth=0.2 surface"},
    {kPhase, "noise", "0.25", "noise=0.25 bandwidth=0.2"},
    {kDenoise, "block", "24", nullptr},
    {kDenoise, "block", "32", "b32 step4 planar"},
    {kDenoise, "step", "8", "b16 step8 planar"},
    {kDenoise, "kind", "hard", "keep-mean hard sigma=4"},
    {kDenoise, "kind", nullptr, "keep-mean firm sigma=4"},
    {kDenoise, "power", "25", "gain sigma=5 curve="},
    {kDenoise, "sigma", "2", "gain sigma=2 curve="},
    {"denoise u8 48x64 b16 step4 power=2", "sigma", "3", "step4 firm sigma=3"},
    {kDenoise, "after", "0", "before=1 window=sine"},
    {kWarp, "interpolation", "nearest", "pitch=80,40 nearest edge=wrap"},
    {kWarp, "interpolation", nullptr, "pitch=80,40 bicubic edge=wrap"},
    {kWarp, "out", "12x13", "48x64x3 out=12x13 planar"},
    {kWarp, "edge", nullptr, "lanczos fill=3"},
    {kWarp, "fill", "nan", nullptr},
    {kWarp, "projective", "no", "fill=3 scale=2,2"},
    {kWarp, "scale", nullptr, "projective origin=0.5,0.5"},
    {kWarp, "scale", "2", nullptr},
    {kWarp, "origin", "0,0.5", "scale=2,2 origin=0,0.5"},
    {kStream, "channels", "2x3", "stream 2x3 k480 f64"},
    {kStream, "taps", "96000", "k96000 f64"},
    {kStream, "numbers", "f32", "k480 mix=full"},
    {kStream, "fade", "0", "block=128 fade=0"},
    {kForward, "edge", "reflect", "pitch=200 reflect border="},
    {kForward, "border", "1,1,1,1", "border=1,1,1,1 skip=4"},
    {kForward, "spectrum", "rows-and-columns f32 96x128x2", "-> rows-and-columns f32 96x128x2"},
    {kMultiply, "weight", nullptr, "conjugate of rows-and-columns f32 64x80 formula"},
    {kMultiply, "formula", nullptr, "phase-only noise=0.5 -> rows"},
    {kTapped, "factor", "k3x3 corr", "times k3x3 corr mix=diagonal ->"},
    {kTapped, "mix", "full", "k5x5 conv mix=full -> rows"},
    {kInverse, "first", "4,5", "bias=3 from 4,5"},
    {kInverse, "skip", nullptr, nullptr},
    {kInverse, "copies-skipped", "no", "u8 48x64x3 skip=4 bias=3"},
    {kInverse, "bias", nullptr, "skip=4 copies-skipped from 2,3"},
};

TEST(CWork, FieldsAreSetAmongTheOthers) {
  for (const Change& change : kChanges) {
    SCOPED_TRACE(std::string(change.text) + ": " + change.field);
    const Work work = work_of(change.text);
    ASSERT_NE(work, nullptr) << fftcore_last_message();
    const std::string before = text_of(work.get());
    const fftcore_status status = fftcore_work_set(work.get(), change.field, change.value);
    if (change.after == nullptr) {
      EXPECT_EQ(status, FFTCORE_ERROR_INVALID_ARGUMENT);
      EXPECT_EQ(text_of(work.get()), before) << "a value that is refused changes nothing";
    } else {
      EXPECT_EQ(status, FFTCORE_OK) << fftcore_last_message();
      EXPECT_NE(text_of(work.get()).find(change.after), std::string::npos) << text_of(work.get());
    }
  }
}

std::string field_of(const Work& work, const char* field) {
  char* value = nullptr;
  EXPECT_EQ(fftcore_work_get(work.get(), field, &value), FFTCORE_OK) << fftcore_last_message();
  const std::string text = value == nullptr ? "nothing" : value;
  fftcore_text_free(value);
  return text;
}

TEST(CWork, FieldsAreRead) {
  const struct {
    const char* text;
    const char* field;
    const char* value;
  } fields[] = {
      {kConvolution, "operation", "conv2d"},
      {kConvolution, "taps", "5x7"},
      {kConvolution, "extent", "48x64x3"},
      {kConvolution, "planar", "yes"},
      {kConvolution, "pitch", "80,72"},
      {kConvolution, "pixel", ""},
      {kConvolution, "load", "v * 2"},
      {kConvolution, "spectrum", ""},
      {kTransform, "numbers", "f64"},
      {"r2c 8", "numbers", "f32"},
      {kTransform, "in-place", "no"},
      {kMatching, "template", "5x7"},
      {kDenoise, "step", "4"},
      {kDenoise, "kind", "gain"},
      {"denoise u8 48x64 b16 step4 power=2", "sigma", ""},
      {kWarp, "out", "24x32"},
      {kWarp, "interpolation", "lanczos"},
      {kWarp, "origin", "0.5,0.5"},
      {kForward, "spectrum", "rows-and-columns f32 64x80x2 normalized"},
      {kMultiply, "weight", "phase-only noise=0.5"},
      {kTapped, "factor", "k5x5 conv"},
      {kTapped, "weight", ""},
      {kInverse, "first", "2,3"},
  };
  for (const auto& [text, field, value] : fields)
    EXPECT_EQ(field_of(work_of(text), field), value) << text << ": " << field;
  char* value = nullptr;
  EXPECT_EQ(fftcore_work_get(work_of(kStream).get(), "edge", &value),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::string(fftcore_last_message()).find("has no field 'edge'; it has channels"),
            std::string::npos);
  EXPECT_EQ(value, nullptr);
}

// What is set is what is read, whatever there is besides.
TEST(CWork, FieldsAreReadAsTheyAreSet) {
  for (const Change& change : kChanges) {
    if (change.after == nullptr || change.value == nullptr) continue;
    const Work work = work_of(change.text);
    ASSERT_EQ(fftcore_work_set(work.get(), change.field, change.value), FFTCORE_OK);
    // A power is written as its root, and no frames before or after are not written.
    if (const std::string field = change.field; field != "power" && field != "after") {
      EXPECT_EQ(field_of(work, change.field), change.value) << change.text;
    }
  }
}

TEST(CWork, OfAnExecutableIsACopy) {
  const Executable executable = compiled(cpu_queue(), kConvolution);
  fftcore_work* made = nullptr;
  ASSERT_EQ(fftcore_executable_work(executable.get(), &made), FFTCORE_OK);
  const Work work(made);
  EXPECT_EQ(fftcore_work_equal(work.get(), work_of(kConvolution).get()), 1);
}

TEST(CWork, WrongNamesAndValuesSayWhatIsAllowed) {
  const Work work = work_of("r2c 480x640");
  const auto message = [&](const char* field, const char* value) {
    EXPECT_EQ(fftcore_work_set(work.get(), field, value), FFTCORE_ERROR_INVALID_ARGUMENT);
    return std::string(fftcore_last_message());
  };
  EXPECT_NE(message("taps", "3x3").find("has no field 'taps'; it has kind, extent, numbers"),
            std::string::npos);
  EXPECT_EQ(message("numbers", "f8"),
            "numbers is 'f8'; one of f32, f64, f16, f32-in-f64 is expected");
  EXPECT_EQ(message("packed", "true"), "packed is 'true'; yes or no is expected");
  EXPECT_EQ(message("batch", "2 scale=3"),
            "batch is '2 scale=3'; one word without blanks is expected");
  EXPECT_EQ(message("extent", nullptr), "extent has no default; a value is expected");
  EXPECT_EQ(message(nullptr, "1"), "the name of a field is NULL");
}

TEST(CWork, KindsStay) {
  const Work work = work_of("conv2d u8 48x64 k3x3");
  EXPECT_EQ(fftcore_work_set(work.get(), "operation", "phase"), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(text_of(work.get()), "conv2d u8 48x64 k3x3 reflect-101 same");
}

}  // namespace
}  // namespace fftcore::test::work_test
