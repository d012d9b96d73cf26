// SPDX-License-Identifier: LGPL-2.1-or-later
// Impulse responses of fftfir from files: sound or arrays, then as audio of several kinds needs
// them; or a FileError.
#include "fftfir/impulses.h"

#include <gst/gst.h>

#include <cmath>

#include "fftcore/error.h"
#include "scratch_file.h"

namespace {

using fftcore::ImpulseResponse, fftcore::gst::fir::Fitted, fftcore::gst::fir::Impulses;

constexpr int kRate = 48000;

/// Whether resampling is quick: a long response at a low rate is seconds of work.
bool is_short(const Impulses& impulses) {
  constexpr double kMost = 1e5;
  const auto taps = static_cast<double>(impulses.responses.size() * impulses.responses[0].size());
  return impulses.rate == 0 || (taps < kMost && taps * kRate / impulses.rate < kMost);
}

void check_fit(const Impulses& impulses, int channels) {
  try {
    const Fitted fitted = fit(impulses, kRate, channels, is_short(impulses));
    const std::size_t taps = fitted.responses.at(0).size();
    fuzz::require(taps >= 1, "a response has taps");
    for (const ImpulseResponse& response : fitted.responses) {
      fuzz::require(response.size() == taps, "responses are of one length");
      for (const double tap : response) fuzz::require(std::isfinite(tap), "taps are finite");
    }
  } catch (const fftcore::InvalidArgument&) {
  }
}

}  // namespace

int LLVMFuzzerInitialize(int* count, char*** arguments) {
  setenv("G_DEBUG", "fatal-criticals", 1);
  gst_init(count, arguments);
  return 0;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchFile file("response.wav");
  file.write(fuzz::text_of(data, size));
  try {
    const Impulses impulses = fftcore::gst::fir::load_impulses({.location = file.path().string()});
    for (const int channels : {1, 2, 3}) check_fit(impulses, channels);
  } catch (const fftcore::FileError&) {
  }
  return 0;
}
