// SPDX-License-Identifier: LGPL-2.1-or-later
// What happens where two spectra meet, as a plain value.
#pragma once

#include <cstdint>
#include <string>

#include "fftcore/export.h"

namespace fftcore {

/// How a product is weighted; below, P is the product, K its second factor.
///   multiply    1: convolution. With the factor conjugated it is correlation.
///   phase_only  1 / (|P| + noise^2 N), N the number of points: phase correlation (Kuglin and
///               Hines, "The phase correlation image alignment method", 1975). Its name elsewhere
///               is whitening, or PHAT. Bins far above the noise keep their phase alone.
///   wiener      1 / (|K|^2 + lambda): with the factor conjugated it undoes a convolution with what
///               K is the spectrum of, and without it a correlation (Wiener, "Extrapolation,
///               Interpolation, and Smoothing of Stationary Time Series", 1949). lambda is the
///               noise's power over the signal's.
enum class SpectralKind : std::uint8_t { multiply, phase_only, wiener };

/// What becomes of a spectrum X that meets another, K. Bin by bin, of spectra that are not
/// normalized (SpectrumLayout):
///   Y = w P   where P = X K, X or K or both conjugated where so wished, and w as `kind` says
struct SpectralOp {
  SpectralKind kind = SpectralKind::multiply;
  bool conjugate_input = false;   ///< conj(X)
  bool conjugate_factor = false;  ///< conj(K)
  /// multiply: 0, it has none. Others: above 0.
  /// phase_only: `noise`, a sample's standard deviation of noise in units of the samples.
  /// wiener: `lambda`.
  float parameter = 0;

  bool operator==(const SpectralOp&) const = default;
};

/// Y may be a sum of such products, as channels that mix need it.
FFTCORE_API bool can_be_summed(const SpectralOp& op);

/// Y is normalized, for factors that are or are not.
FFTCORE_API bool is_product_normalized(const SpectralOp& op, bool is_input_normalized,
                                       bool is_factor_normalized);

/// Throws InvalidArgument naming the parameter, its value and what is allowed.
FFTCORE_API void validate(const SpectralOp& op);

/// `multiply`, `phase-only noise=0.3`, `wiener lambda=0.01`, after them `conjugate-input` and
/// `conjugate-factor` where they are set.
FFTCORE_API std::string to_string(const SpectralOp& op);

}  // namespace fftcore
