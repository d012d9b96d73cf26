// SPDX-License-Identifier: LGPL-2.1-or-later
// Files of spectra whose caps were made to do harm, many at random: errors, and never what GLib
// calls critical, in the decoder and in what follows it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "criticals.h"
#include "fftcore/error.h"
#include "fftspectrumfile/file_header.h"
#include "filter_harness.h"

namespace fftcore::test::hostile_spectra_test {
namespace {

using Bytes = std::string;

constexpr char kFields[] =
    "application/x-fft-spectrum, rows=(int)6, columns=(int)16, channels=(int)1, "
    "precision=(string)f32, transformed=(string)rows-and-columns, normalized=(boolean)false, "
    "width=(int)11, height=(int)5, x=(int)2, y=(int)1, border-left=(int)2, border-right=(int)3, "
    "border-top=(int)1, border-bottom=(int)0, framerate=(fraction)25/2, "
    "video-format=(string)GRAY8";
constexpr std::size_t kSpectrumBytes = std::size_t{6} * 16 * 8;

Bytes header(Bytes caps) {
  Bytes text = "FFTSPECTRUM 1\n" + std::move(caps);
  text.resize((text.size() + 64) / 64 * 64 - 1, ' ');
  return text + "\n";
}

// What a parser of caps may fall over.
const std::vector<Bytes>& nasty_parts() {
  static const std::vector<Bytes> parts = {"(fraction)1/0",
                                           "(fraction)-2147483648/-1",
                                           "(int)99999999999999999999",
                                           "(int)",
                                           "(bitmask)0xzz",
                                           "(bitmask)0xffffffffffffffffff",
                                           "(GstVideoMultiviewFlagsSet)1:2:+a:",
                                           "(flagset)0:0",
                                           "(GstCaps)x",
                                           "(GstCaps)\"video/x-raw\"",
                                           "(GstStructure)\"a,b=(int)1;\"",
                                           "(structure)[",
                                           "(GstTagList)x",
                                           "(GObject)x",
                                           "(GstBuffer)00",
                                           "(date)2020-99-99",
                                           "(GstDateTime)x",
                                           "(guint64)-1",
                                           "(double)1e999",
                                           "(GType)int",
                                           "(GError)x",
                                           "(gpointer)1",
                                           "(string)\"\\377\\376\"",
                                           "(string)\"",
                                           "(string)\"\\",
                                           "\"\\\"\"",
                                           "(string)NULL",
                                           "{",
                                           "}",
                                           "[",
                                           "]",
                                           "<",
                                           ">",
                                           "{ 1, { 2 } }",
                                           "[ 1, 2, 3 ]",
                                           "[ 5, 1 ]",
                                           "< (int)1, (string)a >",
                                           "(",
                                           ")",
                                           "((int))",
                                           "()",
                                           ";",
                                           "\\",
                                           "\\,",
                                           ",,",
                                           "=",
                                           "==",
                                           ",=",
                                           ", =(int)1",
                                           ", 1=(int)1",
                                           "(memory:CUDAMemory)",
                                           "(a,b)",
                                           "(ANY)",
                                           "ANY",
                                           "EMPTY",
                                           "NONE",
                                           "%s%n",
                                           "\x01",
                                           "\xff",
                                           ", a=(GstSegment)x",
                                           ", a=(GstFormat)time",
                                           ", a=(GstBitmask)1",
                                           ", a=(GstIntRange)1",
                                           ", interlace-mode=(string)x",
                                           ", interlace-mode=(int)1",
                                           ", colorimetry=(string)9:9:9:9",
                                           ", colorimetry=(int)3",
                                           ", chroma-site=(string)x",
                                           ", pixel-aspect-ratio=(fraction)0/1",
                                           ", pixel-aspect-ratio=(int)1",
                                           ", views=(int)-5",
                                           ", views=(int)2147483647",
                                           ", multiview-mode=(string)x",
                                           ", multiview-mode=(int)9",
                                           ", multiview-flags=(int)1",
                                           ", field-order=(string)x",
                                           ", mastering-display-info=(string)x",
                                           ", content-light-level=(int)1",
                                           ", max-framerate=(string)x",
                                           ", format=(string)I420",
                                           ", rate=(int)1",
                                           ", channel-mask=(int)1",
                                           ", channel-mask=(bitmask)0xf"};
  return parts;
}

class Random {
 public:
  std::size_t below(std::size_t count) { return engine_() % count; }

