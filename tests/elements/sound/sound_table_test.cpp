// SPDX-License-Identifier: LGPL-2.1-or-later
// A table of sound files as libsndfile writes them, in every container and coding, and of headers
// that programs write oddly: as responses of fftfir each is right, or refused with words.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fftfir/impulses.h"
#include "fir_harness.h"
#include "gobject/errors.h"

#ifdef FFTCORE_SNDFILE
#include <sndfile.h>

namespace fftcore::test::sound_table_test {
namespace {

constexpr int kTaps = 400, kRate = 8000;

struct Case {
  const char* what;
  int format;
  int channels = 2;
  double bound = 5e-7;  ///< of single precision, in which the element computes
  bool tells_its_length = true;
  int rate = kRate;
};

// What a coding loses is far below what a wrong byte order, sign or scale would.
constexpr double kCompanded = 0.03, kLossy = 0.2;

const Case kCases[] = {
    {"WAV of u8", SF_FORMAT_WAV | SF_FORMAT_PCM_U8},
    {"WAV of 16 bits", SF_FORMAT_WAV | SF_FORMAT_PCM_16},
    {"WAV of 16 bits, mono", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1},
    {"WAV of 24 bits", SF_FORMAT_WAV | SF_FORMAT_PCM_24},
    {"WAV of 24 bits, mono", SF_FORMAT_WAV | SF_FORMAT_PCM_24, 1},
    {"WAV of 32 bits", SF_FORMAT_WAV | SF_FORMAT_PCM_32},
    {"WAV of floats", SF_FORMAT_WAV | SF_FORMAT_FLOAT},
    {"WAV of doubles", SF_FORMAT_WAV | SF_FORMAT_DOUBLE},
    {"WAV of mu-law", SF_FORMAT_WAV | SF_FORMAT_ULAW, 2, kCompanded},
    {"WAV of A-law", SF_FORMAT_WAV | SF_FORMAT_ALAW, 2, kCompanded},
    {"WAV of 6 channels", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 6},
    {"RIFX, big-endian", SF_FORMAT_WAV | SF_FORMAT_PCM_24 | SF_ENDIAN_BIG},
    {"RIFX of floats", SF_FORMAT_WAV | SF_FORMAT_FLOAT | SF_ENDIAN_BIG},
    {"WAVEX of 16 bits", SF_FORMAT_WAVEX | SF_FORMAT_PCM_16},
    {"WAVEX of 24 bits", SF_FORMAT_WAVEX | SF_FORMAT_PCM_24},
    {"WAVEX of floats, 4 channels", SF_FORMAT_WAVEX | SF_FORMAT_FLOAT, 4},
    {"RF64 of 24 bits", SF_FORMAT_RF64 | SF_FORMAT_PCM_24},
    {"RF64 of doubles", SF_FORMAT_RF64 | SF_FORMAT_DOUBLE},
    {"W64 of 32 bits", SF_FORMAT_W64 | SF_FORMAT_PCM_32},
    {"W64 of floats", SF_FORMAT_W64 | SF_FORMAT_FLOAT},
    {"AIFF of s8", SF_FORMAT_AIFF | SF_FORMAT_PCM_S8},
    {"AIFF of 24 bits", SF_FORMAT_AIFF | SF_FORMAT_PCM_24},
    {"AIFC, little-endian", SF_FORMAT_AIFF | SF_FORMAT_PCM_16 | SF_ENDIAN_LITTLE},
    {"AIFC of doubles", SF_FORMAT_AIFF | SF_FORMAT_DOUBLE},
    {"AU of 16 bits", SF_FORMAT_AU | SF_FORMAT_PCM_16},
    {"AU, little-endian", SF_FORMAT_AU | SF_FORMAT_PCM_32 | SF_ENDIAN_LITTLE},
    {"AU of mu-law", SF_FORMAT_AU | SF_FORMAT_ULAW, 1, kCompanded},
    {"AU of floats", SF_FORMAT_AU | SF_FORMAT_FLOAT},
    {"CAF of 24 bits", SF_FORMAT_CAF | SF_FORMAT_PCM_24},
    {"CAF of floats, little-endian", SF_FORMAT_CAF | SF_FORMAT_FLOAT | SF_ENDIAN_LITTLE},
    {"CAF of ALAC", SF_FORMAT_CAF | SF_FORMAT_ALAC_24},
    {"FLAC of 8 bits", SF_FORMAT_FLAC | SF_FORMAT_PCM_S8},
    {"FLAC of 16 bits", SF_FORMAT_FLAC | SF_FORMAT_PCM_16},
    {"FLAC of 24 bits, 5 channels", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 5},
    {"Ogg Vorbis", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 2, kLossy},
    {"SVX of 16 bits", SF_FORMAT_SVX | SF_FORMAT_PCM_16, 1},
    {"MAT4 of doubles", SF_FORMAT_MAT4 | SF_FORMAT_DOUBLE},
    {"MAT5 of doubles", SF_FORMAT_MAT5 | SF_FORMAT_DOUBLE},
    {"MAT5 of 16 bits, mono", SF_FORMAT_MAT5 | SF_FORMAT_PCM_16, 1},
    {"NIST of 16 bits", SF_FORMAT_NIST | SF_FORMAT_PCM_16},
    {"NIST of 24 bits, big-endian", SF_FORMAT_NIST | SF_FORMAT_PCM_24 | SF_ENDIAN_BIG, 1},
    {"NIST of mu-law", SF_FORMAT_NIST | SF_FORMAT_ULAW, 2, kCompanded},
    {"VOC of 16 bits", SF_FORMAT_VOC | SF_FORMAT_PCM_16},
    {"VOC of u8, mono", SF_FORMAT_VOC | SF_FORMAT_PCM_U8, 1},
    {"VOC of A-law", SF_FORMAT_VOC | SF_FORMAT_ALAW, 2, kCompanded},
    {"AVR of 16 bits", SF_FORMAT_AVR | SF_FORMAT_PCM_16},
    {"AVR of u8, mono", SF_FORMAT_AVR | SF_FORMAT_PCM_U8, 1},
    {"MPC 2000", SF_FORMAT_MPC2K | SF_FORMAT_PCM_16},
    {"WVE", SF_FORMAT_WVE | SF_FORMAT_ALAW, 1, kCompanded},
    {"SDS of 16 bits", SF_FORMAT_SDS | SF_FORMAT_PCM_16, 1},
    {"HTK", SF_FORMAT_HTK | SF_FORMAT_PCM_16, 1},
    {"PAF of 24 bits", SF_FORMAT_PAF | SF_FORMAT_PCM_24, 2, 5e-7, false},
    {"PVF of 32 bits", SF_FORMAT_PVF | SF_FORMAT_PCM_32, 2, 5e-7, false},
    {"IRCAM of floats", SF_FORMAT_IRCAM | SF_FORMAT_FLOAT, 2, 5e-7, false},
};

/// Multiples of 1/128 within one period of a sine, in which all of them lie exactly but lossy ones.
Sound responses(int channels) {
  Sound sound;
  for (int c = 0; c < channels; ++c) {
    sound.emplace_back();
    for (int i = 0; i < kTaps; ++i)
      sound.back().push_back(std::round(100 * std::sin(0.05 * i * (c + 1)) * std::exp(-i / 150.0)) /
                             128);
  }
  return sound;
}

bool has_whole_numbers(int format) {
  const int coding = format & SF_FORMAT_SUBMASK;
  return coding <= SF_FORMAT_PCM_U8 || coding == SF_FORMAT_ALAC_24;
}

/// The file's bytes.
std::string written(const Case& one, const Sound& sound) {
  const ResponseFile file = ResponseFile::bytes("written", "");
  SF_INFO info{};
  info.samplerate = one.rate;
  info.channels = one.channels;
  info.format = one.format;
  SNDFILE* const open = sf_open(file.path().c_str(), SFM_WRITE, &info);
  EXPECT_NE(open, nullptr) << one.what << ": " << sf_strerror(nullptr);
  if (open == nullptr) return {};
  std::vector<double> frames;
  std::vector<int> whole;  // of 32 bits: libsndfile makes 1 - 2^-15 of 1 where it writes doubles
  for (int i = 0; i < kTaps; ++i) {
    for (const auto& channel : sound) {
      frames.push_back(channel[static_cast<std::size_t>(i)]);
      whole.push_back(static_cast<int>(frames.back() * 0x1p31));
    }
  }
  if (has_whole_numbers(one.format)) {
    EXPECT_EQ(sf_write_int(open, whole.data(), std::ssize(whole)), std::ssize(whole));
  } else {
    EXPECT_EQ(sf_write_double(open, frames.data(), std::ssize(frames)), std::ssize(frames));
  }
  sf_close(open);
  return file.content();
}

gst::fir::Impulses read(const std::string& content) {
  const ResponseFile file = ResponseFile::bytes("sound", content);
  return gst::fir::load_impulses({.location = file.path()});
}

/// What fftfir says of such a file; empty where it takes it. `name` ends in nothing that counts.
std::string refusal(const std::string& content) {
  try {
    read(content);
  } catch (const FileError& error) {
    return error.what();
  }
  return {};
}

/// What comes of noise of as many channels.
void expect_filtered(const std::string& content, const Sound& sound, double bound) {
  const ResponseFile file = ResponseFile::bytes("sound", content);
  const int channels = static_cast<int>(sound.size());
  const Sound input = noise(channels, 700);
  Matrix matrix(sound.size(), std::vector<std::vector<double>>(sound.size()));
  for (std::size_t c = 0; c < sound.size(); ++c) matrix[c][c] = sound[c];
  FirHarness harness({{"response-location", file.path()}},
                     {GST_AUDIO_FORMAT_F32, false, kRate, channels});
  harness.push_all(input, {512});
  EXPECT_LT(distance(harness.pull_all(0), direct_convolution(input, matrix, 700)), bound);
}

class SoundFile : public testing::TestWithParam<Case> {};

TEST_P(SoundFile, IsTheResponse) {
  const Case& one = GetParam();
  const Sound sound = responses(one.channels);
  expect_filtered(written(one, sound), sound, one.bound);
}

TEST_P(SoundFile, ThatEndsEarlyIsRefused) {
  const Case& one = GetParam();
  if (!one.tells_its_length) return;  // its header has no length
  const std::string whole = written(one, responses(one.channels));
  for (const double share : {0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 0.95}) {
    const auto bytes = static_cast<std::size_t>(share * static_cast<double>(whole.size()));
    EXPECT_NE(refusal(whole.substr(0, bytes)), "") << bytes << " of " << whole.size();
  }
  // What ends a file may be no sample.
  const gst::fir::Impulses want = read(whole);
  for (std::size_t less = 1; less < 20; ++less) {
    const std::string cut = whole.substr(0, whole.size() - less);
    if (refusal(cut).empty()) {
      EXPECT_EQ(read(cut).responses, want.responses) << less << " bytes";
    }
  }
}

TEST(SoundHeaders, OfSdsAreReadToTheEnd) {
  const Sound sound = responses(1);
  for (const int coding : {SF_FORMAT_PCM_S8, SF_FORMAT_PCM_24}) {  // not in full packets
    const std::string content = written({"SDS", SF_FORMAT_SDS | coding, 1}, sound);
    if (const std::string said = refusal(content); !said.empty())
      EXPECT_NE(said.find("libsndfile does not read the last "), std::string::npos) << said;
    else
      expect_filtered(content, sound, 5e-7);
  }
}

/// libsndfile writes a length of 0 here; others do not.
TEST(SoundHeaders, OfXiTellItsLength) {
  std::string whole =
      written({"XI", SF_FORMAT_XI | SF_FORMAT_DPCM_16, 1, 5e-7, true, 44100}, responses(1));
  EXPECT_EQ(refusal(whole), "");
  const std::string length = {static_cast<char>(2 * kTaps & 0xff),
                              static_cast<char>(2 * kTaps >> 8), 0, 0};
  whole.replace(298, 4, length);
  EXPECT_EQ(refusal(whole), "");
  for (const std::size_t less : {1, 2, 300, 700})
    EXPECT_NE(refusal(whole.substr(0, whole.size() - less)).find("before its header says"),
              std::string::npos)
        << less;
}
INSTANTIATE_TEST_SUITE_P(, SoundFile, testing::ValuesIn(kCases), [](const auto& each) {
  std::string name = each.param.what;
  std::erase_if(name, [](char letter) { return std::isalnum(letter) == 0; });
  return name;
});

std::string number(unsigned value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i);
  return text;
}

/// A WAV file of 16 bits, one channel. `before`: chunks in front of the samples. `riff`, `data`:
/// what the header says of sizes, if that is not what they are.
std::string wav(const std::string& before, const std::string& behind, long long riff = -1,
                long long data = -1) {
  const Sound sound = responses(1);
  std::string samples;
  for (const double value : sound[0])
    samples += number(static_cast<unsigned>(std::lround(value * 32768)) & 0xffffU, 2);
  const std::string format = "fmt " + number(16, 4) + number(1, 2) + number(1, 2) +
                             number(kRate, 4) + number(2 * kRate, 4) + number(2, 2) + number(16, 2);
  const auto size = [](long long said, std::size_t is) {
    return number(said < 0 ? static_cast<unsigned>(is) : static_cast<unsigned>(said), 4);
  };
  const std::string body =
      "WAVE" + before + format + "data" + size(data, samples.size()) + samples + behind;
  return "RIFF" + size(riff, body.size()) + body;
}

TEST(SoundHeaders, ThatAreOddAreRead) {
  const Sound sound = responses(1);
  const std::string list = "LIST" + number(14, 4) + "INFOISFT" + number(2, 4) + "ab";
  const std::string odd = "junk" + number(3, 4) + std::string("abc\0", 4);
  const std::pair<const char*, std::string> cases[] = {
      {"plain", wav("", "")},
      {"chunks before", wav(list + odd, "")},
      {"chunks behind", wav("", list)},
      {"bytes behind that are none of the file's", wav("", "") + "garbage"},
      {"FFmpeg's into a pipe", wav("", "", 0xffffffff, 0xffffffff)},
      {"sox's into a pipe", wav("", "", 0x7ffff024, 0x7ffff000)},
      {"RIFF's size is the file's", wav("", "", 844)},
      {"RIFF's size is 0", wav("", "", 0)},
  };
  for (const auto& [what, content] : cases) {
    SCOPED_TRACE(what);
    EXPECT_EQ(refusal(content), "");
    expect_filtered(content, sound, 5e-7);
  }
}

TEST(SoundHeaders, ThatSayWhatIsNotThereAreRefused) {
  const std::pair<std::string, const char*> cases[] = {
      {wav("", "", -1, 2000), "ends after 400 samples"},
      {wav("", "").substr(0, 440), "before its header says"},
      {wav("", "").substr(0, 44), "sound"},
      {wav("", "").substr(44), "cannot be read as sound"},  // samples without a header
      {std::string(1000, '\0'), "cannot be read as sound"},
      {"", "sound"},
  };
  for (const auto& [content, words] : cases) {
    const std::string said = refusal(content);
    EXPECT_NE(said.find(words), std::string::npos) << words << ": " << said;
  }
}

}  // namespace
}  // namespace fftcore::test::sound_table_test
#endif
