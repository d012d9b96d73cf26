// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftcorrelate cannot do: an error at start, a warning while frames flow, in words that help.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "correlate_harness.h"

namespace fftcore::test::correlate_errors_test {
namespace {

constexpr Size kSize = {96, 64};
constexpr Part kPart = {20, 10, 16, 12};
constexpr GstVideoFormat kGrey = GST_VIDEO_FORMAT_GRAY8;

// A PNG picture of 8000x8000 pixels in RGB, as its header says, with ten bytes behind.
[[maybe_unused]] const std::string kLargeClaim(
    "\211\120\116\107\015\012\032\012\000\000\000\015\111\110\104\122\000\000\037\100"
    "\000\000\037\100\010\002\000\000\000\211\223\072\243\000\000\000\013\111\104\101"
    "\124\170\234\143\140\200\001\000\000\012\000\001\177\200\164\136",
    56);

struct Wrong {
  const char* name;
  FilterHarness::Properties properties;
  std::vector<const char*> words;  // that the message has
  bool is_seen_without_frames = true;
};

void PrintTo(const Wrong& wrong, std::ostream* stream) {
  *stream << wrong.name;
}

std::string file_with(const std::string& name, const std::string& content) {
  std::string path = testing::TempDir() + "fftcorrelate_" + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string pipe(const std::string& name) {
  std::string path = testing::TempDir() + "fftcorrelate_" + name;
  mkfifo(path.c_str(), 0600);
  return path;
}

std::string numbers(int rows, int columns, bool is_flat) {
  std::string text;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x)
      text += is_flat ? "7 " : (x * 5 + y * 3) % 7 < 3 ? "1 " : "9 ";
    text += "\n";
  }
  return text;
}

const std::vector<Wrong>& wrong_settings() {
  static const std::vector<Wrong> cases = {
      {"file_missing",
       {{"template-location", "/does/not/exist.png"}},
       {"/does/not/exist.png", ".png"}},
      {"file_of_words",
       {{"template-location", file_with("words.txt", "1 2 three\n")}},
       {"words.txt", "three"}},
      {"file_empty", {{"template-location", file_with("empty.png", "")}}, {"empty.png"}},
      {"file_is_a_jpeg",
       {{"template-location", file_with("photo.png", "\xff\xd8\xff\xe0 and more")}},
       {"template-location", "photo.png", "JPEG", ".png"}},
      {"file_is_a_device",
       {{"template-location", "/dev/zero"}},
       {"template-location", "/dev/zero", "device", ".png"}},
      {"file_is_a_pipe",
       {{"template-location", pipe("pipe.png")}},
       {"template-location", "pipe.png", "pipe", ".png"}},
      {"file_only_begins_like_png",
       {{"template-location", file_with("broken.png", "\x89PNG\r\n\x1a\nno more")}},
       {"broken.png"}},
#ifdef FFTCORE_PNG
      {"file_claims_more_than_it_holds",
#endif
       {{"template-location", file_with("claims.png", kLargeClaim)}},
       {"claims.png", "8000x8000", "56 bytes"}},
      {"file_with_nan", {{"template-location", file_with("nan.txt", "1 nan\n")}}, {"nan.txt"}},
      {"file_and_rect",
       {{"template-location", file_with("good.txt", numbers(4, 4, false))},
        {"template-rect", "<0,0,8,8>"}},
       {"template-location and template-rect are set together"}},
      {"rect_of_three", {{"template-rect", "<1,2,3>"}}, {"template-rect", "<x,y,width,height>"}},
      {"rect_of_words", {{"template-rect", "<a,b,c,d>"}}, {"template-rect", "<x,y,width,height>"}},
      {"rect_of_fractions",
       {{"template-rect", "<1.5,2.5,3.5,4.5>"}},
       {"template-rect", "whole numbers"}},
      {"rect_negative", {{"template-rect", "<-1,0,8,8>"}}, {"template-rect", "-1"}},
      {"rect_of_no_pixels", {{"template-rect", "<1,1,0,8>"}}, {"template-rect", "at least 1"}},
      {"rect_huge", {{"template-rect", "<1,1,2147483647,2147483647>"}}, {"template-rect"}},
      {"search_rect_of_five",
       {{"template-rect", text_of(kPart)}, {"search-rect", "<1,2,3,4,5>"}},
       {"search-rect", "<x,y,width,height>"}},
      {"rect_outside",
       {{"template-rect", "<90,10,16,12>"}},
       {"template-rect=<90,10,16,12>", "96x64", "at most 96"},
       false},
      {"search_rect_outside",
       {{"template-rect", text_of(kPart)}, {"search-rect", "<0,0,96,65>"}},
       {"search-rect=<0,0,96,65>", "at most 64"},
       false},
      {"template_larger_than_search",
       {{"template-rect", text_of(kPart)}, {"search-rect", "<0,0,15,64>"}},
       {"16x12", "15x64", "search-rect"},
       false},
      {"file_larger_than_frame",
       {{"template-location", file_with("large.txt", numbers(65, 4, false))}},
       {"4x65", "96x64"},
       false},
      {"file_flat",
       {{"template-location", file_with("flat.txt", numbers(4, 4, true))}},
       {"alike", "method"},
       false},
      {"file_black",
       {{"template-location", file_with("black.txt", "0 0\n0 0\n")}, {"method", "ccorr-normed"}},
       {"black"},
       false},
  };
  return cases;
}

void expect_words(const std::vector<Report>& reports, const Wrong& wrong) {
  ASSERT_EQ(reports.size(), 1U);
  for (const char* word : wrong.words)
    EXPECT_NE(reports[0].text.find(word), std::string::npos) << reports[0].text;
}

class WrongSearch : public testing::TestWithParam<Wrong> {};

TEST_P(WrongSearch, IsAnErrorAtStart) {
  const Owned<GstElement> element(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftcorrelate", nullptr))));
  const Owned<GstBus> bus(gst_bus_new());
  gst_element_set_bus(element.get(), bus.get());
  for (const auto& [name, value] : GetParam().properties) set_property(element.get(), name, value);
  const GstStateChangeReturn result = gst_element_set_state(element.get(), GST_STATE_PAUSED);
  if (GetParam().is_seen_without_frames) {
    EXPECT_EQ(result, GST_STATE_CHANGE_FAILURE);
    expect_words(reports(bus.get(), GST_MESSAGE_ERROR), GetParam());
  }
  gst_element_set_state(element.get(), GST_STATE_NULL);
  gst_element_set_bus(element.get(), nullptr);
  if (GetParam().is_seen_without_frames) return;
  CorrelateHarness harness(kGrey, kSize, GetParam().properties);
  EXPECT_EQ(harness.FilterHarness::push(buffer_of(random_picture(kGrey, kSize))), nullptr);
  const std::vector<Report> errors = harness.errors();
  ASSERT_GE(errors.size(), 1U) << "caps are sent again with the frame";
  expect_words({errors[0]}, GetParam());
}

TEST_P(WrongSearch, IsAWarningWhilePlaying) {
  const std::string good = file_with("last_good.txt", numbers(6, 9, false));
  Picture picture = random_picture(kGrey, kSize, 1);
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 9; ++x)
      picture.planes[0].samples[static_cast<std::size_t>((y + 20) * kSize.width + x + 30)] =
          (x * 5 + y * 3) % 7 < 3 ? 1 : 9;
  CorrelateHarness harness(kGrey, kSize, {{"template-location", good}});
  ASSERT_EQ(harness.places_in(picture).size(), 1U);
  harness.set_together({{"template-location", ""}});
  harness.places_in(picture);
  harness.set_together({{"template-location", good}});
  ASSERT_EQ(harness.places_in(picture).size(), 1U);
  harness.warnings();

  FilterHarness::Properties properties = GetParam().properties;
  properties.insert(properties.begin(), {"template-location", ""});
  harness.set_together(properties);
  for (int i = 0; i < 3; ++i) {
    const std::vector<Place> places = harness.places_in(picture);
    ASSERT_EQ(places.size(), 1U) << "the last good template serves";
    EXPECT_NEAR(places[0].x, 30, kPlaceError);
    EXPECT_NEAR(places[0].y, 20, kPlaceError);
  }
  expect_words(harness.warnings(), GetParam());
  EXPECT_TRUE(harness.errors().empty());

  harness.set_together({{"template-location", ""},
                        {"search-rect", "<>"},
                        {"method", "ccoeff-normed"},
                        {"template-rect", "<5,6,20,20>"}});
  const std::vector<Place> places = harness.places_in(picture);
  ASSERT_EQ(places.size(), 1U) << "what is right serves again";
  EXPECT_NEAR(places[0].x, 5, kPlaceError);
  EXPECT_NEAR(places[0].y, 6, kPlaceError);
  EXPECT_TRUE(harness.warnings().empty());
}

std::string wrong_name(const testing::TestParamInfo<Wrong>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(, WrongSearch, testing::ValuesIn(wrong_settings()), wrong_name);

TEST(NoTemplate, IsSaidOnceAndFramesPass) {
  CorrelateHarness harness(kGrey, kSize, {});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(harness.places_in(random_picture(kGrey, kSize)).empty());
  expect_words(harness.warnings(),
               {"", {}, {"template-location", "template-rect", "pad", "phase"}});
}

TEST(FlatPartOfTheVideo, IsAskedForAgainWithTheNextFrame) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}});
  const Picture first = random_picture(kGrey, kSize, 1);
  Picture black = first;
  for (int& sample : black.planes[0].samples) sample = 0;
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(harness.places_in(black).empty()) << "a video that fades in";
  expect_words(harness.warnings(), {"", {}, {"template-rect", "alike", "frames pass unsearched"}});
  EXPECT_EQ(harness.places_in(first).size(), 1U);
  // While something is searched already, that goes on instead.
  harness.set("template-rect", "<1,1,9,9>");
  EXPECT_TRUE(harness.places_in(black).empty());
  expect_words(harness.warnings(), {"", {}, {"template-rect", "alike", "stay in use"}});
  EXPECT_EQ(harness.places_in(first).at(0).width, kPart.width);
}

