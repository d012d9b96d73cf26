// SPDX-License-Identifier: LGPL-2.1-or-later
// All that the properties of fftdenoise say, as plain values.
//
// The element's parts: FrameWindow holds the frames that are needed, FrameDenoise denoises all
// planes of one, DenoiseSession follows settings and noise.
#pragma once

#include <string>

#include "../memory/frame_memory.h"
#include "fftcore/denoise.h"

namespace fftcore::gst::denoise {

struct Settings {
  double sigma = -1;         ///< 8-bit levels; below 0: measured
  double chroma_sigma = -1;  ///< likewise; below 0: sigma
  bool auto_noise = false;   ///< both are measured, whatever they are
  double strength = 1;
  bool sigma_is_threshold = false;
  std::string curve;         ///< FREQUENCY:POWER,...
  std::string chroma_curve;  ///< likewise; empty: chroma_sigma, or what brightness has
  int before = 1;
  int after = 0;
  int block = 16;
  int step = 0;  ///< 0: a quarter of the block
  DenoiseKind kind = DenoiseKind::firm;
  double beta = 1;
  double floor = 0;
  // DenoiseStrength's of the same names.
  double gain = 1;
  double gain_outside = 0;
  double power_min = 0;
  double power_max = 500;
  double sharpen = 0;
  double sharpen_cutoff = 0.15;
  double sharpen_min = 4;
  double sharpen_max = 20;
  double dehalo = 0;
  double halo_radius = 2;
  double halo_threshold = 50;
  double vertical_ratio = 1;
  BlockWindow window = BlockWindow::hann;
  BlockWindow temporal_window = BlockWindow::rectangle;
  bool zero_mean = true;
  PlaneSelection planes = PlaneSelection::all;
  bool post_messages = false;
  Device device;  ///< fixed from start to stop
  bool operator==(const Settings&) const = default;
};

}  // namespace fftcore::gst::denoise
