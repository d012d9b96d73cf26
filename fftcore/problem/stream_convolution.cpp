// SPDX-License-Identifier: LGPL-2.1-or-later
// StreamConvolution: what is allowed, and its text.
#include "fftcore/stream_convolution.h"

#include <fmt/format.h>

#include <array>

#include "words.h"

namespace fftcore {
namespace {

constexpr std::array kStreamMixings = {Word<Mixing>{Mixing::none, "none"},
                                       Word<Mixing>{Mixing::diagonal, "diagonal"},
                                       Word<Mixing>{Mixing::full, "full"}};
constexpr std::array kStreamNumbers = {Word<Numbers>{Numbers::f32, "f32"},
                                       Word<Numbers>{Numbers::f64, "f64"}};

void check(std::int64_t value, std::int64_t least, std::int64_t most, std::string_view what) {
  if (value < least || value > most)
    throw InvalidArgument(
        message("a stream with {} {}; {} to {} are allowed", value, what, least, most));
}

}  // namespace

std::int64_t responses_needed(const StreamConvolution& stream) {
  switch (stream.mixing) {
    case Mixing::diagonal: return stream.outputs;
    case Mixing::full: return stream.inputs * stream.outputs;
    default: return 1;
  }
}

void validate(const StreamConvolution& stream) {
  check(stream.inputs, 1, kMaxStreamChannels, "inputs");
  check(stream.outputs, 1, kMaxStreamChannels, "outputs");
  check(stream.taps, 1, kMaxStreamTaps, "taps");
  check(stream.latency, 0, kMaxStreamLatency, "samples of latency");
  check(stream.block, 1, kMaxStreamBlock, "samples a block");
  check(stream.fade, 0, kMaxStreamTaps, "samples of cross-fade");
  if (!is_word(kStreamMixings, to_string(stream.mixing)))
    throw InvalidArgument(message("a stream with mix={}; none, diagonal and full are allowed",
                                  to_string(stream.mixing)));
  if (stream.mixing != Mixing::full && stream.inputs != stream.outputs)
    throw InvalidArgument(
        message("a stream of {} inputs and {} outputs with mix={}; there must be as many "
                "outputs as inputs, or mix=full",
                stream.inputs, stream.outputs, to_string(stream.mixing)));
  if (!is_word(kStreamNumbers, to_string(stream.numbers)))
    throw InvalidArgument(
        message("a stream of numbers {}; f32 and f64 are allowed", to_string(stream.numbers)));
}

std::string to_string(const StreamConvolution& stream) {
  const StreamConvolution usual;
  std::string text = fmt::format("stream {}x{} k{}", stream.inputs, stream.outputs, stream.taps);
  if (stream.numbers != usual.numbers) text += fmt::format(" {}", to_string(stream.numbers));
  if (stream.mixing != usual.mixing) text += fmt::format(" mix={}", to_string(stream.mixing));
  if (stream.latency != usual.latency) text += fmt::format(" latency={}", stream.latency);
  if (stream.block != usual.block) text += fmt::format(" block={}", stream.block);
  if (stream.fade != usual.fade) text += fmt::format(" fade={}", stream.fade);
  return text;
}

StreamConvolution parse_stream(std::string_view text) {
  const auto words = split_words(text);
  if (words.size() < 3 || words[0] != "stream" || !words[2].starts_with('k'))
    throw InvalidArgument(message(
        "'{}' is no stream; expected: stream INPUTSxOUTPUTS kTAPS [f64] [mix=diagonal|full] "
        "[latency=N] [block=N] [fade=N]",
        text));
  StreamConvolution stream;
  const auto channels = parse_numbers(words[1], 'x', "a number of channels");
  if (channels.size() != 2)
    throw InvalidArgument(message("'{}': expected INPUTSxOUTPUTS, such as 2x2", words[1]));
  stream.inputs = channels[0];
  stream.outputs = channels[1];
  stream.taps = parse_number<std::int64_t>(words[2].substr(1), "a number of taps");
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (is_word(kStreamNumbers, words[i])) {
      stream.numbers = parse_word(kStreamNumbers, words[i], "format of numbers");
    } else if (const auto mixing = value_of(words[i], "mix=")) {
      stream.mixing = parse_word(kStreamMixings, *mixing, "mixing");
    } else if (const auto latency = value_of(words[i], "latency=")) {
      stream.latency = parse_number<std::int64_t>(*latency, "a latency in samples");
    } else if (const auto block = value_of(words[i], "block=")) {
      stream.block = parse_number<std::int64_t>(*block, "a number of samples");
    } else if (const auto fade = value_of(words[i], "fade=")) {
      stream.fade = parse_number<std::int64_t>(*fade, "a number of samples");
    } else {
      throw InvalidArgument(
          message("'{}' is not understood; after the taps come f64, mix=, latency=, block=, fade=",
                  words[i]));
    }
  }
  validate(stream);
  return stream;
}

}  // namespace fftcore
