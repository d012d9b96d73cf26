// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples of video in the host's memory, one at a time, whatever their type: for what is drawn,
// filled or looked at outside fftcore.
#pragma once

#include "fftcore/layout.h"

namespace fftcore::gst {

/// Bits that a sample of video has.
int bits_of(fftcore::Element element);
/// Samples that are white (or opaque), and those of chroma that are no colour.
int white_of(fftcore::Element element);
int no_colour_of(fftcore::Element element);

/// `at` need not be aligned. `value` is 0 to white_of(element).
int read_sample(const void* at, fftcore::Element element);
void write_sample(void* at, fftcore::Element element, int value);

}  // namespace fftcore::gst
