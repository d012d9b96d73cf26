// SPDX-License-Identifier: LGPL-2.1-or-later
// fftview between start and stop: settings and caps -> pictures, frame by frame.
#pragma once

#include <optional>
#include <vector>

#include "../spectra/spectrum_info.h"
#include "picture.h"
#include "running_range.h"
#include "settings.h"

namespace fftcore::gst::view {

/// All calls from one thread at a time. What throws leaves all as it was.
class ViewSession {
 public:
  /// Throws InvalidArgument where the settings contradict each other.
  explicit ViewSession(const Settings& settings);

  /// New caps, of a spectrum that check_spectrum() lets pass. Throws InvalidArgument where there is
  /// no such channel.
  void set_caps(const SpectrumInfo& input, const GstVideoInfo& output);
  void change(const Settings& settings);
  /// What comes has nothing to do with what was.
  void forget_range() { running_.forget(); }

  /// From a spectrum to a frame, in any memory that can be mapped as the host's. Throws where one
  /// of them is not as the caps say.
  void draw(GstBuffer* spectrum, GstBuffer* picture);

 private:
  void check(const Settings& settings) const;
  void set_palette();
  float reference_scale() const;

  Settings settings_;
  std::optional<SpectrumInfo> input_;
  GstVideoInfo output_;
  std::optional<Palette> palette_;
  RunningRange running_;
  std::vector<float> values_;  // of the frame: decibels or turns
  std::vector<std::uint8_t> levels_;
};

}  // namespace fftcore::gst::view
