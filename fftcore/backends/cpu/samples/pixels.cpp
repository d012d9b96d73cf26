// SPDX-License-Identifier: LGPL-2.1-or-later
#include "pixels.h"

#include <algorithm>
#include <type_traits>

#include "half_type.h"
#include "packed_samples.h"
#include "simd.h"

namespace fftcore {
namespace {

/// A big-endian word.
struct Swapped {
  std::uint16_t word;
};

/// Where a word has its whole number: the same for a whole row, so that loops vectorise.
struct BitPlace {
  int shift;
  std::int32_t white;
};

/// Out of line, since GCC 12 makes branches, and no vectors, of a clamp to a limit that it knows.
__attribute__((noinline)) BitPlace place_in(SampleType type) {
  const SampleTraits traits = traits_of(type);
  return {traits.shift, traits.white()};
}

template <class T>
constexpr bool kIsFloat =
    std::is_same_v<T, float> || std::is_same_v<T, Half> || std::is_same_v<T, double>;

template <class Real, class T>
inline Real unpack_sample(T sample, BitPlace place) {
  if constexpr (kIsFloat<T> || sizeof(T) == 1)
    return static_cast<Real>(sample);
  else if constexpr (std::is_same_v<T, Swapped>)
    return static_cast<Real>(__builtin_bswap16(sample.word));
  else
    return static_cast<Real>(sample >> place.shift & place.white);
}

template <class T, class Real>
inline T pack_sample(Real value, BitPlace place) {
  if constexpr (kIsFloat<T>) {
    return static_cast<T>(value);
  } else {
    const auto most = static_cast<Real>(place.white);
    value = value > 0 ? value : 0;  // NaN too
    value = value < most ? value : most;
    const auto number = static_cast<std::int32_t>(value + Real(0.5));
    if constexpr (std::is_same_v<T, Swapped>)
      return {__builtin_bswap16(static_cast<std::uint16_t>(number))};
    else
      return static_cast<T>(number << place.shift);
  }
}

/// Calls body with the step as a constant where that makes a loop that vectorises.
template <class Body>
inline __attribute__((always_inline)) void with_step(std::int64_t step, Body body) {
  switch (step) {
    case 1: body(std::integral_constant<std::int64_t, 1>{}); break;
    case 2: body(std::integral_constant<std::int64_t, 2>{}); break;
    case 3: body(std::integral_constant<std::int64_t, 3>{}); break;
    case 4: body(std::integral_constant<std::int64_t, 4>{}); break;
    default: body(step);
  }
}

/// Calls body with a null pointer of the type of the samples' words.
template <class Body>
inline __attribute__((always_inline)) void with_type(SampleType type, Body body) {
  switch (type) {
    case SampleType::u8: body(static_cast<std::uint8_t*>(nullptr)); break;
    case SampleType::u16:
    case SampleType::u10:
    case SampleType::u12:
    case SampleType::u10_high:
    case SampleType::u12_high: body(static_cast<std::uint16_t*>(nullptr)); break;
    case SampleType::u16_be: body(static_cast<Swapped*>(nullptr)); break;
    case SampleType::f16: body(static_cast<Half*>(nullptr)); break;
    case SampleType::f32: body(static_cast<float*>(nullptr)); break;
    case SampleType::f64: body(static_cast<double*>(nullptr)); break;
    case SampleType::u10_packed: break;  // has no words of its own: packed_samples.h
    case SampleType::complex64:
    case SampleType::complex128: break;  // go part by part
  }
}

/// `to_step`: constant or not.
template <class Real, class Step>
inline __attribute__((always_inline)) void load_numbers(const void* row, SampleType type,
                                                        std::int64_t first, std::int64_t step,
                                                        std::int64_t count, Real bias,
                                                        Real* __restrict to, Step to_step) {
  if (traits_of(type).is_packed())
    return load_packed(row, type, first, step, count, bias, to, to_step);
  const BitPlace place = place_in(type);
  with_type(
      type, [&]<class T>(T*) __attribute__((always_inline)) {
        const T* from = static_cast<const T*>(row) + first;
        with_step(
            step, [&](auto constant) __attribute__((always_inline)) {
              for (std::int64_t i = 0; i < count; ++i)
                to[i * to_step] = unpack_sample<Real>(from[i * constant], place) - bias;
            });
      });
}

template <class Real, class Step>
inline __attribute__((always_inline)) void store_numbers(void* row, SampleType type,
                                                         std::int64_t first, std::int64_t step,
                                                         std::int64_t count, Real gain, Real offset,
                                                         const Real* __restrict from,
                                                         Step from_step) {
  const BitPlace place = place_in(type);
  with_type(
      type, [&]<class T>(T*) __attribute__((always_inline)) {
        T* to = static_cast<T*>(row) + first;
        with_step(
            step, [&](auto constant) __attribute__((always_inline)) {
              for (std::int64_t i = 0; i < count; ++i)
                to[i * constant] = pack_sample<T>(gain * from[i * from_step] + offset, place);
            });
      });
}

constexpr std::integral_constant<std::int64_t, 1> kOne;
constexpr std::integral_constant<std::int64_t, 2> kTwo;

template <class Real>
inline __attribute__((always_inline)) void load_pairs(const void* row, SampleType type,
                                                      std::int64_t first, std::int64_t step,
                                                      std::int64_t count, Real bias,
                                                      std::complex<Real>* to) {
  Real* const pairs = reinterpret_cast<Real*>(to);
  if (!traits_of(type).is_complex()) {
    load_numbers(row, type, first, step, count, bias, pairs, kTwo);
    for (std::int64_t i = 0; i < count; ++i) pairs[2 * i + 1] = 0;
    return;
  }
  const SampleType part = part_of(type);
  load_numbers(row, part, 2 * first, 2 * step, count, bias, pairs, kTwo);
  load_numbers(row, part, 2 * first + 1, 2 * step, count, Real(0), pairs + 1, kTwo);
}

template <class Real>
inline __attribute__((always_inline)) void store_pairs(void* row, SampleType type,
                                                       std::int64_t first, std::int64_t step,
                                                       std::int64_t count, Real gain, Real offset,
                                                       Real sign, const std::complex<Real>* from) {
  const SampleType part = part_of(type);
  const Real* const pairs = reinterpret_cast<const Real*>(from);
  store_numbers(row, part, 2 * first, 2 * step, count, gain, offset, pairs, kTwo);
  store_numbers(row, part, 2 * first + 1, 2 * step, count, sign * gain, Real(0), pairs + 1, kTwo);
}

}  // namespace

FFTCORE_WIDE_SIMD_CLONES
void load_samples(const void* row, SampleType type, std::int64_t first, std::int64_t step,
                  std::int64_t count, float bias, float* to) {
  load_numbers(row, type, first, step, count, bias, to, kOne);
}
FFTCORE_WIDE_SIMD_CLONES
void load_samples(const void* row, SampleType type, std::int64_t first, std::int64_t step,
                  std::int64_t count, float bias, double* to) {
  load_numbers(row, type, first, step, count, double(bias), to, kOne);
}
FFTCORE_WIDE_SIMD_CLONES
void load_samples(const void* row, SampleType type, std::int64_t first, std::int64_t step,
                  std::int64_t count, float bias, std::complex<float>* to) {
  load_pairs(row, type, first, step, count, bias, to);
}
FFTCORE_WIDE_SIMD_CLONES
void load_samples(const void* row, SampleType type, std::int64_t first, std::int64_t step,
                  std::int64_t count, float bias, std::complex<double>* to) {
  load_pairs(row, type, first, step, count, double(bias), to);
}

FFTCORE_WIDE_SIMD_CLONES
void store_samples(void* row, SampleType type, std::int64_t first, std::int64_t step,
                   std::int64_t count, float gain, float offset, const float* from) {
  if (traits_of(type).is_packed())
    return store_packed(row, type, first, step, count, gain, offset, from);
  store_numbers(row, type, first, step, count, gain, offset, from, kOne);
}
FFTCORE_WIDE_SIMD_CLONES
void store_samples(void* row, SampleType type, std::int64_t first, std::int64_t step,
                   std::int64_t count, double gain, double offset, const double* from) {
  if (traits_of(type).is_packed())
    return store_packed(row, type, first, step, count, gain, offset, from);
  store_numbers(row, type, first, step, count, gain, offset, from, kOne);
}
FFTCORE_WIDE_SIMD_CLONES
void store_samples(void* row, SampleType type, std::int64_t first, std::int64_t step,
                   std::int64_t count, float gain, float offset, float sign,
                   const std::complex<float>* from) {
  store_pairs(row, type, first, step, count, gain, offset, sign, from);
}
FFTCORE_WIDE_SIMD_CLONES
void store_samples(void* row, SampleType type, std::int64_t first, std::int64_t step,
                   std::int64_t count, double gain, double offset, double sign,
                   const std::complex<double>* from) {
  store_pairs(row, type, first, step, count, gain, offset, sign, from);
}

void copy_samples(const void* from, std::int64_t from_first, std::int64_t from_step, void* to,
                  std::int64_t to_first, std::int64_t to_step, SampleType type,
                  std::int64_t count) {
  if (traits_of(type).is_packed())
    return copy_packed(from, from_first, from_step, to, to_first, to_step, type, count);
  const std::int64_t parts = traits_of(type).parts;
  with_type(part_of(type), [&]<class T>(T*) {
    for (std::int64_t part = 0; part < parts; ++part) {
      const T* source = static_cast<const T*>(from) + parts * from_first + part;
      T* target = static_cast<T*>(to) + parts * to_first + part;
      for (std::int64_t i = 0; i < count; ++i)
        target[i * parts * to_step] = source[i * parts * from_step];
    }
  });
}

}  // namespace fftcore
