// SPDX-License-Identifier: LGPL-2.1-or-later
// Streams run in one way or another, and what they must give.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

#include "fftcore/backend.h"
#include "fftcore/error.h"

namespace streams {

using fftcore::ImpulseResponse;
using fftcore::StreamConvolution;

/// Samples by channel.
template <class Real>
using Signal = std::vector<std::vector<Real>>;

template <class Real>
Signal<Real> random_signal(std::int64_t channels, std::int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<Real> uniform(-1, 1);
  Signal<Real> signal(static_cast<std::size_t>(channels),
                      std::vector<Real>(static_cast<std::size_t>(count)));
  for (auto& channel : signal)
    for (Real& sample : channel) sample = uniform(random);
  return signal;
}

/// Responses of a stream, each of its length, whose taps are floats.
inline std::vector<ImpulseResponse> random_responses(const StreamConvolution& stream,
                                                     unsigned seed) {
  const auto taps = random_signal<float>(impulse_responses_needed(stream), stream.taps, seed);
  std::vector<ImpulseResponse> responses;
  for (const auto& one : taps) responses.emplace_back(one.begin(), one.end());
  return responses;
}

inline std::unique_ptr<fftcore::StreamExecutable> compiled(std::string_view text) {
  fftcore::Backend& cpu = fftcore::select_backend("cpu");
  return cpu.compile(fftcore::parse_stream(text), *cpu.create_queue({.threads = 1}));
}

/// Pushes samples `first` to first + count - 1 of planar channels.
template <class Real>
void push(fftcore::StreamExecutable& stream, const Signal<Real>& in, Signal<Real>& out,
          std::int64_t first, std::int64_t count) {
  std::vector<fftcore::ConstChannel> inputs;
  std::vector<fftcore::Channel> outputs;
  for (const auto& channel : in) inputs.push_back({channel.data() + first});
  for (auto& channel : out) outputs.push_back({channel.data() + first});
  stream.push(inputs, outputs, count);
}

/// All of a signal in pushes of `sizes`, by turns.
template <class Real>
Signal<Real> run(fftcore::StreamExecutable& stream, const Signal<Real>& in,
                 const std::vector<std::int64_t>& sizes) {
  const auto count = std::ssize(in.front());
  Signal<Real> out(static_cast<std::size_t>(stream.stream().outputs),
                   std::vector<Real>(static_cast<std::size_t>(count)));
  std::size_t turn = 0;
  for (std::int64_t first = 0; first < count;) {
    const std::int64_t size = std::min(sizes[turn++ % sizes.size()], count - first);
    push(stream, in, out, first, size);
    first += size;
  }
  return out;
}

/// Output number `t` of a channel by its definition. In long double: rounding of so long a sum in
/// double would be larger than the error that it shall show.
template <class Real>
double direct_sum(const StreamConvolution& stream, const std::vector<ImpulseResponse>& responses,
                  const Signal<Real>& in, std::int64_t output, std::int64_t t) {
  long double sum = 0;
  for (std::int64_t input = 0; input < stream.inputs; ++input) {
    using fftcore::Mixing;
    if (stream.mixing != Mixing::full && input != output) continue;
    const ImpulseResponse& taps = responses[static_cast<std::size_t>(
        stream.mixing == Mixing::full       ? output * stream.inputs + input
        : stream.mixing == Mixing::diagonal ? output
                                            : 0)];
    const std::vector<Real>& x = in[static_cast<std::size_t>(input)];
    const std::int64_t newest = t - stream.latency;
    for (std::int64_t k = std::max<std::int64_t>(0, newest - std::ssize(x) + 1);
         k < std::ssize(taps) && k <= newest; ++k)
      sum += static_cast<long double>(x[static_cast<std::size_t>(newest - k)]) *
             static_cast<long double>(taps[static_cast<std::size_t>(k)]);
  }
  return static_cast<double>(sum);
}

/// Largest allowed error, relative to the exact results, as norms. As a Transform's for each of
/// three transforms of N points, N twice the largest block; and on a CPU below -130 dB in single
/// precision.
template <class Real>
double allowed_error(bool on_cpu) {
  constexpr bool is_single = sizeof(Real) == 4;
  const double u = is_single ? 0x1p-24 : 0x1p-53;
  return std::min(on_cpu ? 3.1e-7 : 1, 4 * u * std::sqrt(18.0));
}

/// Expects results to be those of the definition, at about `places` of each output.
template <class Real>
void expect_direct_sum(const StreamConvolution& stream,
                       const std::vector<ImpulseResponse>& responses, const Signal<Real>& in,
                       const Signal<Real>& out, std::int64_t places, bool on_cpu = true) {
  const std::int64_t count = std::ssize(out.front()),
                     step = std::max<std::int64_t>(1, count / places);
  double error = 0, size = 0;
  for (std::int64_t output = 0; output < stream.outputs; ++output)
    for (std::int64_t t = count - 1; t >= 0; t -= step) {
      const double exact = direct_sum(stream, responses, in, output, t);
      const double is =
          static_cast<double>(out[static_cast<std::size_t>(output)][static_cast<std::size_t>(t)]);
      error += (is - exact) * (is - exact);
      size += exact * exact;
    }
  EXPECT_GT(size, 0) << to_string(stream);
  EXPECT_LE(std::sqrt(error / size), allowed_error<Real>(on_cpu)) << to_string(stream);
}

}  // namespace streams
