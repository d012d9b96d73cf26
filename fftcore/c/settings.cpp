// SPDX-License-Identifier: LGPL-2.1-or-later
// What may change on a ready executable: taps, gain, parameters, strength.
#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "executable.h"
#include "given_taps.h"

using namespace fftcore;

namespace {

/// The caller's array is not read where it cannot have so many.
void check_count(const AnyWork& work, size_t count, std::string_view what) {
  const auto needed = static_cast<size_t>(taps_needed_by(work));
  if (count != needed && needed > 0)
    throw InvalidArgument(
        fmt::format("got {} {}; {} takes {}", count, what, text_of(work), needed));
}

std::vector<Taps> all_taps_of(std::span<const fftcore_taps> taps) {
  std::vector<Taps> result;
  for (const fftcore_taps& one : taps) result.push_back(taps_of(one));
  return result;
}

std::vector<Response> responses_of(std::span<const fftcore_taps> taps) {
  std::vector<Response> responses;
  for (const fftcore_taps& one : taps) {
    Taps response = taps_of(one);
    if (response.extent.rows != 1 || response.extent.slices != 1 || !response.imaginary.empty())
      throw InvalidArgument("a response of a stream is one row of real taps");
    responses.push_back(std::move(response.values));
  }
  return responses;
}

}  // namespace

fftcore_status fftcore_set_taps(fftcore_executable* executable, const fftcore_taps* taps,
                                size_t count) {
  return guarded([&] {
    check_count(object(executable, "the executable").work, count, "taps");
    const std::span<const fftcore_taps> given = several(taps, count, "the list of taps");
    visit(
        executable, "taps", [&](ConvolutionExecutable& one) { one.set_taps(all_taps_of(given)); },
        [&](MultiplyExecutable& one) { one.set_taps(all_taps_of(given)); },
        [&](MatchingExecutable& one) { one.set_templates(all_taps_of(given)); },
        [&](StreamExecutable& one) { one.set_responses(responses_of(given)); });
  });
}

fftcore_status fftcore_set_gain(fftcore_executable* executable, float gain, float offset) {
  return guarded([&] {
    const auto set = [&](auto& one) { one.set_gain(gain, offset); };
    visit(
        executable, "gain", [&](ConvolutionExecutable& one) { set(one); },
        [&](StageExecutable& one) { set(one); });
  });
}

fftcore_status fftcore_set_parameters(fftcore_executable* executable, const double* parameters,
                                      size_t count) {
  return guarded([&] {
    const std::span<const double> given = several(parameters, count, "the list of parameters");
    visit(
        executable, "parameters", [&](ConvolutionExecutable& one) { one.set_parameters(given); },
        [&](TransformExecutable& one) { one.set_parameters(given); },
        [&](MultiplyExecutable& one) { one.set_parameters(given); });
  });
}

fftcore_status fftcore_set_strength(fftcore_executable* executable, const fftcore_work* denoise) {
  return guarded([&] {
    const AnyWork& value = object(denoise, "the work whose strength it is").value;
    const auto* const other = std::get_if<Denoise>(&value);
    if (other == nullptr)
      throw InvalidArgument(fmt::format("a {} has no strength; a Denoise has", kind_of(value)));
    visit(executable, "strength",
          [&](DenoiseExecutable& one) { one.set_strength(other->strength); });
  });
}
