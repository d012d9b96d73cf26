// SPDX-License-Identifier: LGPL-2.1-or-later
// What a product does to the caps of spectra: from either side to the other, ranges included.
#pragma once

#include <gst/gst.h>

#include <optional>
#include <variant>
#include <vector>

#include "../spectra/spectrum_info.h"
#include "fftcore/backend.h"

namespace fftcore::gst::multiply {

/// By taps. Of images about their centre; of audio (rate) causal: a sample's result depends on it
/// and those before it.
struct TapsFactor {
  Extent extent;  ///< of the taps of each channel, for fields of several rows
  std::optional<Extent>
      line;  ///< the same for fields of one row; none: the taps cannot serve there
  Operation operation = Operation::convolve;
  std::int64_t channels = 1;  ///< that the taps mix; 1: they serve any number of them
  bool operator==(const TapsFactor&) const = default;
};

/// By the spectrum that came on pad `kernel`.
struct SpectrumFactor {
  std::optional<SpectrumInfo> kernel;  ///< none came so far
  bool conjugate = false;
  bool phase_only = false;
  bool operator==(const SpectrumFactor&) const = default;
};

/// What spectra are multiplied by; std::monostate: they pass.
using Factor = std::variant<std::monostate, TapsFactor, SpectrumFactor>;

/// The taps' extent for such spectra. Throws InvalidArgument where they cannot serve there.
Extent extent_for(const TapsFactor& factor, const SpectrumInfo& input);
/// Samples around the image that taps of that extent read.
Border reach_of(Extent extent, Operation operation, bool is_audio);

/// Throws InvalidArgument, which says what to change, where spectra with such caps cannot be
/// multiplied by it: too little border, other points or channels.
void require_fit(const Factor& factor, const SpectrumInfo& input);

bool fits(const Factor& factor, const SpectrumInfo& input);

/// What is asked for, and what serves until upstream gives spectra that fit it.
struct Factors {
  Factor wanted;
  std::optional<Factor> in_service;
};
/// For such spectra: what is wanted, or what is in service where they fit only that. Throws as
/// require_fit() where they fit none.
Factor factor_for(const Factors& factors, const SpectrumInfo& input);

/// How channels meet with a kernel's spectrum of so many. None: they do not.
std::optional<Mixing> mixing_of(std::int64_t channels, std::int64_t kernel_channels);

/// In what order a spectrum's channels lie in memory, each as its place in R, G, B
/// (PlaneJob::order).
std::vector<int> channel_order(const SpectrumInfo& info);

/// All caps of products of spectra with caps `input`, those to prefer first. Of fixed caps: fixed
/// but for `transformed`.
GstCaps* caps_behind(const Factor& factor, const GstCaps* input);
/// All caps of spectra whose products can have caps `output`, those to prefer first.
GstCaps* caps_before(const Factor& factor, const GstCaps* output);

/// Caps of kernels for such a stream in such memory (those in the host's can serve a device), and
/// behind them all others.
GstCaps* kernel_caps_for(const SpectrumInfo& input, MemoryKind memory);

}  // namespace fftcore::gst::multiply
