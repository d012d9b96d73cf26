// SPDX-License-Identifier: LGPL-2.1-or-later
// StreamConvolution: what is allowed, and its text.
#include "fftcore/stream_convolution.h"

#include <fmt/format.h>

#include <array>

#include "field_rows.h"
#include "field_text.h"
#include "kind_fields.h"

namespace fftcore {
namespace {

using StreamRow = Rows<StreamConvolution>;

constexpr std::array kStreamMixings = {Word<Mixing>{Mixing::none, "none"},
                                       Word<Mixing>{Mixing::diagonal, "diagonal"},
                                       Word<Mixing>{Mixing::full, "full"}};
constexpr std::array kStreamNumbers = {Word<Numbers>{Numbers::f32, "f32"},
                                       Word<Numbers>{Numbers::f64, "f64"}};

constexpr Usage kStreamUsage = {"stream",
                                "stream INPUTSxOUTPUTS kTAPS [f64] [mix=diagonal|full] [latency=N] "
                                "[block=N] [fade=N]"};

void set_channels(Draft<StreamConvolution>& draft, std::string_view word, const FieldFacts&) {
  const auto channels = parse_numbers(word, 'x', "a number of channels");
  if (channels.size() != 2)
    throw InvalidArgument(message("'{}': expected INPUTSxOUTPUTS, such as 2x2", word));
  draft.value.inputs = channels[0];
  draft.value.outputs = channels[1];
}
void set_stream_taps(Draft<StreamConvolution>& draft, std::string_view word,
                     const FieldFacts& field) {
  const auto taps = value_of(word, field.before);
  if (!taps)
    throw InvalidArgument(
        message("'{}' is no {}; expected: {}", word, field.what, kStreamUsage.text));
  draft.value.taps = parse_number<std::int64_t>(*taps, "a number of taps");
}

constexpr Field<StreamConvolution> kStreamFields[] = {
    StreamRow::literal("stream"),
    StreamRow::place(
        "channels", "channels", {},
        [](const StreamConvolution& stream) {
          return fmt::format("{}x{}", stream.inputs, stream.outputs);
        },
        set_channels),
    StreamRow::place(
        "taps", "number of taps", "k",
        [](const StreamConvolution& stream) { return fmt::format("{}", stream.taps); },
        set_stream_taps),
    StreamRow::choice<kStreamNumbers, &StreamConvolution::numbers>("numbers", "format of numbers"),
    StreamRow::word<kStreamMixings, &StreamConvolution::mixing>("mix", "mixing"),
    StreamRow::number<&StreamConvolution::latency>(
        "latency", "a latency in samples",
        {.least = 0, .most = kMaxStreamLatency, .said = "a stream with {} samples of latency"}),
    StreamRow::number<&StreamConvolution::block>(
        "block", "a number of samples",
        {.least = 1, .most = kMaxStreamBlock, .said = "a stream with {} samples a block"}),
    StreamRow::number<&StreamConvolution::fade>(
        "fade", "a number of samples",
        {.least = 0, .most = kMaxStreamTaps, .said = "a stream with {} samples of cross-fade"}),
};

void check(std::int64_t value, std::int64_t most, std::string_view what) {
  if (value < 1 || value > most)
    throw InvalidArgument(message("a stream with {} {}; 1 to {} are allowed", value, what, most));
}

}  // namespace

std::int64_t impulse_responses_needed(const StreamConvolution& stream) {
  switch (stream.mixing) {
    case Mixing::diagonal: return stream.outputs;
    case Mixing::full: return stream.inputs * stream.outputs;
    default: return 1;
  }
}

void validate(const StreamConvolution& stream) {
  check(stream.inputs, kMaxStreamChannels, "inputs");
  check(stream.outputs, kMaxStreamChannels, "outputs");
  check(stream.taps, kMaxStreamTaps, "taps");
  check_ranges(stream, kStreamFields);
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

std::vector<WrittenField> fields_of(const StreamConvolution& stream) {
  return written_fields(stream, kStreamFields);
}

std::string to_string(const StreamConvolution& stream) {
  return text_of_fields(fields_of(stream));
}

StreamConvolution parse_stream(std::string_view text) {
  return read_fields(text, kStreamFields, kStreamUsage);
}

}  // namespace fftcore
