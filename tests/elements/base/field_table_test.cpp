// SPDX-License-Identifier: LGPL-2.1-or-later
// Every field of caps that changes what frames or sound mean, for every element: it passes as it is
// and changes nothing, or it is acted upon, or the caps are refused with words that name it. What
// is done to fields and views is tested in fields_test.cpp.
#include "field_table.h"

#include <gst/audio/audio.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <span>

namespace fftcore::test::field_table_test {
namespace {

constexpr Size kSize = {32, 24};

struct Line {
  const char* text;
  bool is_own;  ///< what comes out has caps of its own
};

/// A field as text, which words have to name `value` where it is refused, and what each line does.
struct Field {
  const char* text;
  const char* value;
  const char* outcomes;
  const char* feature = nullptr;
};

constexpr Line kVideoLines[] = {
    {"fftfilter", false},
    {"fftfilter filter=lowpass planes=all", false},
    {"fftcorrelate template-rect=<4,4,8,8> output=overlay", false},
    {"fftcorrelate template-rect=<4,4,8,8> output=surface", false},
    {"fftcorrelate method=phase", false},
    {"fftstabilize", false},
    {"fftdenoise", false},
    {"fftforward ! fftinverse", false},
    {"fftforward ! fftmultiply filter=lowpass ! fftinverse", false},
    {"fftforward ! fftspectrumenc ! fftspectrumdec ! fftinverse", false},
    {"fftforward ! fftview", true},
};

constexpr char kOverlay[] = "memory:SystemMemory, meta:GstVideoOverlayComposition";
#define FLAGS "multiview-flags=(GstVideoMultiviewFlagsSet)"
#define MASTERING "(string)13250:34500:7500:3000:34000:16000:15635:16450:10000000:50"

// Of I420, whose brightness has a range.
constexpr Field kVideoFields[] = {
    {"framerate=0/1, max-framerate=60/1", "", "kkkkkkkkkko"},
    {"framerate=0/1", "", "kkkkkkkkkko"},
    {"framerate=30000/1001", "", "kkkkkkkkkko"},
    {"interlace-mode=progressive", "", "kkkkkkkkkko"},
    {"interlace-mode=interleaved, field-order=top-field-first", "interleaved", "kakkrrarrrr"},
    {"interlace-mode=interleaved, field-order=bottom-field-first", "interleaved", "kakkrrarrrr"},
    {"interlace-mode=mixed", "mixed", "kkkkrrkrrrr"},
    {"interlace-mode=fields", "fields", "krkkrrrrrrr"},
    {"interlace-mode=alternate", "alternate", "rrrrrrrrrrr", "format:Interlaced"},
    {"multiview-mode=mono", "", "kkkkkkkkkko"},
    {"multiview-mode=left", "", "kkkkkkkkkko"},
    {"multiview-mode=right", "", "kkkkkkkkkko"},
    {"multiview-mode=side-by-side, views=2", "side-by-side", "krkkrrrrrrr"},
    {"multiview-mode=side-by-side-quincunx, views=2", "quincunx", "krkkrrrrrrr"},
    {"multiview-mode=column-interleaved, views=2", "column-interleaved", "krkkrrrrrrr"},
    {"multiview-mode=row-interleaved, views=2", "row-interleaved", "krkkrrrrrrr"},
    {"multiview-mode=top-bottom, views=2", "top-bottom", "krkkrrrrrrr"},
    {"multiview-mode=checkerboard, views=2", "checkerboard", "krkkrrrrrrr"},
    {"multiview-mode=separated, views=2", "separated", "krkkrrrrrrr"},
    {"multiview-mode=frame-by-frame, views=2", "frame-by-frame", "kkkkrrrkkko"},
    {"multiview-mode=multiview-frame-by-frame, views=3", "frame-by-frame", "kkkkrrrkkko"},
    {"multiview-mode=mono, " FLAGS "1:ffffffff", "", "kkkkkkkkkko"},
    {"multiview-mode=left, " FLAGS "3:ffffffff", "", "kkkkkkkkkko"},
    {"pixel-aspect-ratio=40/33", "", "kkkkkkkkkko"},
    {"colorimetry=bt601", "", "kkkkkkkkkko"},
    {"colorimetry=bt709", "", "kkkkkkkkkko"},
    {"colorimetry=bt2020", "", "kkkkkkkkkko"},
    {"colorimetry=smpte240m", "", "kkkkkkkkkko"},
    {"colorimetry=bt2100-pq", "", "kkkkkkkkkko"},
    {"colorimetry=bt2100-hlg", "", "kkkkkkkkkko"},
    {"colorimetry=2:3:5:1", "", "kkkkkkkkkko"},
    {"colorimetry=1:4:5:1", "", "kkkakkkkkko"},  // of the full range
    {"colorimetry=1:3:5:1", "", "kkkakkkkkko"},
    {"chroma-site=mpeg2", "", "kkkkkkkkkko"},
    {"chroma-site=jpeg", "", "kkkkkkkkkko"},
    {"chroma-site=dv", "", "kkkkkkkkkko"},
    {"mastering-display-info=" MASTERING ", content-light-level=(string)1000:400", "",
     "kkkkkkkkkko"},
    {"a-field-of-tomorrow=premultiplied", "", "kkkkkkkkkko"},
    {"views=2", "", "kkkkkkkkkko"},
    {"", "memory:GLMemory", "rrrrrrrrrrr", "memory:GLMemory"},
    {"", "memory:DMABuf", "rrrrrrrrrrr", "memory:DMABuf"},
    {"", "memory:VAMemory", "rrrrrrrrrrr", "memory:VAMemory"},
    {"", "memory:OfTomorrow", "rrrrrrrrrrr", "memory:OfTomorrow"},
    {"", "meta:GstVideoOverlayComposition", "rrrrrrrrrrr", kOverlay},
};

constexpr Line kSoundLines[] = {
    {"fftfir", false},
    {"fftfir gain=0.5", false},
    {"fftforward ! fftinverse", false},
    {"fftforward ! fftmultiply filter=lowpass ! fftinverse", false},
    {"fftforward ! fftspectrumenc ! fftspectrumdec ! fftinverse", false},
    {"fftforward ! fftview", true},
};

constexpr Field kSoundFields[] = {
    {"rate=8000", "", "kkkkko"},
    {"channel-mask=(bitmask)0x3", "", "kkkkko"},
    {"channel-mask=(bitmask)0x30", "", "kkkkko"},
    {"channel-mask=(bitmask)0x0", "", "kkkkko"},
    {"layout=non-interleaved", "layout=interleaved", "kkrrrr"},
    {"channels=1", "", "kkaaao"},
    {"format=S16BE", "in S16BE cannot", "rrrrrr"},
    {"format=S24LE", "in S24LE cannot", "rrrrrr"},
    // Spectra of sound have its rate and its channels' places, and no more.
    {"a-field-of-tomorrow=any", "", "kkLLLo"},
};

std::vector<std::vector<unsigned char>> frames() {
  std::vector<std::vector<unsigned char>> blocks;
  // The first two are alike, so that a template is found.
  for (const unsigned seed : {1U, 1U, 2U}) {
    GstBuffer* const buffer = buffer_of(random_picture(GST_VIDEO_FORMAT_I420, kSize, seed));
    blocks.emplace_back(gst_buffer_get_size(buffer));
    gst_buffer_extract(buffer, 0, blocks.back().data(), blocks.back().size());
    gst_buffer_unref(buffer);
  }
  return blocks;
}

/// Two channels of floats, as many samples as a spectrum has.
std::vector<std::vector<unsigned char>> sounds() {
  std::mt19937 random(1);
  std::vector<std::vector<unsigned char>> blocks(3);
  for (auto& block : blocks) {
    std::vector<float> values(2 * 1024);
    for (float& value : values) value = static_cast<float>(random()) * 0x1p-32F - 0.5F;
    const auto* const bytes = reinterpret_cast<const unsigned char*>(values.data());
    block.assign(bytes, bytes + values.size() * sizeof(float));
  }
  return blocks;
}

/// Caps as text, by what is added to a plain stream's.
using CapsText = std::string (*)(const Field&);

std::string video_caps(const Field& field) {
  const std::string more = *field.text != '\0' ? std::string(", ") + field.text : "";
  return caps_with(field.feature, GST_VIDEO_FORMAT_I420, kSize, more);
}

std::string sound_caps(const Field& field) {
  GstCaps* const caps =
      gst_caps_from_string("audio/x-raw, format=F32LE, rate=44100, channels=2, layout=interleaved");
  if (*field.text != '\0') {
    GstStructure* const added =
        gst_structure_from_string((std::string("added, ") + field.text).c_str(), nullptr);
    for (int i = 0; i < gst_structure_n_fields(added); ++i) {
      const gchar* const name = gst_structure_nth_field_name(added, static_cast<guint>(i));
      gst_caps_set_value(caps, name, gst_structure_get_value(added, name));
    }
    gst_structure_free(added);
  }
  gchar* const text = gst_caps_to_string(caps);
  const std::string result = text;
  g_free(text);
  gst_caps_unref(caps);
  return result;
}

void expect_outcomes(std::span<const Line> lines, std::span<const Field> fields, CapsText caps_of,
                     const std::vector<std::vector<unsigned char>>& blocks) {
  std::vector<Streamed> plain;
  for (const Line& line : lines) {
    plain.push_back(streamed(line.text, caps_of({"", "", ""}), blocks));
    EXPECT_TRUE(plain.back().is_whole) << line.text << plain.back().words;
  }
  for (const Field& field : fields) {
    const std::string caps = caps_of(field);
    ASSERT_EQ(std::string(field.outcomes).size(), lines.size()) << caps;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Streamed with = streamed(lines[i].text, caps, blocks);
      const Outcome outcome = outcome_of(with, plain[i], field.value, caps, lines[i].is_own);
      EXPECT_EQ(static_cast<char>(outcome), field.outcomes[i])
          << caps << "\n  through " << lines[i].text << "\n  is " << with.caps << "\n"
          << with.words;
    }
  }
}

TEST(FieldTable, OfVideo) {
  expect_outcomes(kVideoLines, kVideoFields, video_caps, frames());
}

TEST(FieldTable, OfSound) {
  expect_outcomes(kSoundLines, kSoundFields, sound_caps, sounds());
}

TEST(FieldTable, HasEveryElementOfThePlugin) {
  std::string lines;
  for (const Line& line : kVideoLines) lines += std::string(" ") + line.text + " ";
  for (const Line& line : kSoundLines) lines += std::string(" ") + line.text + " ";
  const std::vector<std::string> names = elements_of_the_plugin();
  EXPECT_GE(names.size(), 11U);
  for (const std::string& name : names)
    EXPECT_NE(lines.find(" " + name + " "), std::string::npos) << name << " has no line";
}

}  // namespace
}  // namespace fftcore::test::field_table_test
