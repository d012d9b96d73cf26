// SPDX-License-Identifier: LGPL-2.1-or-later
#include "file_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "fftcore/error.h"

namespace fftcore::gst {
namespace {

constexpr std::string_view kFirstLine = "FFTSPECTRUM 1\n";
constexpr std::size_t kHeaderAlignment = 64;
constexpr char kExpected[] =
    "a file of spectra, as fftspectrumenc writes it, begins with the line \"FFTSPECTRUM 1\"";

/// For messages: the first characters, dots for what cannot be shown.
std::string shown(std::string_view bytes, std::size_t most = 16) {
  std::string text(bytes.substr(0, most));
  for (char& c : text)
    if (c < ' ' || c > '~') c = '.';
  return text;
}

/// Throws FileError where the bytes there are not the beginning of the first line.
void check_first_line(std::string_view beginning) {
  const auto agrees_with = [&](std::string_view line) {
    return line.substr(0, beginning.size()) == beginning.substr(0, line.size());
  };
  constexpr std::string_view magic = kSpectrumFileMagic;
  if (!agrees_with(magic))
    throw FileError(fmt::format("the input begins with \"{}\"; {}", shown(beginning), kExpected));
  if (!agrees_with(kFirstLine)) {
    throw FileError(
        fmt::format("the input is a file of spectra of version \"{}\"; version 1 can be read here",
                    shown(beginning.substr(magic.size(), beginning.find('\n') - magic.size()), 8)));
  }
}

/// What spectrum_info() says of caps from a file, which may claim anything.
SpectrumInfo checked_info(const GstCaps* caps) {
  const GstCapsFeatures* const features = gst_caps_get_features(caps, 0);
  if (!gst_caps_features_is_equal(features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY))
    throw InvalidArgument("the caps are not of spectra in system memory");
  SpectrumInfo info = spectrum_info(caps);
  if (info.layout.transformed != Transformed::rows_and_columns)
    throw InvalidArgument(
        "transformed is rows; spectra in files have transformed=rows-and-columns");
  if (const std::size_t bytes = size_bytes(info.layout); bytes > kMaxSpectrumBytes)
    throw InvalidArgument(
        fmt::format("a spectrum has {} bytes; at most {} are allowed", bytes, kMaxSpectrumBytes));
  return info;
}

}  // namespace

GstCaps* file_spectrum_caps() {
  return gst_caps_new_simple(kSpectrumMediaType, "transformed", G_TYPE_STRING, "rows-and-columns",
                             nullptr);
}

std::string header_text(const GstCaps* caps) {
  checked_info(caps);
  gchar* const caps_text = gst_caps_to_string(caps);
  std::string text = fmt::format("{}{}", kFirstLine, caps_text);
  g_free(caps_text);
  // What cannot be read again is not written.
  if (const OwnedCaps again = read_caps(std::string_view(text).substr(kFirstLine.size()));
      !gst_caps_is_equal(again.get(), caps))
    throw InvalidArgument(
        fmt::format("a file cannot hold the caps {}", text.substr(kFirstLine.size())));
  // at least one for the end of the line
  const std::size_t bytes = (text.size() + kHeaderAlignment) / kHeaderAlignment * kHeaderAlignment;
  text.resize(bytes - 1, ' ');
  text += '\n';
  if (text.size() > kMaxHeaderBytes)
    throw InvalidArgument(fmt::format("the caps need a header of {} bytes; at most {} are allowed",
                                      text.size(), kMaxHeaderBytes));
  return text;
}

std::optional<FileHeader> read_header(std::string_view beginning) {
  check_first_line(beginning);
  beginning = beginning.substr(0, kMaxHeaderBytes);
  if (beginning.size() < kFirstLine.size()) return std::nullopt;
  const std::string_view rest = beginning.substr(kFirstLine.size());
  const std::size_t end = rest.find('\n');
  if (end == std::string_view::npos) {
    if (beginning.size() < kMaxHeaderBytes) return std::nullopt;
    throw FileError(
        fmt::format("the header has no second line that ends within {} bytes", kMaxHeaderBytes));
  }
  FileHeader header;
  header.bytes = kFirstLine.size() + end + 1;
  if (header.bytes % kHeaderAlignment != 0)
    throw FileError(fmt::format("the header has {} bytes; a multiple of {} is expected",
                                header.bytes, kHeaderAlignment));
  try {
    header.caps = read_caps(rest.substr(0, end));
  } catch (const InvalidArgument& error) {
    throw FileError(
        fmt::format("the header's second line is \"{}\"...; the spectra's caps are expected there, "
                    "as in \"{}, rows=(int)1152, ...\": {}",
                    shown(rest.substr(0, end)), kSpectrumMediaType, shown(error.what(), 100)));
  }
  try {
    header.info = checked_info(header.caps.get());
  } catch (const InvalidArgument& error) {
    throw FileError(fmt::format("the header's caps: {}", error.what()));
  }
  return header;
}

}  // namespace fftcore::gst
