// SPDX-License-Identifier: LGPL-2.1-or-later
// fftspectrumenc and fftspectrumdec: what is written comes back whatever the pieces; what is no
// such file is refused in words that help.
#include <gst/base/gsttypefindhelper.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "fftspectrumfile/file_header.h"
#include "filter_harness.h"

namespace fftcore::test::spectrum_file_test {
namespace {

using Bytes = std::string;

constexpr char kCaps[] =
    "application/x-fft-spectrum, rows=(int)6, columns=(int)16, channels=(int)2, "
    "precision=(string)f32, "
    "transformed=(string)rows-and-columns, "
    "normalized=(boolean)false, width=(int)11, height=(int)5, x=(int)1, y=(int)0, "
    "border-left=(int)1, border-right=(int)0, "
    "border-top=(int)0, "
    "border-bottom=(int)0, framerate=(fraction)25/2, video-format=(string)RGB";
// channels, rows, bins padded from 9 to 16, bytes
constexpr std::size_t kSpectrumBytes = 2 * 6 * 16 * 8;

Bytes replaced(Bytes text, std::string_view part, std::string_view by) {
  const std::size_t place = text.find(part);
  EXPECT_NE(place, Bytes::npos) << part;
  return text.replace(place, part.size(), by);
}

Bytes spectrum(int seed) {
  Bytes bytes(kSpectrumBytes, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>(i * 7 + i / 256 + static_cast<std::size_t>(seed) * 31);
  return bytes;
}

/// What the format's definition says, by hand: two lines, the second filled up with spaces.
Bytes header(const Bytes& caps = kCaps) {
  Bytes text = "FFTSPECTRUM 1\n" + caps;
  while (text.size() % 64 != 63) text += ' ';
  return text + '\n';
}

GstBuffer* buffer_with(const Bytes& bytes) {
  return gst_buffer_new_memdup(bytes.data(), bytes.size());
}

Bytes content(GstBuffer* buffer) {
  Bytes bytes(gst_buffer_get_size(buffer), '\0');
  gst_buffer_extract(buffer, 0, bytes.data(), bytes.size());
  return bytes;
}

/// One of the two elements between two pads of the test's own.
class FileHarness {
 public:
  explicit FileHarness(const char* name) {
    const Owned<GstElement> element(
        GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make(name, nullptr))));
    gst_element_set_bus(element.get(), bus_.get());
    harness_ = gst_harness_new_with_element(element.get(), "sink", "src");
  }
  ~FileHarness() {
    gst_element_set_bus(harness_->element, nullptr);
    gst_harness_teardown(harness_);
  }
  FileHarness(const FileHarness&) = delete;
  FileHarness& operator=(const FileHarness&) = delete;

  GstHarness* get() const { return harness_; }
  void set_caps(const char* caps) {
    GstCaps* const parsed = gst_caps_from_string(caps);
    gst_harness_push_event(harness_, gst_event_new_caps(parsed));
    gst_caps_unref(parsed);
  }
  GstFlowReturn push(const Bytes& bytes) { return gst_harness_push(harness_, buffer_with(bytes)); }
  bool end() { return gst_harness_push_event(harness_, gst_event_new_eos()) != FALSE; }
  Owned<GstBuffer> pull() { return Owned<GstBuffer>(gst_harness_try_pull(harness_)); }
  Bytes pull_all() {
    Bytes bytes;
    while (const Owned<GstBuffer> buffer = pull()) bytes += content(buffer.get());
    return bytes;
  }
  std::vector<Report> errors() const { return reports(bus_.get(), GST_MESSAGE_ERROR); }
  std::vector<Report> warnings() const { return reports(bus_.get(), GST_MESSAGE_WARNING); }

