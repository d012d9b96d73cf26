// SPDX-License-Identifier: LGPL-2.1-or-later
// Wrong settings: an error at start, a warning while frames flow, in words that help.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "filter_harness.h"

namespace fftcore::test::errors_test {
namespace {

struct Wrong {
  const char* name;
  FilterHarness::Properties properties;
  GQuark (*domain)();
  int code;
  std::vector<const char*> words;  // that the message has
};

void PrintTo(const Wrong& wrong, std::ostream* stream) {
  *stream << wrong.name;
}

std::string file_with(const std::string& name, const std::string& content) {
  std::string path = testing::TempDir() + "fftfilter_" + name;
  std::ofstream(path) << content;
  return path;
}

std::string pipe(const std::string& name) {
  std::string path = testing::TempDir() + "fftfilter_" + name;
  mkfifo(path.c_str(), 0600);
  return path;
}

std::string row_of(int taps) {
  std::string row;
  for (int i = 0; i < taps; ++i) row += "1 ";
  return row + "\n";
}

const std::vector<Wrong>& wrong_settings() {
  static const std::vector<Wrong> cases = {
      {"file_missing",
       {{"kernel-location", "/does/not/exist.txt"}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_NOT_FOUND,
       {"/does/not/exist.txt", ".npy"}},
      {"file_empty",
       {{"kernel-location", file_with("empty.txt", "")}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"empty.txt"}},
      {"file_not_numeric",
       {{"kernel-location", file_with("words.txt", "1 2 three\n")}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"words.txt", "three"}},
      {"file_is_a_jpeg",
       {{"kernel-location", file_with("photo.txt", "\xff\xd8\xff\xe0 and more")}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"kernel-location", "photo.txt", "JPEG", ".npy"}},
      {"file_is_a_png",
       {{"kernel-location", file_with("picture.txt", "\x89PNG\r\n")}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"kernel-location", "picture.txt", "damaged"}},
      {"file_is_binary",
       {{"kernel-location", file_with("binary.txt", std::string("1 2\0 3", 6))}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"kernel-location", "binary.txt", "no text", ".npy"}},
      {"file_is_a_pipe",
       {{"kernel-location", pipe("pipe.txt")}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"kernel-location", "pipe.txt", "pipe or a device", ".npy"}},
      {"file_is_a_device",
       {{"kernel-location", "/dev/zero"}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"kernel-location", "/dev/zero", "pipe or a device"}},
      {"file_is_a_folder",
       {{"kernel-location", "/"}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"kernel-location", "folder"}},
      {"file_beyond_floats",
       {{"kernel-location", file_with("large.txt", "1 1e39\n")}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"large.txt", "1e+39"}},
      {"file_with_nan",
       {{"kernel-location", file_with("nan.txt", "1 2\n3 nan\n")}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"nan.txt"}},
      {"file_ragged",
       {{"kernel-location", file_with("ragged.txt", "1 2 3\n4 5\n")}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"ragged.txt"}},
      {"file_too_wide",
       {{"kernel-location", file_with("wide.txt", row_of(100000))}},
       gst_resource_error_quark,
       GST_RESOURCE_ERROR_READ,
       {"wide.txt", "8191"}},
      {"kernel_ragged",
       {{"kernel", "<<1.0,2.0>,<3.0>>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"kernel", "row 2", "1 numbers where row 1 has 2"}},
      {"kernel_row_empty",
       {{"kernel", "<<>>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"kernel", "empty"}},
      {"kernel_without_rows",
       {{"kernel", "<1.0,2.0>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"kernel", "not a row"}},
      {"kernel_of_words",
       {{"kernel", "<<1.0,two>>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"kernel", "column 2", "two"}},
      {"kernel_with_nan",
       {{"kernel", "<<1.0,nan>>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"kernel", "nan"}},
      {"sum_is_zero",
       {{"kernel", "<<1.0,-1.0>>"}, {"normalize", "true"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"sum"}},
      {"cutoffs_crossed",
       {{"filter", "bandpass"}, {"cutoff", "0.3"}, {"cutoff-high", "0.2"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"0.3", "0.2"}},
      {"filter_and_kernel",
       {{"filter", "lowpass"}, {"kernel", "<<1.0>>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"filter and kernel are set together"}},
      {"kernel_and_file",
       {{"kernel-location", file_with("good.txt", "1\n")}, {"kernel", "<<1.0>>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"kernel and kernel-location are set together"}},
      {"notch_out_of_range",
       {{"notches", "<<0.6,0.0>>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"notch 1", "fx", "0.6", "-0.5 to 0.5"}},
      {"notch_of_one_number",
       {{"notches", "<<0.25,0.0>,<0.1>>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"notch 2", "1 numbers", "<fx,fy,radius>"}},
      {"notch_without_row",
       {{"notches", "<0.25,0.0>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"notches", "notch 1", "not a row of numbers"}},
      {"notch_of_words",
       {{"notches", "<<0.25,word>>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"notches", "column 2", "word"}},
      {"filter_and_notches",
       {{"filter", "lowpass"}, {"notches", "<<0.25,0.0>>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"filter and notches are set together"}},
      {"response_cut_off",
       {{"response", "exp(-(f/0.1"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"exp(-(f/0.1", "column 12", "')' or an operator is expected"}},
      {"response_of_unknown_name",
       {{"response", "1/(1+radius^2)"}, {"circular", "true"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"column 6", "'radius' is no name here", "fx, fy, fz, f"}},
      {"filter_and_response",
       {{"filter", "lowpass"}, {"response", "1"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"filter and response are set together"}},
      {"all_three",
       {{"filter", "highpass"},
        {"kernel-location", file_with("good.txt", "1\n")},
        {"kernel", "<<1.0>>"}},
       gst_library_error_quark,
       GST_LIBRARY_ERROR_SETTINGS,
       {"filter, kernel, kernel-location are set together"}},
  };
  return cases;
}

void expect_report(const std::vector<Report>& reports, const Wrong& wrong) {
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].domain, wrong.domain()) << reports[0].text;
  EXPECT_EQ(reports[0].code, wrong.code) << reports[0].text;
  for (const char* word : wrong.words)
    EXPECT_NE(reports[0].text.find(word), std::string::npos) << reports[0].text;
}

class WrongSettings : public testing::TestWithParam<Wrong> {};

TEST_P(WrongSettings, AreAnErrorAtStart) {
  const Owned<GstElement> filter(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftfilter", nullptr))));
  const Owned<GstBus> bus(gst_bus_new());
  gst_element_set_bus(filter.get(), bus.get());
  for (const auto& [name, value] : GetParam().properties) set_property(filter.get(), name, value);
  EXPECT_EQ(gst_element_set_state(filter.get(), GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
  expect_report(reports(bus.get(), GST_MESSAGE_ERROR), GetParam());
  gst_element_set_state(filter.get(), GST_STATE_NULL);
  gst_element_set_bus(filter.get(), nullptr);
}

TEST_P(WrongSettings, AreAWarningWhilePlaying) {
  DirectFilter filter;
  filter.taps = {{0, 1, 0}};
  filter.gain = 0.5;
  constexpr Size kSize = {20, 10};
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize,
                        {{"kernel", as_kernel_text(filter.taps)}, {"gain", "0.5"}});
  const Picture input = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  const Picture expected = apply(filter, input);
  ASSERT_LE(largest_difference(harness.push(input), expected), 1);

  harness.set_together({{"kernel", "<>"}});
  harness.set_together(GetParam().properties);
  for (int i = 0; i < 3; ++i)
    EXPECT_LE(largest_difference(harness.push(input), expected), 1) << "the last good set serves";
  expect_report(harness.warnings(), GetParam());
  EXPECT_TRUE(harness.errors().empty());

  // What is wrong is said again when it happens again, and what is right serves again.
  harness.set_together({{"filter", "none"},
                        {"kernel-location", ""},
                        {"notches", "<>"},
                        {"response", ""},
                        {"normalize", "false"},
                        {"kernel", "<<1.0,0,0>>"}});
  filter.taps = {{1, 0, 0}};
  EXPECT_LE(largest_difference(harness.push(input), apply(filter, input)), 1);
  EXPECT_TRUE(harness.warnings().empty());
}

std::string wrong_name(const testing::TestParamInfo<Wrong>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(, WrongSettings, testing::ValuesIn(wrong_settings()), wrong_name);

TEST(Warning, IsNotRepeatedAtEachFrame) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, {8, 8}, {{"kernel", "<<1.0>>"}});
  const Picture input = random_picture(GST_VIDEO_FORMAT_GRAY8, {8, 8});
  harness.set("kernel", "<<1.0,2.0>,<3.0>>");
  for (const char* gain : {"0.5", "0.6", "0.7"}) {  // as a controller would
    harness.set("gain", gain);
    EXPECT_EQ(largest_difference(harness.push(input), input), 0);
  }
  EXPECT_EQ(harness.warnings().size(), 1U);
}

TEST(Backend, ThatDoesNotWorkHereIsAnErrorThatSaysWhy) {
  const Owned<GstElement> filter(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftfilter", nullptr))));
  const Owned<GstBus> bus(gst_bus_new());
  gst_element_set_bus(filter.get(), bus.get());
  set_property(filter.get(), "backend", "cuda");
  if (gst_element_set_state(filter.get(), GST_STATE_PAUSED) == GST_STATE_CHANGE_FAILURE) {
    const std::vector<Report> errors = reports(bus.get(), GST_MESSAGE_ERROR);
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors[0].domain, GST_RESOURCE_ERROR);
    EXPECT_NE(errors[0].text.find("cuda"), std::string::npos) << errors[0].text;
  }
  gst_element_set_state(filter.get(), GST_STATE_NULL);
  gst_element_set_bus(filter.get(), nullptr);
}

TEST(WrongFrame, SmallerThanItsCapsIsAnError) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, {32, 32}, {{"filter", "lowpass"}});
  EXPECT_EQ(harness.push(gst_buffer_new_allocate(nullptr, 100, nullptr)), nullptr);
  EXPECT_EQ(harness.errors().size(), 1U);
}

}  // namespace
}  // namespace fftcore::test::errors_test
