// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolution of endless signals: sound through long impulse responses, with no more latency than
// asked for. A StreamConvolution is a plain value like Convolution: equal when its fields are
// equal, printable and parseable. Backend::compile() makes a StreamExecutable of it
// (stream_executable.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fftcore/convolution.h"
#include "fftcore/export.h"
#include "fftcore/transform.h"

namespace fftcore {

/// Most inputs, and most outputs.
inline constexpr std::int64_t kMaxStreamChannels = 64;
/// Longest impulse response, and longest cross-fade, in samples.
inline constexpr std::int64_t kMaxStreamTaps = std::int64_t{1} << 24;
/// Largest `block`.
inline constexpr std::int64_t kMaxStreamBlock = std::int64_t{1} << 20;
/// Largest latency, in samples.
inline constexpr std::int64_t kMaxStreamLatency = std::int64_t{1} << 30;

/// Convolution of signals that have no end:
///   output[c][t + latency] = sum over inputs d, sum_k input[d][t - k] response[c][d][k]
/// Samples before the first one are 0. The values of the impulse responses are not part of it: they
/// can change while it runs.
struct StreamConvolution {
  std::int64_t inputs = 1, outputs = 1;  ///< channels, 1 to kMaxStreamChannels
  std::int64_t taps = 1;                 ///< of the longest impulse response, 1 to kMaxStreamTaps
  /// Which input meets which output:
  ///   none      each channel by the same response; as many inputs as outputs
  ///   diagonal  each channel by a response of its own; as many inputs as outputs
  ///   full      each output is a sum over all inputs, with a response for each pair
  Mixing mixing = Mixing::none;
  Numbers numbers = Numbers::f32;  ///< of samples and of arithmetic: f32 or f64
  /// How many samples results come later than they could, 0 to kMaxStreamLatency. Results are not
  /// otherwise late. Some latency makes short responses cheaper, and hardly long ones.
  std::int64_t latency = 0;
  /// How many samples a push mostly has, 1 to kMaxStreamBlock: work that takes longer than that is
  /// spread over several pushes. It changes costs and last bits, and no result otherwise.
  std::int64_t block = 512;
  /// Over how many samples old responses give way to new ones, 0 to kMaxStreamTaps; 0: at once.
  std::int64_t fade = 512;

  bool operator==(const StreamConvolution&) const = default;
};

/// How many impulse responses set_impulse_responses() takes: 1 (none), one a channel (diagonal), or
/// outputs * inputs (full), all of output 0 first.
FFTCORE_API std::int64_t impulse_responses_needed(const StreamConvolution& stream);

/// Check of a StreamConvolution. Throws InvalidArgument with the field, its value and what is
/// allowed.
FFTCORE_API void validate(const StreamConvolution& stream);

/// Text of a StreamConvolution, such as `stream 2x2 k48000 mix=full`: inputs x outputs, and the
/// longest response's taps. Fields that have not their default follow:
///   f64                    double precision
///   mix=diagonal|full      which input meets which output
///   latency=N block=N fade=N
FFTCORE_API std::string to_string(const StreamConvolution& stream);
/// StreamConvolution of a text. Throws InvalidArgument at what it does not understand.
FFTCORE_API StreamConvolution parse_stream(std::string_view text);

}  // namespace fftcore
