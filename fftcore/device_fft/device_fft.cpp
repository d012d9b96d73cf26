// SPDX-License-Identifier: LGPL-2.1-or-later
// The public functions of device_fft.h.
#include "fftcore/device_fft.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include <fmt/format.h>

#include "butterfly.h"
#include "ceil_div.h"
#include "device_body.h"
#include "device_plan.h"
#include "device_source.h"
#include "device_target.h"
#include "excerpt.h"
#include "fftcore/error.h"

namespace fftcore {
namespace {

std::int64_t most_points(const DeviceFft& fft) {
  const std::int64_t of_complex = fft.scope == FftScope::block  ? kMaxBlockFft
                                  : fft.numbers == Numbers::f64 ? 32
                                                                : 64;
  return fft.folded ? 2 * of_complex : of_complex;
}

void check_fields(const DeviceFft& fft) {
  const auto refuse = [](const std::string& words) { throw InvalidArgument(words); };
  if (fft.kind != TransformKind::c2c && fft.kind != TransformKind::r2c &&
      fft.kind != TransformKind::c2r)
    refuse(fmt::format("kind {}; c2c, r2c and c2r are allowed", to_string(fft.kind)));
  if (fft.numbers == Numbers::f32_in_f64)
    refuse("numbers f32-in-f64; f16, f32 and f64 are allowed: your kernel loads and stores");
  const std::int64_t most = most_points(fft);
  const std::int64_t least = fft.scope == FftScope::thread || fft.folded ? 2 : 1;
  if (fft.points < least || fft.points > most)
    refuse(fmt::format("{} points; {} to {} are allowed", fft.points, least, most));
  const bool is_complex = fft.kind == TransformKind::c2c;
  if (is_complex && (fft.folded || fft.layout != BinLayout::natural))
    refuse(
        fmt::format("{} of c2c; it is of r2c and c2r", fft.folded ? "folded" : "a layout of bins"));
  if (fft.points % 2 != 0 && (fft.folded || fft.layout == BinLayout::packed))
    refuse(fmt::format("{} of {} points; an even number is needed, such as {}",
                       fft.folded ? "folded" : "packed", fft.points, fft.points + 1));
  if (fft.elements_per_thread < 0) refuse("elements per thread below 0");
  if (fft.ffts_per_block < 0) refuse("transforms of a block below 0");
  if (fft.scope == FftScope::thread && (fft.elements_per_thread != 0 || fft.ffts_per_block != 0))
    refuse("ept and ffts of a thread; they are a block's: a thread has all elements of its own");
  shared_bytes_of_targets(fft.targets);
}

/// The number nearest to the one given that `works`; 0 if none up to `most` does.
template <class Works>
int nearest(int given, int most, Works works) {
  for (int distance = 1; distance < given + most; ++distance)
    for (const int number : {given - distance, given + distance})
      if (number >= 1 && number <= most && works(number)) return number;
  return 0;
}

[[noreturn]] void refuse(const DeviceFft& fft, const std::string& reason) {
  constexpr int kMostElements = 64, kMostLines = 1024;
  std::string advice;
  DeviceFft one = fft;
  one.ffts_per_block = 0;
  if (fft.elements_per_thread != 0)
    if (const int ept = nearest(std::min(fft.elements_per_thread, kMostElements + 1), kMostElements,
                                [&](int number) {
                                  DeviceFft other = fft;
                                  other.elements_per_thread = number;
                                  return std::holds_alternative<DevicePlan>(plan_of(other));
                                }))
      advice = fmt::format("; the nearest that works is ept={}", ept);
  if (const auto plan = plan_of(one);
      advice.empty() && fft.ffts_per_block != 0 && std::holds_alternative<DevicePlan>(plan))
    if (const int ffts =
            nearest(std::min(fft.ffts_per_block, kMostLines + 1), kMostLines,
                    [&](int lines) { return fits(std::get<DevicePlan>(plan), fft, lines); }))
      advice = fmt::format("; the nearest that works is ffts={}", ffts);
  if (advice.empty()) {
    DeviceFft other = fft;
    other.elements_per_thread = other.ffts_per_block = 0;
    const int step = fft.folded || fft.layout == BinLayout::packed ? 2 : 1;
    // What a real part of each point takes is the least.
    const int bytes = fft.numbers == Numbers::f64 ? 8 : 4;
    const std::int64_t held = shared_bytes_of_targets(fft.targets) / bytes * (fft.folded ? 2 : 1);
    for (other.points = std::min(fft.points, held) / step * step; other.points > step;
         other.points -= step)
      if (has_small_factors(other.points) && std::holds_alternative<DevicePlan>(plan_of(other)))
        break;
    advice = fmt::format("; the nearest that works is {}", to_string(other));
  }
  throw InvalidArgument(fmt::format("{}: {}{}", to_string(fft), reason, advice));
}

struct Generated {
  DeviceFftTraits traits;
  GeneratedKernel body;
};

DevicePlan checked_plan(const DeviceFft& fft) {
  const auto plan = plan_of(fft);
  if (const auto* reason = std::get_if<std::string>(&plan)) refuse(fft, *reason);
  return std::get<DevicePlan>(plan);
}

Generated generated(const DeviceFft& fft) {
  check_fields(fft);
  Generated result;
  DeviceFftTraits& traits = result.traits;
  traits.implicit_batching = fft.numbers == Numbers::f16 ? 2 : 1;
  traits.real_bytes = fft.numbers == Numbers::f64 ? 8 : 4;  // of f16: two halves
  traits.is_input_real = is_input_real(fft);
  traits.is_output_real = is_output_real(fft);
  traits.input_length = input_length(fft);
  traits.output_length = output_length(fft);
  if (fft.scope == FftScope::thread) {
    traits.elements_per_thread = transformed_points(fft);
    traits.stride = traits.ffts_per_block = traits.threads = 1;
    result.body = thread_body(fft);
    traits.suggested_elements_per_thread = traits.elements_per_thread;
    traits.suggested_ffts_per_block = 1;
  } else {
    const DevicePlan plan = checked_plan(fft);
    result.body = block_body(fft, plan);
    traits.elements_per_thread = plan.elements;
    traits.stride = plan.shape.threads;
    traits.ffts_per_block = plan.shape.lines;
    traits.threads = traits.stride * traits.ffts_per_block;
    DeviceFft free = fft;
    free.elements_per_thread = free.ffts_per_block = 0;
    const DevicePlan suggested = checked_plan(free);
    traits.suggested_elements_per_thread = suggested.elements;
    free.elements_per_thread = plan.elements;
    traits.suggested_ffts_per_block = checked_plan(free).shape.lines;
  }
  traits.input_elements_per_thread = static_cast<int>(ceil_div(traits.input_length, traits.stride));
  traits.output_elements_per_thread =
      static_cast<int>(ceil_div(traits.output_length, traits.stride));
  const auto complex_values = [](int values, bool is_real) {
    return is_real ? static_cast<int>(ceil_div(values, 2)) : values;
  };
  traits.storage_size =
      std::max(complex_values(traits.input_elements_per_thread, traits.is_input_real),
               complex_values(traits.output_elements_per_thread, traits.is_output_real));
  traits.shared_bytes = result.body.kernel.shared_bytes();
  const auto bytes = [&](int length, bool is_real) {
    return traits.ffts_per_block * length * traits.real_bytes * (is_real ? 1 : 2);
  };
  if (fft.scope == FftScope::block)
    traits.shared_io_bytes =
        std::max({traits.shared_bytes, bytes(traits.input_length, traits.is_input_real),
                  bytes(traits.output_length, traits.is_output_real)});
  return result;
}

void check_name(std::string_view name) {
  constexpr std::size_t kMost = 200;
  const auto is_letter = [](char c) {
    return c == '_' || (std::isalpha(static_cast<unsigned char>(c)) != 0);
  };
  const auto is_part = [&](char c) {
    return is_letter(c) || (std::isdigit(static_cast<unsigned char>(c)) != 0);
  };
  if (name.empty() || name.size() > kMost || !is_letter(name.front()) ||
      !std::all_of(name.begin(), name.end(), is_part))
    throw InvalidArgument(
        message("name '{}'; a name in C is expected: letters, digits and _, no digit first", name));
}

}  // namespace

void validate(const DeviceFft& fft) {
  check_fields(fft);
  if (fft.scope == FftScope::block) checked_plan(fft);
}

DeviceFftTraits traits_of(const DeviceFft& fft) {
  return generated(fft).traits;
}

std::string device_source(const DeviceFft& fft, Language language, std::string_view name) {
  check_name(name);
  const Generated all = generated(fft);
  const DeviceText text{fft, all.traits, all.body, name};
  return language == Language::cuda ? cuda_source(text) : opencl_source(text);
}

}  // namespace fftcore