 private:
  std::mt19937 engine_{7};
};

Bytes spoiled(Random& random) {
  Bytes text = kFields;
  for (std::size_t edits = 1 + random.below(3); edits > 0; --edits) {
    const std::size_t place = random.below(text.size());
    switch (random.below(6)) {
      case 0: text[place] = static_cast<char>(random.below(256)); break;
      case 1: text.erase(place, 1 + random.below(20)); break;
      case 2: text += nasty_parts()[random.below(nasty_parts().size())]; break;
      case 3: text.insert(place, text.substr(random.below(text.size()), random.below(30))); break;
      default: {  // a value
        const std::size_t equals = text.find('=', place);
        const std::size_t end = std::min(text.find(',', place), text.size());
        const Bytes& part = nasty_parts()[random.below(nasty_parts().size())];
        if (equals < end)
          text.replace(equals + 1, end - equals - 1, part);
        else
          text.insert(place, part);
      }
    }
    if (text.empty()) text = "a";
  }
  return text;
}

TEST(HostileSpectra, AreNeverCritical) {
  Random random;
  const Criticals criticals;
  int good = 0;
  for (int i = 0; i < 20000; ++i) {
    const Bytes file = header(spoiled(random));
    try {
      if (gst::read_header(file)) ++good;
    } catch (const FileError&) {
      // what it should be
    }
    ASSERT_EQ(criticals.texts(), std::vector<std::string>()) << file;
  }
  EXPECT_GT(good, 300) << "some are right none the less, or nothing behind the parser is tried";
}

// Whatever is taken goes on to what makes pictures of it.
TEST(HostileSpectra, DoNoHarmInAPipeline) {
  Random random;
  const Criticals criticals;
  for (int i = 0; i < 1000; ++i) {
    const Bytes file = header(spoiled(random)) + Bytes(2 * kSpectrumBytes, '\0');
    GstHarness* const harness = gst_harness_new_parse("fftspectrumdec ! fftinverse");
    gst_harness_set_src_caps_str(harness, gst::kSpectrumFileType);
    gst_harness_push(harness, gst_buffer_new_memdup(file.data(), file.size()));
    gst_harness_push_event(harness, gst_event_new_eos());
    gst_harness_teardown(harness);
    ASSERT_EQ(criticals.texts(), std::vector<std::string>()) << file;
  }
}

TEST(HostileSpectra, AreToldToThoseBehindOnceOneIsThere) {
  GstHarness* const harness = gst_harness_new_parse("fftspectrumdec");
  gst_harness_set_src_caps_str(harness, gst::kSpectrumFileType);
  const auto push = [&](const Bytes& bytes) {
    return gst_harness_push(harness, gst_buffer_new_memdup(bytes.data(), bytes.size()));
  };
  ASSERT_EQ(push(header(kFields) + Bytes(kSpectrumBytes - 1, '\0')), GST_FLOW_OK);
  EXPECT_EQ(gst_pad_get_current_caps(harness->sinkpad), nullptr)
      << "what the caps claim would be prepared for";
  ASSERT_EQ(push(Bytes(1, '\0')), GST_FLOW_OK);
  GstCaps* caps = gst_pad_get_current_caps(harness->sinkpad);
  EXPECT_NE(caps, nullptr);
  gst_clear_caps(&caps);
  gst_harness_teardown(harness);
}

}  // namespace
}  // namespace fftcore::test::hostile_spectra_test