 private:
  Owned<GstBus> bus_{gst_bus_new()};
  GstHarness* harness_ = nullptr;
};

/// For the encoder, whose caps come by themselves.
void start(FileHarness& harness, const char* caps = kCaps) {
  gst_harness_push_event(harness.get(), gst_event_new_stream_start("test"));
  harness.set_caps(caps);
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(harness.get(), gst_event_new_segment(&segment));
}

/// For the decoder, which takes bytes from anywhere.
void start_bytes(FileHarness& harness) {
  gst_harness_set_src_caps_str(harness.get(), gst::kSpectrumFileType);
}

void expect_words(const std::vector<Report>& found, std::initializer_list<const char*> words) {
  ASSERT_EQ(found.size(), 1U);
  for (const char* word : words)
    EXPECT_NE(found[0].text.find(word), Bytes::npos) << word << " in: " << found[0].text;
}

TEST(SpectrumEnc, WritesAHeaderAndTheSpectraAsTheyAre) {
  FileHarness encoder("fftspectrumenc");
  start(encoder);
  ASSERT_EQ(encoder.push(spectrum(1)), GST_FLOW_OK);
  ASSERT_EQ(encoder.push(spectrum(2) + "what a pool may have beyond"), GST_FLOW_OK);
  EXPECT_EQ(encoder.pull_all(), header() + spectrum(1) + spectrum(2));
}

TEST(SpectrumEnc, BeginsAnewAfterAFlush) {
  FileHarness encoder("fftspectrumenc");
  start(encoder);
  ASSERT_EQ(encoder.push(spectrum(1)), GST_FLOW_OK);
  encoder.pull_all();
  gst_harness_push_event(encoder.get(), gst_event_new_flush_start());
  gst_harness_push_event(encoder.get(), gst_event_new_flush_stop(TRUE));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(encoder.get(), gst_event_new_segment(&segment));
  ASSERT_EQ(encoder.push(spectrum(2)), GST_FLOW_OK);
  EXPECT_EQ(encoder.pull_all(), header() + spectrum(2));
}

TEST(SpectrumEnc, RefusesSpectraOfAnotherKindOnceAFileHasBegun) {
  FileHarness encoder("fftspectrumenc");
  start(encoder);
  const Bytes other = replaced(kCaps, "rows=(int)6", "rows=(int)8");
  encoder.set_caps(other.c_str());  // nothing is written yet
  encoder.set_caps(kCaps);
  ASSERT_EQ(encoder.push(spectrum(1)), GST_FLOW_OK);
  encoder.set_caps(kCaps);
  ASSERT_EQ(encoder.push(spectrum(2)), GST_FLOW_OK);
  encoder.set_caps(other.c_str());
  expect_words(encoder.errors(), {"rows=(int)8", "begin another file"});
  EXPECT_EQ(encoder.push(spectrum(3)), GST_FLOW_NOT_NEGOTIATED);
}

TEST(SpectrumEnc, RefusesABufferThatIsTooSmall) {
  FileHarness encoder("fftspectrumenc");
  start(encoder);
  EXPECT_EQ(encoder.push("too little"), GST_FLOW_ERROR);
  expect_words(encoder.errors(), {"10 bytes", "1536"});
}

TEST(SpectrumEnc, RefusesCapsThatAreNoSpectrums) {
  FileHarness encoder("fftspectrumenc");
  gst_harness_push_event(encoder.get(), gst_event_new_stream_start("test"));
  encoder.set_caps(replaced(kCaps, "columns=(int)16", "columns=(int)15").c_str());
  expect_words(encoder.errors(), {"columns", "15", "even"});
}

class PiecesOf : public testing::TestWithParam<std::size_t> {};

TEST_P(PiecesOf, AFileGiveItsSpectra) {
  const Bytes file = header() + spectrum(1) + spectrum(2) + spectrum(3);
  FileHarness decoder("fftspectrumdec");
  start_bytes(decoder);
  for (std::size_t begin = 0; begin < file.size(); begin += GetParam())
    ASSERT_EQ(decoder.push(file.substr(begin, GetParam())), GST_FLOW_OK);
  EXPECT_TRUE(decoder.end());
  for (int i = 0; i < 3; ++i) {
    const Owned<GstBuffer> buffer = decoder.pull();
    ASSERT_NE(buffer, nullptr) << i;
    EXPECT_EQ(content(buffer.get()), spectrum(i + 1));
    // 12.5 a second
    EXPECT_EQ(GST_BUFFER_PTS(buffer.get()), static_cast<GstClockTime>(i) * 80 * GST_MSECOND);
    EXPECT_EQ(GST_BUFFER_DURATION(buffer.get()), 80 * GST_MSECOND);
    GstMapInfo map;
    ASSERT_TRUE(gst_buffer_map(buffer.get(), &map, GST_MAP_READ));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(map.data) % 64, 0U);
    gst_buffer_unmap(buffer.get(), &map);
  }
  EXPECT_EQ(decoder.pull(), nullptr);
  GstCaps* const caps = gst_pad_get_current_caps(decoder.get()->sinkpad);
  GstCaps* const expected = gst_caps_from_string(kCaps);
  EXPECT_TRUE(gst_caps_is_equal(caps, expected));
  gst_caps_unref(caps);
  gst_caps_unref(expected);
  EXPECT_TRUE(decoder.errors().empty());
  EXPECT_TRUE(decoder.warnings().empty());
}

