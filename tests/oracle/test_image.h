// SPDX-License-Identifier: LGPL-2.1-or-later
// Images as a Convolution lays them out, with everything between the samples, and the bits beside a
// number in its word, poisoned: NaN in floats, a pattern in integers, so that a read shows in the
// result and a write is found afterwards.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "direct_sum.h"
#include "fftcore/backend.h"

namespace oracle {

class TestImage {
 public:
  /// Poison everywhere. The image begins with sample `first` of the memory.
  explicit TestImage(const fftcore::Layout& layout, std::int64_t first = 0);

  void set(const Samples& samples);
  Samples get() const;
  /// What lies in each sample's word beside its number, where it is in the word; of samples that
  /// share words it is padding.
  Samples ignored_bits() const;
  /// True while nothing but samples differs from the poison.
  bool padding_is_untouched() const;

  fftcore::ConstBuffer const_buffer() const {
    return {bytes_.data(), 0, bytes_.size(), fftcore::MemoryKind::host, first_};
  }
  fftcore::Buffer buffer() {
    return {bytes_.data(), 0, bytes_.size(), fftcore::MemoryKind::host, first_};
  }

 private:
  /// Calls visit(byte, shift) for each sample in the order of Samples: where its word begins, and
  /// how far it is shifted in one that it shares.
  template <class Visit>
  void visit(Visit visit) const;
  fftcore::Layout layout_;
  std::int64_t first_;
  std::vector<std::uint8_t> bytes_;
};

/// Whether samples are no whole numbers.
inline bool is_real(fftcore::SampleType type) {
  return type == fftcore::SampleType::f16 || type == fftcore::SampleType::f32 || is_double(type) ||
         is_complex(type);
}

/// Values a sample type can hold: its whole numbers, or [-0.5, 0.5), which of f64 and complex128
/// single precision does not hold.
Samples random_samples(const fftcore::Layout& layout, std::mt19937& random);

/// Taps in [-0.5, 0.5), divided by sqrt(count) so that results keep their scale, or averaging ones
/// (sum 1) that keep an image's range.
fftcore::Taps random_taps(fftcore::Extent extent, std::mt19937& random);
fftcore::Taps averaging_taps(fftcore::Extent extent, std::mt19937& random);

/// As many as set_taps() takes, random or averaging (of a mixture, each output channel sums to 1).
/// Random ones are complex where the output is, and have all digits that it has.
std::vector<fftcore::Taps> random_kernels(const fftcore::Convolution& problem,
                                          std::mt19937& random);
std::vector<fftcore::Taps> averaging_kernels(const fftcore::Convolution& problem,
                                             std::mt19937& random);

/// What an integer output would hold of an exact value.
double clamped(double value, fftcore::SampleType type);

}  // namespace oracle
