// SPDX-License-Identifier: LGPL-2.1-or-later
// The spectrum of an executable's taps, with gain, offset and parameters of formulas: set by one
// thread while another runs, always seen as a whole.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "fftcore/error.h"
#include "gain_slot.h"
#include "parameters.h"

namespace fftcore {

template <class Spectrum>
class TapsSlot {
 public:
  struct Values {
    std::shared_ptr<const Spectrum> spectrum;
    float scale = 1;  ///< what the taps were multiplied by before they were transformed
    /// what takes that back at the product; the image's gain does the rest
    float product_gain = 1;
    float gain = 1;
    float offset = 0;
    Parameters parameters{};
  };

  void set_spectrum(std::shared_ptr<const Spectrum> spectrum, float scale = 1,
                    float product_gain = 1) {
    const std::lock_guard lock(mutex_);
    std::erase_if(retired_, [](const auto& retired) { return retired.use_count() == 1; });
    if (values_.spectrum) retired_.push_back(std::move(values_.spectrum));
    values_.spectrum = std::move(spectrum);
    values_.scale = scale;
    values_.product_gain = product_gain;
  }

  /// Throws InvalidArgument unless both are finite.
  void set_gain(float gain, float offset) {
    check_gain(gain, offset);
    const std::lock_guard lock(mutex_);
    values_.gain = gain;
    values_.offset = offset;
  }

  void set_parameters(const Parameters& parameters) {
    const std::lock_guard lock(mutex_);
    values_.parameters = parameters;
  }

  /// What the next run() of work that may have no taps uses.
  Parameters parameters() const {
    const std::lock_guard lock(mutex_);
    return values_.parameters;
  }

  /// What the next run() uses, or null before the first set_spectrum().
  std::shared_ptr<const Spectrum> spectrum() const {
    const std::lock_guard lock(mutex_);
    return values_.spectrum;
  }

  /// What the next run() uses. Throws InvalidArgument before the first set_spectrum().
  Values values(const char* missing = "run() before set_taps(): there are no taps yet") const {
    const std::lock_guard lock(mutex_);
    if (!values_.spectrum) throw InvalidArgument(missing);
    return values_;
  }

 private:
  mutable std::mutex mutex_;  // guards what follows
  Values values_;
  // spectra of before: freed when one is set, never by a run() that still holds one
  std::vector<std::shared_ptr<const Spectrum>> retired_;
};

}  // namespace fftcore
