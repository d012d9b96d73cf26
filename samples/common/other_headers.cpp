// SPDX-License-Identifier: LGPL-2.1-or-later
#include "other_headers.h"

#include <cctype>
#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "fftcore/error.h"

namespace samples {
namespace {

constexpr std::size_t kHeadBytes = 4096;  // comments stand in it too

std::string head_of(const std::string& path) {
  std::string head(kHeadBytes, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), std::streamsize(head.size()));
  head.resize(std::size_t(file.gcount()));
  return head;
}

std::uint32_t word_at(const std::string& head, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i > 0; --i)
    word = word << 8 | static_cast<unsigned char>(head[at + i - 1]);
  return word;
}

/// The words of a header, without its comments.
std::istringstream words_of(const std::string& head) {
  std::string text;
  bool is_comment = false;
  for (const char c : head) {
    is_comment = c == '#' || (is_comment && c != '\n' && c != '\r');
    text += is_comment ? ' ' : c;
  }
  return std::istringstream(text);
}

/// The value that is white, by the header of P2, P3, P5, P6 or P7.
std::optional<int> white_in(const std::string& head) {
  std::istringstream words = words_of(head);
  std::string word;
  words >> word;
  int white = 0;
  if (word == "P7") {
    while (words >> word && word != "ENDHDR")
      if (word == "MAXVAL" && words >> white) return white;
    return {};
  }
  int columns = 0, rows = 0;
  if (word != "P2" && word != "P3" && word != "P5" && word != "P6") return {};
  if (!(words >> columns >> rows >> white)) return {};
  return white;
}

}  // namespace

void refuse_misread(const std::string& path) {
  constexpr std::size_t kSizeAt = 14, kCompressionAt = 30;
  constexpr std::uint32_t kOs2Bytes = 12, kRle8 = 1, kRle4 = 2;
  const std::string head = head_of(path);
  if (!head.starts_with("BM") || head.size() < kCompressionAt + 4) return;
  const std::uint32_t bytes = word_at(head, kSizeAt), compression = word_at(head, kCompressionAt);
  const bool is_os2 = bytes == kOs2Bytes;
  if (is_os2 || compression == kRle8 || compression == kRle4)
    throw fftcore::FileError(
        fmt::format("cannot read '{}': it is a BMP {}, which OpenCV reads wrong; Windows' BMP "
                    "without compression and PNG are read",
                    path, is_os2 ? "of OS/2" : "with run lengths"));
}

void spread_to_white(const std::string& path, cv::Mat& image) {
  const std::string head = head_of(path);
  const std::optional<int> white = white_in(head);
  const int full = image.depth() == CV_8U ? 255 : 65535;
  const bool is_spread = full == 255 && (head[1] == '2' || head[1] == '3');
  if (!white || *white < 1 || *white >= full || is_spread || image.depth() > CV_16U) return;
  image.convertTo(image, -1, double(full) / *white);
}

}  // namespace samples
