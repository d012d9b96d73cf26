// SPDX-License-Identifier: LGPL-2.1-or-later
#include "packed_samples.h"

#include <algorithm>
#include <atomic>

namespace fftcore {
namespace {

/// Where a sample lies among the words of a row.
struct WordPlace {
  std::int64_t word;
  int shift;
};

inline WordPlace place_of(std::int64_t sample, const SampleTraits& traits) {
  return {sample / traits.samples, static_cast<int>(sample % traits.samples) * traits.bits};
}

inline std::uint32_t number_at(const std::uint32_t* words, std::int64_t sample,
                               const SampleTraits& traits) {
  const WordPlace place = place_of(sample, traits);
  return words[place.word] >> place.shift & static_cast<std::uint32_t>(traits.white());
}

/// Stores samples, those of a word at once as long as they come one after the other.
class Writer {
 public:
  Writer(void* row, const SampleTraits& traits)
      : words_(static_cast<std::uint32_t*>(row)), traits_(traits) {}
  ~Writer() { flush(); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void put(std::int64_t sample, std::uint32_t number) {
    const WordPlace place = place_of(sample, traits_);
    if (place.word != word_) flush();
    word_ = place.word;
    bits_ |= number << place.shift;
    mask_ |= static_cast<std::uint32_t>(traits_.white()) << place.shift;
  }

 private:
  /// Nobody else changes the mask's bits, so that an exclusive or with what differs in them makes
  /// them right, whatever becomes of the others meanwhile.
  void flush() {
    if (mask_ == 0) return;
    const std::atomic_ref word(words_[word_]);
    const std::uint32_t before = word.load(std::memory_order_relaxed);
    word.fetch_xor((before ^ bits_) & mask_, std::memory_order_relaxed);
    bits_ = mask_ = 0;
  }

  std::uint32_t* const words_;
  const SampleTraits traits_;
  std::int64_t word_ = 0;
  std::uint32_t bits_ = 0;
  std::uint32_t mask_ = 0;
};

}  // namespace

template <class Real>
void load_packed(const void* row, SampleType type, std::int64_t first, std::int64_t step,
                 std::int64_t count, Real bias, Real* to, std::int64_t to_step) {
  const SampleTraits traits = traits_of(type);
  const auto* const words = static_cast<const std::uint32_t*>(row);
  for (std::int64_t i = 0; i < count; ++i)
    to[i * to_step] = static_cast<Real>(number_at(words, first + i * step, traits)) - bias;
}

template void load_packed(const void*, SampleType, std::int64_t, std::int64_t, std::int64_t, float,
                          float*, std::int64_t);
template void load_packed(const void*, SampleType, std::int64_t, std::int64_t, std::int64_t, double,
                          double*, std::int64_t);

template <class Real>
void store_packed(void* row, SampleType type, std::int64_t first, std::int64_t step,
                  std::int64_t count, Real gain, Real offset, const Real* from) {
  const SampleTraits traits = traits_of(type);
  const auto most = static_cast<Real>(traits.white());
  Writer writer(row, traits);
  for (std::int64_t i = 0; i < count; ++i) {
    Real value = gain * from[i] + offset;
    value = value > 0 ? value : 0;  // NaN too
    writer.put(first + i * step, static_cast<std::uint32_t>(std::min(value, most) + Real(0.5)));
  }
}
template void store_packed(void*, SampleType, std::int64_t, std::int64_t, std::int64_t, float,
                           float, const float*);
template void store_packed(void*, SampleType, std::int64_t, std::int64_t, std::int64_t, double,
                           double, const double*);

void copy_packed(const void* from, std::int64_t from_first, std::int64_t from_step, void* to,
                 std::int64_t to_first, std::int64_t to_step, SampleType type, std::int64_t count) {
  const SampleTraits traits = traits_of(type);
  const auto* const words = static_cast<const std::uint32_t*>(from);
  Writer writer(to, traits);
  for (std::int64_t i = 0; i < count; ++i)
    writer.put(to_first + i * to_step, number_at(words, from_first + i * from_step, traits));
}

}  // namespace fftcore