TEST(WrongTemplatePicture, IsAWarningAndTheLastGoodOneServes) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}});
  const Picture first = random_picture(kGrey, kSize, 1);
  harness.push(first);
  TemplateSender sender(harness.element());
  Picture flat = random_picture(GST_VIDEO_FORMAT_RGB, {8, 8});
  for (int& sample : flat.planes[0].samples) sample = 100;
  ASSERT_EQ(sender.push(flat), GST_FLOW_OK);
  EXPECT_EQ(harness.places_in(first).size(), 1U);
  expect_words(harness.warnings(), {"", {}, {"alike"}});
  ASSERT_EQ(sender.push(random_picture(kGrey, {97, 10})), GST_FLOW_OK);
  EXPECT_EQ(harness.places_in(first).size(), 1U);
  expect_words(harness.warnings(), {"", {}, {"97x10", "96x64"}});
  EXPECT_TRUE(harness.errors().empty());
}

TEST(WrongFrame, SmallerThanItsCapsIsAnErrorOfTheSearchToo) {
  CorrelateHarness harness(kGrey, kSize, {{"method", "phase"}});
  EXPECT_EQ(harness.FilterHarness::push(gst_buffer_new_allocate(nullptr, 100, nullptr)), nullptr);
  EXPECT_EQ(harness.errors().size(), 1U);
}

}  // namespace
}  // namespace fftcore::test::correlate_errors_test
