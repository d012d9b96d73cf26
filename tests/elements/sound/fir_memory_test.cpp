// SPDX-License-Identifier: LGPL-2.1-or-later
// Sound goes through responses without memory being taken, while factors change too.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "fftfir/convolver.h"
#include "memory_calls.h"

namespace fftcore::gst::fir::fir_memory_test {
namespace {

using test::memory_calls;

constexpr int kChannels = 2, kSamples = 700;  // of a buffer: more than a chunk

std::shared_ptr<StreamExecutable> stream_for(const AudioFormat& format, const Manner& manner) {
  Impulses impulses;
  for (int channel = 0; channel < kChannels; ++channel)
    impulses.responses.push_back(ImpulseResponse(5000, 0.001));
  return make_stream(fit(impulses, format.rate, format.channels, false), format, manner);
}

TEST(FirMemory, ProcessTakesNone) {
  for (const SampleFormat samples :
       {SampleFormat::s16, SampleFormat::s32, SampleFormat::f32, SampleFormat::f64})
    for (const int latency : {0, 100}) {
      const AudioFormat format{samples, 48000, kChannels};
      const Manner manner{latency, 256};
      const auto convolver = make_convolver(format, manner, stream_for(format, manner));
      std::vector<std::byte> buffer(std::size_t(kSamples * kChannels * sample_bytes(samples)));
      const std::vector<Channel> channels = {{buffer.data(), kChannels},
                                             {buffer.data() + sample_bytes(samples), kChannels}};
      const long before = memory_calls();
      for (int i = 0; i < 20; ++i) {
        convolver->aim_at(0.5 + 0.01 * i, 0.1);
        convolver->process(channels, kSamples);
      }
      EXPECT_EQ(memory_calls() - before, 0) << sample_bytes(samples) << ", " << latency;
    }
}

/// A test that counts nothing would pass.
TEST(FirMemory, IsCounted) {
  const long before = memory_calls();
  const AudioFormat format{SampleFormat::f32, 48000, kChannels};
  stream_for(format, {0, 0});
  EXPECT_GT(memory_calls() - before, 0);
}

}  // namespace
}  // namespace fftcore::gst::fir::fir_memory_test
