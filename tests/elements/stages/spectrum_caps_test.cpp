// SPDX-License-Identifier: LGPL-2.1-or-later
// Caps of spectra: what is written is what is read, and caps that say nonsense are refused by the
// field's name.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fftcore/error.h"
#include "spectra/spectrum_info.h"

namespace fftcore::gst::spectrum_caps_test {
namespace {

struct FreeCaps {
  void operator()(GstCaps* caps) const { gst_caps_unref(caps); }
};
using Caps = std::unique_ptr<GstCaps, FreeCaps>;

SpectrumInfo info_of_video() {
  SpectrumInfo info;
  info.layout.points = {60, 80};
  info.layout.channels = 3;
  info.layout.type = SampleType::f16;
  info.layout.transformed = Transformed::rows;
  info.layout.stored_rows = 2 + 48 + 3;
  info.layout.normalized = true;
  info.width = 64;
  info.height = 48;
  info.x = 4;
  info.y = 2;
  info.border = {4, 5, 2, 3};
  info.framerate_numerator = 30000;
  info.framerate_denominator = 1001;
  info.video_format = "BGRA";
  return info;
}

SpectrumInfo info_of_audio() {
  SpectrumInfo info;
  info.layout.points = {1, 4096};
  info.layout.channels = 2;
  info.layout.stored_rows = 1;
  info.width = 3072;
  info.height = 1;
  info.x = 1024;
  info.border = {1024, 0, 0, 0};
  info.rate = 48000;
  return info;
}

TEST(SpectrumCaps, SayAllThatThereIs) {
  for (const SpectrumInfo& info : {info_of_video(), info_of_audio()}) {
    const Caps caps(caps_of(info));
    EXPECT_TRUE(gst_caps_is_fixed(caps.get()));
    EXPECT_EQ(spectrum_info(caps.get()), info);
  }
}

TEST(SpectrumCaps, AreAmongThoseOfTheTemplates) {
  const Caps video(caps_of(info_of_video()));
  const Caps audio(caps_of(info_of_audio()));
  const Caps all(all_spectrum_caps());
  const Caps whole(all_spectrum_caps("rows-and-columns"));
  EXPECT_TRUE(gst_caps_is_subset(video.get(), all.get()));
  EXPECT_TRUE(gst_caps_is_subset(audio.get(), all.get()));
  EXPECT_FALSE(gst_caps_can_intersect(video.get(), whole.get())) << "transformed along rows only";
  EXPECT_TRUE(gst_caps_is_subset(audio.get(), whole.get()));
}

struct Wrong {
  const char* field;
  const char* value;  // "int 3", "text rows"; empty: the field is missing
  std::vector<const char*> words;
};

class WrongCaps : public testing::TestWithParam<Wrong> {};

TEST_P(WrongCaps, AreRefusedByTheFieldsName) {
  const auto& [field, value, words] = GetParam();
  const Caps caps(caps_of(info_of_video()));
  GstStructure* const structure = gst_caps_get_structure(caps.get(), 0);
  const std::string text = value;
  if (text.empty()) {
    gst_structure_remove_field(structure, field);
  } else if (text.starts_with("int ")) {
    gst_structure_set(structure, field, G_TYPE_INT, std::stoi(text.substr(4)), nullptr);
  } else {
    gst_structure_set(structure, field, G_TYPE_STRING, text.c_str(), nullptr);
  }
  try {
    spectrum_info(caps.get());
    FAIL() << "accepted";
  } catch (const InvalidArgument& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(fmt::format(": {} is", field)), std::string::npos) << message;
    for (const char* word : words) EXPECT_NE(message.find(word), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(, WrongCaps,
                         testing::Values(Wrong{"rows", "", {"missing", "1 to 65536"}},           //
                                         Wrong{"columns", "int 81", {"81", "even"}},             //
                                         Wrong{"columns", "int 65538", {"65538", "65536"}},      //
                                         Wrong{"columns", "many", {"many"}},                     //
                                         Wrong{"channels", "int 0", {"1 to 16"}},                //
                                         Wrong{"precision", "f64", {"f64", "f32", "f16"}},       //
                                         Wrong{"precision", "int 3", {"f32"}},                   //
                                         Wrong{"transformed", "columns", {"rows-and-columns"}},  //
                                         Wrong{"normalized", "", {"missing", "true or false"}},  //
                                         Wrong{"width", "int 81", {"81", "1 to 80"}},            //
                                         Wrong{"height", "int 61", {"61", "1 to 60"}},           //
                                         Wrong{"rows", "int 52", {"52", "2+48+3"}},              //
                                         Wrong{"x", "int 80", {"0 to 79"}},                      //
                                         Wrong{"y", "int 3", {"border-top"}},                    //
                                         Wrong{"border-left", "int -1", {"-1"}},                 //
                                         Wrong{"border-bottom", "", {"missing"}},                //
                                         Wrong{"framerate", "int 25", {"fraction"}},             //
                                         Wrong{"video-format", "int 25", {"25"}},                //
                                         Wrong{"rate", "int 48000", {"video"}}));

TEST(SpectrumCaps, OfAudioHaveOneRow) {
  SpectrumInfo info = info_of_audio();
  info.layout.points.rows = info.layout.stored_rows = 2;
  const Caps caps(caps_of(info));
  EXPECT_THROW(spectrum_info(caps.get()), InvalidArgument);
}

TEST(SpectrumCaps, OfAnotherTypeAreRefused) {
  const Caps video(gst_caps_from_string("video/x-raw, format=GRAY8, width=8, height=8"));
  EXPECT_THROW(spectrum_info(video.get()), InvalidArgument);
  EXPECT_THROW(spectrum_info(nullptr), InvalidArgument);
}

}  // namespace
}  // namespace fftcore::gst::spectrum_caps_test
