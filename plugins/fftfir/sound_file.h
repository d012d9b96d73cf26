// SPDX-License-Identifier: LGPL-2.1-or-later
// Sound files as responses, by libsndfile, where the plugin is built with it.
#pragma once

#include <string>

#include "../taps/input_location.h"
#include "impulses.h"

namespace fftcore::gst::fir {

/// Most channels of a sound file.
inline constexpr int kMaxSoundChannels = 4096;

/// A response for each channel. Whole numbers count from -1 to 1. Throws FileError.
Impulses read_sound(const FileProperty& property, const std::string& location);

}  // namespace fftcore::gst::fir