INSTANTIATE_TEST_SUITE_P(SpectrumDec, PiecesOf,
                         testing::Values(1, 7, 63, 64, 65, 1000, kSpectrumBytes, 1 << 20));

TEST(SpectrumDec, BeginsAnewAfterAFlush) {
  FileHarness decoder("fftspectrumdec");
  start_bytes(decoder);
  ASSERT_EQ(decoder.push(header() + spectrum(1) + "half of one"), GST_FLOW_OK);
  EXPECT_EQ(decoder.pull_all(), spectrum(1));
  gst_harness_push_event(decoder.get(), gst_event_new_flush_start());
  gst_harness_push_event(decoder.get(), gst_event_new_flush_stop(TRUE));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_BYTES);
  gst_harness_push_event(decoder.get(), gst_event_new_segment(&segment));
  ASSERT_EQ(decoder.push(header() + spectrum(2)), GST_FLOW_OK);
  const Owned<GstBuffer> buffer = decoder.pull();
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(content(buffer.get()), spectrum(2));
  EXPECT_EQ(GST_BUFFER_PTS(buffer.get()), 0U);
}

TEST(SpectrumDec, TimesOfAudioFollowTheSamplesOfABlock) {
  const Bytes caps =
      "application/x-fft-spectrum, rows=(int)1, columns=(int)512, channels=(int)1, "
      "precision=(string)f16, "
      "transformed=(string)rows-and-columns, "
      "normalized=(boolean)true, width=(int)441, height=(int)1, x=(int)0, y=(int)0, "
      "border-left=(int)0, border-right=(int)0, "
      "border-top=(int)0, "
      "border-bottom=(int)0, rate=(int)44100";
  FileHarness decoder("fftspectrumdec");
  start_bytes(decoder);
  // 257 bins padded to 264, of two f16
  ASSERT_EQ(decoder.push(header(caps) + Bytes(2 * 264 * 4, 'x')), GST_FLOW_OK);
  decoder.pull();
  const Owned<GstBuffer> second = decoder.pull();
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(gst_buffer_get_size(second.get()), 264U * 4);
  EXPECT_EQ(GST_BUFFER_PTS(second.get()), 10 * GST_MSECOND);
}

TEST(SpectrumDec, SaysWhereAFileEndsTooEarly) {
  FileHarness decoder("fftspectrumdec");
  start_bytes(decoder);
  decoder.push(header() + spectrum(1) + Bytes(100, 'x'));
  decoder.end();
  EXPECT_EQ(decoder.pull_all(), spectrum(1));
  expect_words(decoder.warnings(), {"spectrum 2", "100 of its 1536 bytes"});
}

struct Foreign {
  const char* name;
  Bytes file;
  std::vector<const char*> words;
};

void PrintTo(const Foreign& foreign, std::ostream* stream) {
  *stream << foreign.name;
}

Foreign with_caps(const char* name, std::string_view part, std::string_view by,
                  std::vector<const char*> words) {
  return {name, header(replaced(kCaps, part, by)) + spectrum(1), std::move(words)};
}

