// SPDX-License-Identifier: LGPL-2.1-or-later
// A StreamConvolution that is ready to run: samples are pushed in, as many come out.
//
//   auto stream = backend.compile(fftcore::parse_stream("stream 1x1 k48000"), *queue);
//   stream->set_impulse_responses(std::vector<fftcore::ImpulseResponse>{response});
//   const fftcore::ConstChannel input{in};  // 480 floats
//   const fftcore::Channel output{out};
//   stream->push({&input, 1}, {&output, 1}, 480);
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fftcore/stream_convolution.h"

namespace fftcore {

/// Taps of one impulse response, the first one for the sample itself. There may be fewer than the
/// StreamConvolution's taps; the rest are zeros.
using ImpulseResponse = std::vector<double>;

/// Samples of one channel: sample t is `data[t * stride]`, float or double as `numbers` says.
/// Planar channels have a stride of 1. Of interleaved ones each begins a sample after the one
/// before it, and has as many channels as stride.
struct ConstChannel {
  const void* data = nullptr;
  std::int64_t stride = 1;
};
struct Channel {
  void* data = nullptr;
  std::int64_t stride = 1;
};

/// Threads: push(), reset() and position() are called by one thread at a time, which may change.
/// set_impulse_responses() may be called by any thread, at any time. The rest never changes.
class FFTCORE_API StreamExecutable {
 public:
  virtual ~StreamExecutable() = default;

  /// Sets all impulse responses, as many as impulse_responses_needed() says, in its order. It does
  /// its work on the calling thread. The next push() takes them as a whole. The old ones sound on
  /// until all parts of the plan can have the new ones, which is at most change_delay() samples
  /// later. From there on the output is old * (1 - w) + new * w. The weight w grows linearly from 0
  /// to 1 within `fade` samples: sample i of the fade has w = (i + 1/2) / fade. Both are what the
  /// whole signal gives with these responses. The first responses, and those after reset(), begin
  /// without a fade. Responses that come during a fade wait for its end; of several, the last ones
  /// are taken. Throws InvalidArgument where the number or a length is wrong, or where a tap is not
  /// a finite number in `numbers`.
  virtual void set_impulse_responses(std::span<const ImpulseResponse> responses) = 0;

  /// Takes `count` samples of each input, and writes as many to each output. Any number is right,
  /// 0 too, and results have the same bits however a signal is cut into pushes. In place: an output
  /// may be an input's very memory; other overlaps are not allowed. Takes no lock and no memory.
  /// A sample that is not a finite number reaches the outputs that its input meets, from itself on;
  /// on a GPU from its block on. These are right again `taps` + 2 * change_delay() samples after
  /// it, plus the latency. On a GPU push() waits for a block's results when the first of them is
  /// due, and throws Error where the device fails. Throws InvalidArgument for a wrong number of
  /// channels, a null pointer, a stride below 1, a negative count, or where no impulse responses
  /// were set.
  virtual void push(std::span<const ConstChannel> inputs, std::span<const Channel> outputs,
                    std::int64_t count) = 0;

  /// Forgets all samples, as after a seek. The next one is number `position` of the stream, 0 to
  /// 2^62. Numbers matter to the last bits of results alone: work is cut into blocks by them. Takes
  /// time, and may free memory.
  virtual void reset(std::int64_t position = 0) = 0;
  /// Number of the next sample.
  virtual std::int64_t position() const = 0;

  /// How many zeros after a signal's last sample bring out all of its results: latency + taps - 1.
  virtual std::int64_t tail() const = 0;
  /// Most samples from a push() that takes new responses to the first one that sounds by them.
  virtual std::int64_t change_delay() const = 0;

  virtual const StreamConvolution& stream() const = 0;
  /// Parts of the responses with their blocks, and memory.
  virtual std::string plan_text() const = 0;
};

}  // namespace fftcore
