// SPDX-License-Identifier: LGPL-2.1-or-later
// Half spectra as a SpectrumLayout lays them out, NaN wherever nothing was written yet, and beyond
// the end.
#pragma once

#include <cstdint>
#include <vector>

#include "dft.h"
#include "fftcore/backend.h"

namespace oracle {

class TestSpectrum {
 public:
  /// NaN everywhere.
  explicit TestSpectrum(const fftcore::SpectrumLayout& layout);

  /// (channel, stored row, bin), rounded to the sample type. Row padding becomes numbers that would
  /// show in a result.
  void set(const std::vector<Wide>& values);
  std::vector<Wide> get() const;
  bool padding_is_finite() const;
  /// What follows the spectrum is as it was.
  bool end_is_untouched() const;

  fftcore::ConstBuffer const_buffer() const {
    return {bytes_.data(), 0, fftcore::size_bytes(layout_)};
  }
  fftcore::Buffer buffer() { return {bytes_.data(), 0, fftcore::size_bytes(layout_)}; }
  const fftcore::SpectrumLayout& layout() const { return layout_; }

 private:
  /// Calls visit(index of the complex value, whether it is a bin) for all values in order.
  template <class Visit>
  void visit(Visit visit) const;
  Wide read(std::int64_t index) const;
  void write(std::int64_t index, Wide value);
  fftcore::SpectrumLayout layout_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace oracle
