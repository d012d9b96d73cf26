// SPDX-License-Identifier: LGPL-2.1-or-later
// StreamConvolution as a value: text, and what is refused.
#include <gtest/gtest.h>

#include <string>

#include "fftcore/error.h"
#include "fftcore/stream_convolution.h"

namespace stream_value_test {

using namespace fftcore;

namespace {

std::string message(std::string_view text) {
  try {
    parse_stream(text);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST(StreamText, ReadsBackWhatItWrites) {
  for (const std::string text :
       {"stream 1x1 k1", "stream 2x2 k48000 mix=full", "stream 14x14 k65536 mix=diagonal block=64",
        "stream 64x1 k16777216 f64 mix=full latency=1073741824 block=1048576 fade=0",
        "stream 3x3 k7 latency=1 block=1 fade=16777216"}) {
    EXPECT_EQ(to_string(parse_stream(text)), text);
    EXPECT_EQ(parse_stream(to_string(parse_stream(text))), parse_stream(text));
  }
  EXPECT_NE(parse_stream("stream 1x1 k8 fade=1"), parse_stream("stream 1x1 k8"));
}

TEST(StreamText, SaysWhatItDoesNotUnderstand) {
  EXPECT_NE(message("stream 1x1").find("stream INPUTSxOUTPUTS kTAPS"), std::string::npos);
  EXPECT_NE(message("conv 1x1 k8").find("stream INPUTSxOUTPUTS kTAPS"), std::string::npos);
  EXPECT_NE(message("stream 1x1 8").find("stream INPUTSxOUTPUTS kTAPS"), std::string::npos);
  EXPECT_NE(message("stream 2 k8").find("INPUTSxOUTPUTS"), std::string::npos);
  EXPECT_NE(message("stream 1x1 k8 fast").find("'fast'"), std::string::npos);
  EXPECT_NE(message("stream 1x1 k8 mix=symmetric").find("none, diagonal, full"), std::string::npos);
  EXPECT_NE(message("stream 1x1 k8 f16").find("f64, mix="), std::string::npos);
  EXPECT_NE(message("stream 1x1 k8 latency=x").find("a latency in samples"), std::string::npos);
}

TEST(Stream, RefusesWhatIsOutsideTheLimits) {
  EXPECT_EQ(message("stream 0x1 k8"), "a stream with 0 inputs; 1 to 64 are allowed");
  EXPECT_EQ(message("stream 1x65 k8"), "a stream with 65 outputs; 1 to 64 are allowed");
  EXPECT_EQ(message("stream 1x1 k0"), "a stream with 0 taps; 1 to 16777216 are allowed");
  EXPECT_EQ(message("stream 1x1 k16777217"),
            "a stream with 16777217 taps; 1 to 16777216 are allowed");
  EXPECT_EQ(message("stream 1x1 k8 latency=-1"),
            "a stream with -1 samples of latency; 0 to 1073741824 are allowed");
  EXPECT_EQ(message("stream 1x1 k8 block=0"),
            "a stream with 0 samples a block; 1 to 1048576 are allowed");
  EXPECT_EQ(message("stream 1x1 k8 fade=-1"),
            "a stream with -1 samples of cross-fade; 0 to 16777216 are allowed");
  EXPECT_NE(message("stream 1x2 k8").find("or mix=full"), std::string::npos);
  EXPECT_EQ(message("stream 1x2 k8 mix=full"), "accepted");
  StreamConvolution stream;
  stream.numbers = Numbers::f16;
  EXPECT_THROW(validate(stream), InvalidArgument);
  stream = {};
  stream.mixing = Mixing::symmetric;
  EXPECT_THROW(validate(stream), InvalidArgument);
}

TEST(Stream, CountsItsResponses) {
  EXPECT_EQ(impulse_responses_needed(parse_stream("stream 3x3 k8")), 1);
  EXPECT_EQ(impulse_responses_needed(parse_stream("stream 3x3 k8 mix=diagonal")), 3);
  EXPECT_EQ(impulse_responses_needed(parse_stream("stream 3x2 k8 mix=full")), 6);
}

}  // namespace stream_value_test
