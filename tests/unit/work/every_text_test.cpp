// SPDX-License-Identifier: LGPL-2.1-or-later
// Every text that is printed is read again as the same value: work of all kinds, images of all
// elements, all fields.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <variant>

#include "drawn_work.h"
#include "fftcore/error.h"
#include "kinds.h"

namespace fftcore::test::every_text_test {
namespace {

constexpr int kDraws = 300;

/// Whether the value may be. One that may not has no text that can be read.
template <class Value>
bool is_allowed(const Value& value) {
  try {
    validate(value);
    return true;
  } catch (const InvalidArgument&) {
    return false;
  }
}

template <class Value>
void expect_read_again(const Value& value) {
  const std::string text = to_string(value);
  EXPECT_EQ(text.find_first_of("\n\r"), std::string::npos) << text;
  try {
    const AnyWork read = parse_work(text);
    const auto* const same = std::get_if<Value>(&read);
    ASSERT_NE(same, nullptr) << text << " is read as another kind of work";
    EXPECT_TRUE(*same == value) << text << "\nis read as\n" << to_string(*same);
    EXPECT_EQ(to_string(*same), text);
  } catch (const InvalidArgument& error) {
    ADD_FAILURE() << text << "\nis not read: " << error.what();
  }
}

/// An option that is there twice: neither number is taken in silence.
TEST(EveryText, HasEachOptionOnce) {
  for (const char* const text :
       {"conv2d f32 30x40 k3x3 wrap same filters=2 filters=2",
        "conv2d f32 30x40 k3x3 wrap same planar planar", "match ccorr u8 7x9 p1x9 peaks=2 peaks=3",
        "match ccorr u8 7x9 p1x9 surface surface", "phase u8 7x9 noise=1 noise=2",
        "denoise u8 8x9 b16 step4 sigma=1 sigma=2", "denoise u8 8x9 b16 step4 sigma=1 power=2",
        "warp u8 8x9 bicubic lanczos", "stream 1x1 k99 block=64 block=32", "c2c 8 batch=2 batch=3",
        "windows zncc u8 8x9 w4x4 count=2 count=3", "filters u8 8x9 w4x4 filters=2 filters=3"})
    try {
      parse_work(text);
      ADD_FAILURE() << text << " is read";
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string_view(error.what()).find("is one too many"), std::string_view::npos)
          << text << ": " << error.what();
    }
}

/// Draws until there are enough; a test that draws nothing shows nothing.
template <class Value>
void expect_all_read_again(const std::function<Value()>& draw, const std::string& what) {
  constexpr int kLeast = 20;
  int read = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Value value = draw();
    if (!is_allowed(value)) continue;
    ++read;
    expect_read_again(value);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GE(read, kLeast) << "of " << kDraws << " draws of " << what;
}

/// Images of each sample type that such work takes at all.
template <class Value>
void expect_of_all_elements(Value (DrawnWork::*draw)(SampleType), std::size_t least_elements) {
  std::size_t taken = 0;
  for (const SampleType type : all_types()) {
    DrawnWork drawn(1 + static_cast<unsigned>(type));
    bool is_taken = false;
    for (int i = 0; i < kDraws; ++i) is_taken = is_taken || is_allowed((drawn.*draw)(type));
    if (!is_taken) continue;
    ++taken;
    expect_all_read_again<Value>([&] { return (drawn.*draw)(type); }, std::string(to_string(type)));
  }
  EXPECT_GE(taken, least_elements);
}

template <class Value>
void expect_of_all(Value (DrawnWork::*draw)()) {
  DrawnWork drawn(1);
  for (int turn = 0; turn < 5; ++turn)
    expect_all_read_again<Value>([&] { return (drawn.*draw)(); }, "this kind");
}

TEST(EveryText, OfElements) {
  for (const SampleType type : all_types())
    EXPECT_NE(to_string(type), "?") << static_cast<int>(type);
}

TEST(EveryText, OfConvolutions) {
  expect_of_all_elements(&DrawnWork::convolution, all_types().size());
}
// These take all but f64, complex64 and complex128, searches f16 neither.
TEST(EveryText, OfTemplateMatching) {
  expect_of_all_elements(&DrawnWork::matching, all_types().size() - 4);
}
TEST(EveryText, OfPhaseCorrelations) {
  expect_of_all_elements(&DrawnWork::phase, all_types().size() - 4);
}
TEST(EveryText, OfDenoisings) {
  expect_of_all_elements(&DrawnWork::denoise, all_types().size() - 3);
}
TEST(EveryText, OfWarps) {
  expect_of_all_elements(&DrawnWork::warp, all_types().size() - 2);
}
TEST(EveryText, OfForwardStages) {
  expect_of_all_elements(&DrawnWork::forward, all_types().size() - 3);
}
TEST(EveryText, OfInverseStages) {
  expect_of_all_elements(&DrawnWork::inverse, all_types().size() - 3);
}
// It takes f64 too.
TEST(EveryText, OfCorrelationsOfWindows) {
  expect_of_all_elements(&DrawnWork::windows, all_types().size() - 2);
}
TEST(EveryText, OfFiltersOfWindows) {
  expect_of_all_elements(&DrawnWork::filters, all_types().size() - 2);
}
TEST(EveryText, OfMultiplyStages) {
  expect_of_all(&DrawnWork::multiply);
}
TEST(EveryText, OfStreams) {
  expect_of_all(&DrawnWork::stream);
}
TEST(EveryText, OfTransforms) {
  expect_of_all(&DrawnWork::transform);
}

/// Whether a device could have it is said later.
TEST(EveryText, OfDeviceFfts) {
  DrawnWork drawn(1);
  for (int i = 0; i < 5 * kDraws; ++i) {
    const DeviceFft fft = drawn.device_fft();
    const std::string text = to_string(fft);
    EXPECT_TRUE(parse_device_fft(text) == fft) << text;
  }
}

}  // namespace
}  // namespace fftcore::test::every_text_test
