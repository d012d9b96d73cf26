// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fft_case.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "dft.h"
#include "half.h"

namespace device_fft {
namespace {

using namespace fftcore;
using oracle::Wide;

Transform transform_of(const DeviceFft& fft) {
  Transform transform;
  transform.kind = fft.kind;
  transform.direction = fft.kind == TransformKind::c2r ? Direction::inverse : fft.direction;
  transform.axes = {{.extent = fft.points}};
  return transform;
}

/// Numbers of memory as this type, of so many transforms in a value.
template <class Number>
struct Memory {
  Bytes& bytes;
  int batching;

  Number* at(std::size_t value, bool is_real) const {
    const std::size_t numbers = (is_real ? 1U : 2U) * static_cast<std::size_t>(batching);
    return reinterpret_cast<Number*>(bytes.data()) + value * numbers;
  }
  void set(std::size_t value, bool is_real, int batch, Wide number) const {
    at(value, is_real)[batch] = static_cast<Number>(static_cast<double>(number.real()));
    if (!is_real)
      at(value, is_real)[batching + batch] =
          static_cast<Number>(static_cast<double>(number.imag()));
  }
  Wide get(std::size_t value, bool is_real, int batch) const {
    return {static_cast<long double>(at(value, is_real)[batch]),
            is_real ? 0 : static_cast<long double>(at(value, is_real)[batching + batch])};
  }
};

template <class Use>
auto in_memory(const Case& c, Bytes& bytes, Use use) {
  const int batching = c.fft.numbers == Numbers::f16 ? 2 : 1;
  if (c.fft.numbers == Numbers::f64) return use(Memory<double>{bytes, batching});
  if (c.fft.numbers == Numbers::f16 && !c.halves_are_floats)
    return use(Memory<oracle::Half>{bytes, batching});
  return use(Memory<float>{bytes, batching});
}

/// Whether a side is bins of a real signal, and where bin k is: its value, and whether that is kept
/// in the imaginary part.
bool has_bins(const DeviceFft& fft, bool is_input) {
  return fft.kind == (is_input ? TransformKind::c2r : TransformKind::r2c);
}
bool is_real_bin(const DeviceFft& fft, std::int64_t k) {
  return k == 0 || 2 * k == fft.points;
}

std::size_t value_bytes(const Case& c, bool is_real) {
  const DeviceFftTraits traits = traits_of(c.fft);
  return static_cast<std::size_t>(traits.real_bytes) * (is_real ? 1 : 2) *
         (c.halves_are_floats && c.fft.numbers == Numbers::f16 ? 2 : 1);
}

/// What of a side a transform's numbers are, for the oracle: points, or bins 0 .. N / 2.
template <class Numbers>
std::vector<Wide> side(const Case& c, const Numbers& memory, int transform, int batch,
                       bool is_input) {
  const DeviceFft& fft = c.fft;
  const DeviceFftTraits traits = traits_of(fft);
  const auto length =
      static_cast<std::size_t>(is_input ? traits.input_length : traits.output_length);
  const bool is_real = is_input ? traits.is_input_real : traits.is_output_real;
  const std::size_t first = static_cast<std::size_t>(transform) * length;
  std::vector<Wide> all;
  for (std::size_t i = 0; i < length; ++i) all.push_back(memory.get(first + i, is_real, batch));
  if (has_bins(fft, is_input)) {
    if (fft.layout == BinLayout::packed) {
      all.emplace_back(all.front().imag(), 0);
      all.front() = {all.front().real(), 0};
    }
    if (is_input)
      for (std::size_t k = 0; k < all.size(); ++k)
        if (is_real_bin(fft, static_cast<std::int64_t>(k))) all[k] = {all[k].real(), 0};
    if (is_input) all.resize(static_cast<std::size_t>(fft.points / 2 + 1));
  } else if (fft.kind != TransformKind::c2c && fft.folded) {
    std::vector<Wide> samples;
    for (const Wide& pair : all) {
      samples.emplace_back(pair.real(), 0);
      samples.emplace_back(pair.imag(), 0);
    }
    return samples;
  }
  return all;
}

}  // namespace

std::string name_of(const Case& c) {
  return fmt::format("{}{}", to_string(c.fft), c.form == Form::shared ? " in shared memory" : "");
}

Bytes input_of(const Case& c, unsigned seed) {
  const DeviceFft& fft = c.fft;
  const DeviceFftTraits traits = traits_of(fft);
  const auto length = static_cast<std::size_t>(traits.input_length);
  Bytes bytes(static_cast<std::size_t>(c.transforms) * length *
              value_bytes(c, traits.is_input_real));
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  in_memory(c, bytes, [&](const auto& memory) {
    for (int t = 0; t < c.transforms; ++t)
      for (int batch = 0; batch < traits.implicit_batching; ++batch)
        for (std::size_t i = 0; i < length; ++i) {
          const double re = uniform(generator);
          Wide value{re, uniform(generator)};
          const auto k = static_cast<std::int64_t>(i);
          const std::size_t place = static_cast<std::size_t>(t) * length + i;
          if (has_bins(fft, true) && fft.layout != BinLayout::packed && is_real_bin(fft, k))
            value = {re, std::numeric_limits<double>::quiet_NaN()};
          if (has_bins(fft, true) && 2 * k > fft.points) {
            const Wide bin =
                memory.get(place - i + static_cast<std::size_t>(fft.points - k), false, batch);
            value = std::conj(bin);
          }
          memory.set(place, traits.is_input_real, batch, value);
        }
  });
  return bytes;
}

std::size_t output_bytes(const Case& c) {
  const DeviceFftTraits traits = traits_of(c.fft);
  return static_cast<std::size_t>(c.transforms) * static_cast<std::size_t>(traits.output_length) *
         value_bytes(c, traits.is_output_real);
}

double error_of(const Case& c, const Bytes& input, const Bytes& output) {
  const DeviceFft& fft = c.fft;
  Bytes in = input, out = output;
  const double unit = fft.numbers == Numbers::f64                           ? 0x1p-53
                      : fft.numbers == Numbers::f16 && !c.halves_are_floats ? 0x1p-11
                                                                            : 0x1p-24;
  bool is_smooth = true;
  for (std::int64_t n = fft.folded ? fft.points / 2 : fft.points, p = 2; n > 1; ++p)
    for (; n % p == 0; n /= p) is_smooth = is_smooth && (p <= 31 || fft.scope == FftScope::thread);
  const double transforms = is_smooth ? 1 : 3;
  const double bound =
      transforms * 4 * unit *
      std::sqrt(std::log2(std::max<double>(2, static_cast<double>(fft.points) * transforms)));
  double worst = 0;
  const int batching = fft.numbers == Numbers::f16 ? 2 : 1;
  for (int t = 0; t < c.transforms; ++t)
    for (int batch = 0; batch < batching; ++batch) {
      const auto numbers = [&](Bytes& bytes, bool is_input) {
        return in_memory(c, bytes,
                         [&](const auto& memory) { return side(c, memory, t, batch, is_input); });
      };
      std::vector<Wide> wanted = oracle::dft(transform_of(fft), numbers(in, true));
      const std::vector<Wide> found = numbers(out, false);
      if (has_bins(fft, false) && fft.layout == BinLayout::full)
        for (std::size_t k = wanted.size(); k < found.size(); ++k)
          wanted.push_back(std::conj(wanted[static_cast<std::size_t>(fft.points) - k]));
      long double difference = 0, norm = 0;
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        difference += std::norm(i < found.size() ? found[i] - wanted[i] : Wide{NAN, NAN});
        norm += std::norm(wanted[i]);
      }
      const auto error = static_cast<double>(std::sqrt(difference / norm));
      // What is no number stays the worst.
      if (std::isnan(error) || error > worst) worst = error;
    }
  return worst / bound;
}