std::vector<Foreign> foreign_files() {
  return {
      {"empty", "", {"ends within its header", "FFTSPECTRUM 1"}},
      {"short_header", header().substr(0, 100), {"ends within its header", "100 bytes"}},
      {"first_line_only", "FFTSPECTRU", {"ends within its header", "10 bytes"}},
      {"no_whole_spectrum", header() + Bytes(100, 'x'), {"spectrum 1", "100 of its 1536 bytes"}},
      {"another_kind", "RIFF\x01\x02\x03\x04WAVEfmt ", {"RIFF....WAVEfmt", "FFTSPECTRUM 1"}},
      {"another_version", replaced(header(), " 1\n", " 2\n"), {"version \"2\"", "version 1"}},
      {"version_17", replaced(header(), " 1\n", " 17\n"), {"version \"17\"", "version 1"}},
      {"endless_line", "FFTSPECTRUM 1\n" + Bytes(8192, 'x'), {"no second line", "4096"}},
      {"odd_length", "FFTSPECTRUM 1\n" + Bytes(kCaps) + "\n" + spectrum(1), {"multiple of 64"}},
      {"no_caps", header("!?<>"), {"!?<>", "application/x-fft-spectrum"}},
      {"caps_with_zeros",
       header("application/x-fft-spectrum" + Bytes(3, '\0')),
       {"spectra's caps are expected"}},
      {"video",
       header("video/x-raw, format=(string)GRAY8, width=(int)4, height=(int)4, "
              "framerate=(fraction)1/1"),
       {"video/x-raw", "application/x-fft-spectrum"}},
      {"any_caps", header("ANY"), {"caps"}},
      {"open_caps",
       header(replaced(kCaps, "rows=(int)6", "rows=(int)[ 6, 8 ]")),
       {"caps are expected"}},
      {"in_cuda_memory",
       header(replaced(kCaps, "x-fft-spectrum", "x-fft-spectrum(memory:CUDAMemory)")),
       {"system memory"}},
      with_caps("rows_only", "rows-and-columns", "rows", {"rows-and-columns"}),
      with_caps("no_rows", "rows=(int)6, ", "", {"rows", "missing"}),
      with_caps("negative_rows", "rows=(int)6", "rows=(int)-6", {"rows", "-6"}),
      with_caps("absurd_rows", "rows=(int)6", "rows=(int)2000000000",
                {"rows", "2000000000", "65536"}),
      with_caps("absurd_channels", "channels=(int)2", "channels=(int)9999", {"channels", "9999"}),
      with_caps("another_precision", "(string)f32", "(string)f64",
                {"precision", "f64", "f32 or f16"}),
      with_caps("image_larger_than_field", "width=(int)11", "width=(int)99", {"width", "99"}),
      {"absurd_size",
       header(replaced(replaced(kCaps, "rows=(int)6", "rows=(int)65536"), "columns=(int)16",
                       "columns=(int)65536")),
       {"bytes", "at most 4294967296"}},
  };
}

class ForeignFile : public testing::TestWithParam<Foreign> {};

TEST_P(ForeignFile, IsRefusedOnceAndInWordsThatHelp) {
  FileHarness decoder("fftspectrumdec");
  start_bytes(decoder);
  if (!GetParam().file.empty()) decoder.push(GetParam().file);
  decoder.end();
  EXPECT_EQ(decoder.pull(), nullptr);
  const std::vector<Report> errors = decoder.errors();
  ASSERT_EQ(errors.size(), 1U);
  for (const char* word : GetParam().words)
    EXPECT_NE(errors[0].text.find(word), Bytes::npos) << word << " in: " << errors[0].text;
}

std::string foreign_name(const testing::TestParamInfo<Foreign>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(, ForeignFile, testing::ValuesIn(foreign_files()), foreign_name);

// A header that claims gigabytes does not make the decoder take them.
TEST(SpectrumDec, TakesNoMemoryForWhatHasNotCome) {
  FileHarness decoder("fftspectrumdec");
  start_bytes(decoder);
  const Bytes large = header(replaced(replaced(kCaps, "rows=(int)6", "rows=(int)4096"),
                                      "columns=(int)16", "columns=(int)65000"));
  const auto in_use = [] {
    const auto heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
  };
  const std::size_t before = in_use();
  ASSERT_EQ(decoder.push(large + Bytes(1000, 'x')), GST_FLOW_OK);
  EXPECT_EQ(decoder.pull(), nullptr);
  EXPECT_LT(in_use(), before + (1 << 20));
}

TEST(SpectrumFile, IsFoundByItsFirstLine) {
  const Bytes file = header() + spectrum(1);
  GstTypeFindProbability probability = GST_TYPE_FIND_NONE;
  GstCaps* const caps = gst_type_find_helper_for_data(
      nullptr, reinterpret_cast<const guint8*>(file.data()), file.size(), &probability);
  ASSERT_NE(caps, nullptr);
  EXPECT_STREQ(gst_structure_get_name(gst_caps_get_structure(caps, 0)), gst::kSpectrumFileType);
  EXPECT_EQ(probability, GST_TYPE_FIND_MAXIMUM);
  gst_caps_unref(caps);
}

}  // namespace
}  // namespace fftcore::test::spectrum_file_test
