// SPDX-License-Identifier: LGPL-2.1-or-later
// Operations on spectra: what happens where two of them meet, as a plain value.
#pragma once

#include <cstdint>
#include <string>

#include "fftcore/export.h"

namespace fftcore {

/// Weight w of a product P, whose second factor is K.
///   multiply    1: convolution. With the factor conjugated it is correlation.
///   phase_only  1 / (|P| + noise^2 N), N the number of points: phase correlation (Kuglin and
///               Hines, "The phase correlation image alignment method", 1975). Its name elsewhere
///               is whitening, or PHAT. Bins far above the noise keep their phase alone.
///   wiener      1 / (|K|^2 + lambda): with the factor conjugated it undoes a convolution with what
///               K is the spectrum of, and without it a correlation (Wiener, "Extrapolation,
///               Interpolation, and Smoothing of Stationary Time Series", 1949). lambda is the
///               noise's power over the signal's.
enum class SpectralKind : std::uint8_t { multiply, phase_only, wiener };

/// Operation on a spectrum X that meets another, K. Bin by bin, for spectra that are not normalized
/// (SpectrumLayout), it gives
///   Y = w P
/// where P = X K, either factor conjugated if so wished, and w is the weight of `kind`. A bin that
/// is not finite reaches its own bin of Y alone.
struct SpectralOp {
  SpectralKind kind = SpectralKind::multiply;
  bool conjugate_input = false;   ///< conj(X)
  bool conjugate_factor = false;  ///< conj(K)
  /// The kind's parameter. For phase_only it is `noise`, the standard deviation of a sample's
  /// noise, in units of the samples, above 0. For wiener it is `lambda`, above 0. multiply has
  /// none, which is 0.
  float parameter = 0;

  bool operator==(const SpectralOp&) const = default;
};

/// Whether Y may be a sum of such products, as channels that mix need it.
FFTCORE_API bool can_be_summed(const SpectralOp& op);

/// Whether Y is normalized, for factors that are or are not.
FFTCORE_API bool is_product_normalized(const SpectralOp& op, bool is_input_normalized,
                                       bool is_factor_normalized);

/// Check of an operation. Throws InvalidArgument with the parameter, its value and what is allowed.
FFTCORE_API void validate(const SpectralOp& op);

/// Text of an operation: `multiply`, `phase-only noise=0.3` or `wiener lambda=0.01`, then
/// `conjugate-input` and `conjugate-factor` where they are set.
FFTCORE_API std::string to_string(const SpectralOp& op);

}  // namespace fftcore
