// SPDX-License-Identifier: LGPL-2.1-or-later
// What may change on a ready executable: taps, gain, parameters, strength.
#include <algorithm>
#include <span>
#include <vector>

#include "executable.h"
#include "given_taps.h"

using namespace fftcore;

namespace {

std::vector<Taps> all_taps_of(std::span<const fftcore_taps> taps) {
  std::vector<Taps> result;
  for (const fftcore_taps& one : taps) result.push_back(taps_of(one));
  return result;
}

std::vector<ImpulseResponse> responses_of(std::span<const fftcore_taps> taps) {
  std::vector<ImpulseResponse> responses;
  for (const fftcore_taps& one : taps) {
    Taps response = taps_of(one);
    if (response.extent.rows != 1 || response.extent.slices != 1 || !response.imaginary.empty())
      throw InvalidArgument("an impulse response of a stream is one row of real taps");
    responses.push_back(std::move(response.values));
  }
  return responses;
}

}  // namespace

fftcore_status fftcore_set_taps(fftcore_executable* executable, const fftcore_taps* taps,
                                size_t count) {
  return guarded([&] {
    const fftcore_executable& known = object(executable, "the executable");
    const auto needed = static_cast<size_t>(taps_needed_by(known.work));
    // The caller's array is not read where it cannot have so many.
    if (needed == 0) return runs_of(executable, "taps").set(std::span<const Taps>());
    if (count != needed)
      throw InvalidArgument(
          fmt::format("got {} taps; {} takes {}", count, text_of(known.work), needed));
    const std::span<const fftcore_taps> given = several(taps, count, "the list of taps");
    if (known.stream)
      known.stream->set_impulse_responses(responses_of(given));
    else
      known.runs->set(std::span<const Taps>(all_taps_of(given)));
  });
}

fftcore_status fftcore_set_gain(fftcore_executable* executable, float gain, float offset) {
  return guarded([&] { runs_of(executable, "gain").set(Gain{gain, offset}); });
}

fftcore_status fftcore_set_parameters(fftcore_executable* executable, const double* parameters,
                                      size_t count) {
  return guarded([&] {
    const std::span<const double> given = several(parameters, count, "the list of parameters");
    runs_of(executable, "parameters").set(given);
  });
}

fftcore_status fftcore_set_count(fftcore_executable* executable, int64_t count) {
  return guarded([&] { runs_of(executable, "count").set(WindowCount{count}); });
}

fftcore_status fftcore_set_strength(fftcore_executable* executable, const fftcore_work* denoise) {
  return guarded([&] {
    const AnyWork& value = object(denoise, "the work whose strength it is").value;
    const auto* const other = std::get_if<Denoise>(&value);
    if (other == nullptr)
      throw InvalidArgument(fmt::format("a {} has no strength; a Denoise has", kind_of(value)));
    runs_of(executable, "strength").set(other->strength);
  });
}
