// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stream_checks.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

#include "fftcore/error.h"

namespace fftcore {

void check_responses(const StreamConvolution& stream, std::span<const ImpulseResponse> responses) {
  if (std::ssize(responses) != impulse_responses_needed(stream))
    throw InvalidArgument(fmt::format("set_impulse_responses() got {}; {} takes {}",
                                      responses.size(), to_string(stream),
                                      impulse_responses_needed(stream)));
  const double most = stream.numbers == Numbers::f64 ? std::numeric_limits<double>::max()
                                                     : double{std::numeric_limits<float>::max()};
  for (const ImpulseResponse& response : responses) {
    if (std::ssize(response) > stream.taps)
      throw InvalidArgument(fmt::format("an impulse response of {} taps; {} takes 0 to {}",
                                        response.size(), to_string(stream), stream.taps));
    for (const double tap : response)
      if (!(std::abs(tap) <= most))
        throw InvalidArgument(fmt::format(
            "an impulse response has a tap of {}; finite numbers that {} holds are allowed", tap,
            to_string(stream.numbers)));
  }
}

void check_push(const StreamConvolution& stream, std::span<const ConstChannel> inputs,
                std::span<const Channel> outputs, std::int64_t count) {
  if (count < 0) throw InvalidArgument(fmt::format("push() of {} samples; 0 or more", count));
  if (std::ssize(inputs) != stream.inputs || std::ssize(outputs) != stream.outputs)
    throw InvalidArgument(fmt::format("push() got {} inputs and {} outputs; {} has {} and {}",
                                      inputs.size(), outputs.size(), to_string(stream),
                                      stream.inputs, stream.outputs));
  const auto check_one = [&](const auto& channel, std::string_view what) {
    if (channel.data == nullptr && count > 0)
      throw InvalidArgument(fmt::format("push() got an {} without data", what));
    if (channel.stride < 1)
      throw InvalidArgument(
          fmt::format("push() got an {} with stride {}; 1 or more", what, channel.stride));
  };
  for (const ConstChannel& input : inputs) check_one(input, "input");
  for (const Channel& output : outputs) check_one(output, "output");
}

void check_position(std::int64_t position) {
  if (position < 0 || position > kMostPosition)
    throw InvalidArgument(
        fmt::format("reset() to sample {}; 0 to {} are allowed", position, kMostPosition));
}

void refuse_run(const StreamConvolution& stream) {
  throw InvalidArgument(
      fmt::format("compile_any() got a stream ({}), which has no run(); compile() makes a "
                  "StreamExecutable",
                  to_string(stream)));
}

void throw_no_responses() {
  throw InvalidArgument("push() before set_impulse_responses(): there is no impulse response yet");
}

}  // namespace fftcore