Launch launch_of(const Case& c) {
  const DeviceFftTraits traits = traits_of(c.fft);
  const auto count = static_cast<unsigned>(c.transforms);
  if (c.fft.scope == FftScope::thread) {
    constexpr unsigned kThreads = 32;
    return {(count + 2 * kThreads - 1) / (2 * kThreads), kThreads, 2, 0};
  }
  const auto lines = static_cast<unsigned>(traits.ffts_per_block);
  return {
      (count + lines - 1) / lines, static_cast<unsigned>(traits.stride), lines,
      static_cast<unsigned>(c.form == Form::shared ? traits.shared_io_bytes : traits.shared_bytes)};
}

std::string kernel_of(const Case& c, Language language) {
  const bool is_block = c.fft.scope == FftScope::block, is_shared = c.form == Form::shared;
  if (language == Language::cuda) {
    constexpr std::string_view kKernel = R"(
extern "C" __global__ void {}test(const void* input, void* output, unsigned long long transforms) {{
  extern __shared__ __align__(16) unsigned char shared_memory[];
  {}
}}
)";
    const std::string_view bounds =
        is_block ? "__launch_bounds__(fft::max_threads_per_block) " : "";
    if (is_shared)
      return fmt::format(kKernel, bounds, R"(
  fft::value_type* const values = (fft::value_type*)shared_memory;
  fft::load_shared((const fft::input_type*)input, values, transforms);
  __syncthreads();
  int error = 1;
  fft::execute(values, fft::make_workspace(error));
  __syncthreads();
  if (error == 0) fft::store_shared(values, (fft::output_type*)output, transforms);)");
    return fmt::format(kKernel, bounds,
                       fmt::format(R"(
  fft::value_type values[fft::storage_size];
  fft::load((const fft::input_type*)input, values, transforms);
  fft::execute(values{});
  fft::store(values, (fft::output_type*)output, transforms);)",
                                   is_block ? ", shared_memory" : ""));
  }
  const Launch launch = launch_of(c);
  const DeviceFftTraits traits = traits_of(c.fft);
  const std::string number = c.fft.numbers == Numbers::f64   ? "double"
                             : c.fft.numbers == Numbers::f16 ? "half"
                                                             : "float";
  const auto type = [&](bool is_real) {
    return number + (traits.implicit_batching == 2 ? (is_real ? "2" : "4") : (is_real ? "" : "2"));
  };
  return fmt::format(
      R"(
__kernel __attribute__((reqd_work_group_size({}, {}, 1)))
void test(const __global {}* input, __global {}* output, ulong transforms) {{
  __local {} shared_memory[{}];
{}
}}
)",
      launch.threads_x, launch.threads_y, type(traits.is_input_real), type(traits.is_output_real),
      type(false), launch.shared_bytes * (c.halves_are_floats ? 2 : 1) / value_bytes(c, false) + 1,
      is_shared ? R"(  fft_load_shared(input, shared_memory, transforms);
  barrier(CLK_LOCAL_MEM_FENCE);
  fft_execute_shared(shared_memory);
  barrier(CLK_LOCAL_MEM_FENCE);
  fft_store_shared(shared_memory, output, transforms);)"
                : fmt::format(R"(  {} values[fft_storage_size];
  fft_load(input, values, transforms);
  fft_execute(values{});
  fft_store(values, output, transforms);)",
                              type(false), is_block ? ", shared_memory" : ""));
}

}  // namespace device_fft
