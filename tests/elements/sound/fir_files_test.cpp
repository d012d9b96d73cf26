// SPDX-License-Identifier: LGPL-2.1-or-later
// Files of responses for fftfir: what is read, how it fits the audio, what is refused and how.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

#include "fftfir/impulses.h"
#include "fftfir/resampling.h"
#include "fir_harness.h"
#include "forward_harness.h"
#include "gobject/errors.h"

#ifdef FFTCORE_SNDFILE
#include <sndfile.h>
#endif

namespace fftcore::test::fir_files_test {
namespace {

/// The text of the FileError that loading throws.
std::string refusal(const std::string& path) {
  try {
    gst::fir::load_impulses({.location = path});
  } catch (const FileError& error) {
    return error.what();
  }
  return "none";
}

void expect_words(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words) EXPECT_NE(text.find(word), std::string::npos) << text;
}

TEST(FirFiles, ThatAreMissingOrNoFilesAreErrorsAtTheStart) {
  const Owned<GstBus> bus(gst_bus_new());
  const Owned<GstElement> element(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftfir", nullptr))));
  gst_element_set_bus(element.get(), bus.get());
  set_property(element.get(), "response-location", "/nowhere.wav");
  EXPECT_EQ(gst_element_set_state(element.get(), GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
  const std::vector<Report> errors = reports(bus.get(), GST_MESSAGE_ERROR);
  expect_one(errors, {"there is no file \"/nowhere.wav\"", "WAV, FLAC", ".npy"});
  EXPECT_EQ(errors[0].domain, GST_RESOURCE_ERROR);
  EXPECT_EQ(errors[0].code, GST_RESOURCE_ERROR_NOT_FOUND);
  gst_element_set_state(element.get(), GST_STATE_NULL);
  gst_element_set_bus(element.get(), nullptr);

  expect_words(refusal(testing::TempDir()), {"is a folder"});
  const std::string pipe = testing::TempDir() + "response-pipe";
  mkfifo(pipe.c_str(), 0600);
  expect_words(refusal(pipe), {"is a pipe"});
  unlink(pipe.c_str());
}

TEST(FirFiles, OfArraysHaveAxesInTheRightOrder) {
  expect_words(refusal(ResponseFile::npy("5000, 2", {std::vector<double>(10000)}).path()),
               {"shape (5000, 2)", "(responses, taps)", "save a.T"});
  expect_words(refusal(ResponseFile::npy("2, 3, 4", {std::vector<double>(24)}).path()),
               {"(channels to, channels from, taps)"});
  expect_words(refusal(ResponseFile::npy("0,", {}).path()), {"allowed are 1 to 8 dimensions"});
}

TEST(FirFiles, OfArraysMayBeDamagedInAnyWay) {
  const std::string whole = ResponseFile::npy("2, 3", {{1, 2, 3}, {4, 5, 6}}).content();
  for (std::size_t bytes = 6; bytes < whole.size(); ++bytes)
    EXPECT_NE(refusal(ResponseFile::bytes("cut.npy", whole.substr(0, bytes)).path()), "none")
        << bytes;
  expect_words(refusal(ResponseFile::of({1, std::nan(""), 2}).path()), {"holds nan", "finite"});
  expect_words(refusal(ResponseFile::of({1, 1e39}).path()), {"holds 1e+39"});
}

TEST(FirFiles, AreNeitherTextNorAnythingElse) {
  for (const std::string content : {"", "1 2 3\n", "\x89PNG\r\n\x1a\n", "fLaC", "RIFF"})
    expect_words(refusal(ResponseFile::bytes("x", content).path()),
                 {"response-location: ", "x\"", ".npy"});
}

class EachCount : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(, EachCount, testing::Values(2, 3, 5, 8));

TEST_P(EachCount, OfResponsesThatDoesNotFitIsAnErrorThatSaysWhatDoes) {
  const int count = GetParam();
  const ResponseFile file = ResponseFile::npy(fmt::format("{}, 10", count), noise(count, 10));
  for (const int channels : {1, 2, 3}) {
    FirHarness harness({{"response-location", file.path()}}, {.channels = channels});
    const bool fits = count == channels || count == channels * channels;
    EXPECT_EQ(harness.push(noise(channels, 10), 0) == GST_FLOW_OK, fits);
    if (fits) continue;
    std::vector<Report> errors = harness.errors();
    ASSERT_FALSE(errors.empty());
    errors.resize(1);
    expect_one(errors, {fmt::format("{} responses", count),
                        channels == 1 ? "that takes 1 response"
                                      : fmt::format("1 response for all channels, {} for one each, "
                                                    "or {} from each channel to each",
                                                    channels, channels * channels)});
  }
}

// A pulse of frequencies that all rates have, as a function of time. The resampler is late by
// 1/2048 of a sample, which is an angle at 1500 Hz.
double pulse(double seconds) {
  const double t = (seconds - 0.01) / 0.0015;
  return std::exp(-t * t) * std::sin(2 * std::numbers::pi * 1500 * seconds);
}
std::vector<double> pulse_at(int rate) {
  std::vector<double> response;
  for (int i = 0; i < rate / 50; ++i)
    response.push_back(pulse(static_cast<double>(i) / rate) / rate);
  return response;
}

/// Before they take memory, or time.
TEST(FirFiles, OfRatesFarOffAreRefused) {
  gst::fir::Impulses impulses{.responses = {ImpulseResponse(400)}, .rate = 1};
  const auto refusal_of = [&](int channels) -> std::string {
    try {
      gst::fir::fit(impulses, 48000, channels, true);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "none";
  };
  expect_words(refusal_of(1), {"1 times 19200000 taps at 48000", "16777216 are allowed"});
  impulses.rate = 2000000000;
  expect_words(refusal_of(1), {"2000000000 samples a second", "64 times", "lower rate"});
  impulses = {.responses = std::vector<ImpulseResponse>(64, ImpulseResponse(100)), .rate = 4};
  expect_words(refusal_of(8), {"64 times 1200000 taps", "67108864 in all"});
}

TEST(FirFiles, AreTheSameResponseAtAnotherRate) {
  for (const auto& [from, to] : std::vector<std::pair<int, int>>{
           {44100, 48000}, {48000, 44100}, {96000, 48000}, {8000, 48000}, {44100, 8000}}) {
    std::vector<double> expected = pulse_at(to);
    std::vector<double> response = gst::fir::resampled(pulse_at(from), from, to);
    ASSERT_GE(response.size(), expected.size());
    expected.resize(response.size());
    EXPECT_LT(distance({response}, {expected}), 2e-3 * 1500 * 2 * std::numbers::pi / from)
        << from << " to " << to;
  }
}

#ifdef FFTCORE_SNDFILE
ResponseFile sound_file(const std::string& name, int format, int rate, const Sound& channels) {
  ResponseFile file = ResponseFile::bytes(name, "");
  SF_INFO info{};
  info.samplerate = rate;
  info.channels = static_cast<int>(channels.size());
  info.format = format;
  SNDFILE* const sound = sf_open(file.path().c_str(), SFM_WRITE, &info);
  std::vector<double> frames;
  for (std::size_t i = 0; i < length(channels); ++i)
    for (const auto& channel : channels) frames.push_back(channel[i]);
  EXPECT_EQ(sf_write_double(sound, frames.data(), std::ssize(frames)), std::ssize(frames));
  sf_close(sound);
  return file;
}

TEST(FirSounds, AreConvolvedWith) {
  const Sound input = noise(2, 2000), responses{decaying(500, 2), decaying(500, 3)};
  const Sound expected =
      direct_convolution(input, Matrix{{responses[0], {}}, {{}, responses[1]}}, 2000);
  ResponseFile own = ResponseFile::wav(8000, responses);
  ResponseFile wav16 = sound_file("x16.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 8000, responses);
  ResponseFile flac24 = sound_file("x.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 8000, responses);
  ResponseFile aiff = sound_file("x.aiff", SF_FORMAT_AIFF | SF_FORMAT_FLOAT, 8000, responses);
  for (const auto& [file, bound] : std::vector<std::pair<const ResponseFile*, double>>{
           {&own, 5e-7}, {&wav16, 1e-3}, {&flac24, 2e-6}, {&aiff, 5e-7}}) {
    ASSERT_EQ(refusal(file->path()), "none");
    FirHarness harness({{"response-location", file->path()}});
    harness.push_all(input, {512});
    EXPECT_LT(distance(harness.pull_all(0), expected), bound) << file->path();
  }
}

TEST(FirSounds, OfAnotherRateAreAnErrorThatSaysHow) {
  const ResponseFile file = ResponseFile::wav(44100, {{1, 0.5}});
  FirHarness harness({{"response-location", file.path()}});
  EXPECT_NE(harness.push(noise(2, 10), 0), GST_FLOW_OK);
  std::vector<Report> errors = harness.errors();
  ASSERT_FALSE(errors.empty());
  errors.resize(1);
  expect_one(errors,
             {"has 44100 samples a second, and the audio 8000", "resample=true", "audioresample"});
}

TEST(FirSounds, AreResampledWhereAsked) {
  const Sound input = noise(1, 2000);
  const ResponseFile file = ResponseFile::wav(44100, {pulse_at(44100)});
  FirHarness harness({{"response-location", file.path()}, {"resample", "true"}},
                     {GST_AUDIO_FORMAT_F64, false, 48000, 1});
  harness.push_all(input, {512});
  EXPECT_LT(distance(harness.pull_all(0), direct_convolution(input, pulse_at(48000), 2000)), 2e-4);
}

TEST(FirSounds, MayBeDamagedInAnyWay) {
  const Sound responses{decaying(300, 2), decaying(300, 3)};
  const std::string flac =
      sound_file("x.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 8000, responses).content();
  for (std::size_t bytes = 0; bytes < flac.size(); bytes += 7)
    EXPECT_NE(refusal(ResponseFile::bytes("cut.flac", flac.substr(0, bytes)).path()), "none")
        << bytes << " of " << flac.size();
  // What a change of a bit does to a response is nobody's guess; nothing but a FileError comes.
  const std::string wav = ResponseFile::wav(8000, responses).content();
  for (const std::string& whole : {flac, wav.substr(0, 400)}) {
    for (std::size_t at = 4; at < whole.size(); at += 5) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
      EXPECT_NO_THROW(refusal(ResponseFile::bytes("bits", damaged).path())) << at;
    }
  }
  expect_words(refusal(ResponseFile::wav(8000, {{}}).path()), {"has no samples"});
  expect_words(refusal(ResponseFile::wav(8000, {{1, HUGE_VAL}}).path()), {"holds inf"});
}
#endif

}  // namespace
}  // namespace fftcore::test::fir_files_test
