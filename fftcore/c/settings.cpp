// SPDX-License-Identifier: LGPL-2.1-or-later
// What may change on a ready executable: taps, gain, parameters, strength.
#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "executable.h"

using namespace fftcore;

namespace {

/// `count` things of the caller's; the pointer may be NULL where there are none.
template <class Thing>
std::span<Thing> several(Thing* things, size_t count, std::string_view what) {
  if (count == 0) return {};
  return {&object(things, what), count};
}

std::int64_t side_of(std::int64_t given, std::string_view which) {
  if (given < 1 || given > kMaxTaps)
    throw InvalidArgument(fmt::format("{} taps {}; 1 to {} are allowed", given, which, kMaxTaps));
  return given;
}

Extent extent_of(const fftcore_taps& taps) {
  const Extent extent{side_of(taps.rows == 0 ? 1 : taps.rows, "along columns"),
                      side_of(taps.columns, "along a row"),
                      side_of(taps.slices == 0 ? 1 : taps.slices, "along slices")};
  constexpr std::int64_t kMost =
      std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(sizeof(double));
  if (extent.slices > kMost / extent.rows / extent.columns)
    throw InvalidArgument(fmt::format("{}x{}x{} taps are more than there can be memory for",
                                      extent.slices, extent.rows, extent.columns));
  return extent;
}

Taps taps_of(const fftcore_taps& taps) {
  const Extent extent = extent_of(taps);
  const auto count = static_cast<size_t>(extent.slices * extent.rows * extent.columns);
  const auto values = several(taps.values, count, "the array of taps");
  Taps result{extent, {values.begin(), values.end()}};
  if (taps.imaginary != nullptr) result.imaginary.assign(taps.imaginary, taps.imaginary + count);
  return result;
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
