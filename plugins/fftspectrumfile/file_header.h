// SPDX-License-Identifier: LGPL-2.1-or-later
// Files of spectra: a header of text, then one spectrum after the other, without anything between
// them.
//
//   FFTSPECTRUM 1\n
//   application/x-fft-spectrum, rows=(int)1152, ...   the spectra's caps (spectra/spectrum_info.h)
//                                                     as GStreamer writes them,
//   transformed=rows-and-columns spaces, \n so that the header's length is a multiple of 64
//   bytes, and at most kMaxHeaderBytes
//
// Each spectrum is as fftcore/stages.h's SpectrumLayout lays it out, padding of rows included,
// its floats or f16 little-endian. There are no timestamps: the first spectrum is at 0, and each
// lasts as long as the framerate, or of audio width and rate, say.
#pragma once

#include <gst/gst.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../spectra/spectrum_info.h"
#include "caps_text.h"

namespace fftcore::gst {

inline constexpr char kSpectrumFileType[] = "application/x-fft-spectrum-file";
inline constexpr char kSpectrumFileMagic[] = "FFTSPECTRUM ";  // the version follows
inline constexpr char kSpectrumFileExtension[] = "fftspectrum";
inline constexpr std::size_t kMaxHeaderBytes = 4096;
/// More than any spectrum of use has; what a header claims beyond it is an error.
inline constexpr std::uint64_t kMaxSpectrumBytes = std::uint64_t(1) << 32;

struct FileHeader {
  OwnedCaps caps;  ///< system memory, fixed
  SpectrumInfo info;
  std::size_t bytes = 0;  ///< of the header

  std::size_t spectrum_bytes() const { return size_bytes(info.layout); }
};

/// The spectra that a file may have, for pad templates.
GstCaps* file_spectrum_caps();

/// Throws InvalidArgument where the caps are not of spectra that a file may have.
std::string header_text(const GstCaps* caps);

/// From the file's first bytes; nothing: more of them are needed. Throws FileError saying what was
/// found and what is expected.
std::optional<FileHeader> read_header(std::string_view beginning);

}  // namespace fftcore::gst
