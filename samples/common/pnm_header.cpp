// SPDX-License-Identifier: LGPL-2.1-or-later
#include "pnm_header.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "misread_kinds.h"
#include "picture.h"

namespace samples {
namespace {

constexpr std::size_t kMostPnmHeadBytes = 64 << 10;  // comments stand in it too

struct PnmHeader {
  char kind = '\0';  ///< '1' to '7'; none: it is no such file
  std::int64_t columns = 0, rows = 0, channels = 1, white = 0;
  std::string pam_type;
  std::size_t end = 0;             ///< where the samples begin; none: it has no end, or is damaged
  bool is_cut = false;             ///< the bytes end before it
  bool has_close_comment = false;  ///< right behind a word, in files of bytes
};

/// Whether a comment begins right behind a word, before `end`. Some readers end the word there,
/// others read on behind the comment, and OpenCV takes it for pixels.
bool has_close_comment(const std::string& bytes, std::size_t end) {
  bool is_comment = false;
  for (std::size_t i = 2; i < std::min(end, bytes.size()); ++i) {
    const char c = bytes[i];
    if (c == '#' && !is_comment && !std::isspace(static_cast<unsigned char>(bytes[i - 1])))
      return true;
    is_comment = c == '#' || (is_comment && c != '\n' && c != '\r');
  }
  return false;
}

/// The words of a header, each where it stood. Comments are blanks.
std::istringstream words_of(std::string text) {
  bool is_comment = false;
  for (char& c : text) {
    is_comment = c == '#' || (is_comment && c != '\n' && c != '\r');
    if (is_comment) c = ' ';
  }
  return std::istringstream(text);
}

void read_pam(std::istringstream& words, PnmHeader& header) {
  std::string name, word;
  for (; words >> word && word != "ENDHDR"; name = word) {
    if (name == "TUPLTYPE") header.pam_type = word;
    std::int64_t* const number = name == "WIDTH"    ? &header.columns
                                 : name == "HEIGHT" ? &header.rows
                                 : name == "DEPTH"  ? &header.channels
                                 : name == "MAXVAL" ? &header.white
                                                    : nullptr;
    if (number) std::from_chars(word.data(), word.data() + word.size(), *number);
  }
}

PnmHeader pnm_header(const std::string& bytes) {
  PnmHeader header;
  if (bytes.size() < 3 || bytes[0] != 'P' || bytes[1] < '1' || bytes[1] > '7' ||
      !(std::isspace(static_cast<unsigned char>(bytes[2])) || bytes[2] == '#'))
    return header;
  header.kind = bytes[1];
  std::istringstream words = words_of(bytes.substr(0, kMostPnmHeadBytes));
  words.ignore(2);
  if (header.kind == '7') {
    read_pam(words, header);
  } else {
    words >> header.columns >> header.rows;
    if (header.kind != '1' && header.kind != '4') words >> header.white;
    if (header.kind == '3' || header.kind == '6') header.channels = 3;
  }
  header.is_cut = words.eof();
  if (words.good()) header.end = std::size_t(words.tellg()) + 1;
  header.has_close_comment = header.kind > '3' && has_close_comment(bytes, header.end);
  return header;
}

/// Of the samples of an image in bytes; of others, none.
std::uintmax_t raster_bytes(const PnmHeader& header) {
  constexpr std::int64_t kMostSide = 1 << 30, kMostChannels = 4;
  if (header.columns < 1 || header.columns > kMostSide || header.rows < 1 ||
      header.rows > kMostSide || header.channels < 1 || header.channels > kMostChannels)
    return 0;
  const std::int64_t row_bytes =
      header.kind == '4' ? (header.columns + 7) / 8
                         : header.columns * header.channels * (header.white > 255 ? 2 : 1);
  return header.kind < '4' ? 0 : std::uintmax_t(row_bytes) * std::uintmax_t(header.rows);
}

}  // namespace

std::string misread_pnm(const FileHead& head) {
  const PnmHeader header = pnm_header(head.bytes);
  if (header.is_cut && head.file_bytes > kMostPnmHeadBytes)
    return fmt::format(
        "has a header that does not end within {} bytes; shorter comments are expected",
        kMostPnmHeadBytes);
  if (header.has_close_comment)
    return "has a comment right behind a word of its header, which programs read differently; a "
           "blank between them is expected";
  if (header.kind != '7') return {};
  if (header.channels >= 3)
    return "is a PAM file with colours, in which OpenCV takes red for blue; PPM and PNG are read";
  if (header.white == 1 || header.pam_type.starts_with("BLACKANDWHITE"))
    return "is a PAM file in black and white, which OpenCV reads as black; PBM and PNG are read";
  return {};
}

std::string several_in_pnm(const FileHead& head) {
  const PnmHeader header = pnm_header(head.bytes);
  const std::uintmax_t bytes = raster_bytes(header);
  if (header.end == 0 || bytes == 0 || header.end + bytes + 3 > head.file_bytes) return {};
  std::ifstream file(head.path, std::ios::binary);
  file.seekg(std::streamoff(header.end + bytes));
  std::string next(3, '\0');
  file >> std::ws;
  file.read(next.data(), std::streamsize(next.size()));
  return pnm_header(next).kind != '\0' ? "has several images" : "";
}

void spread_to_white(const std::string& path, cv::Mat& image) {
  const PnmHeader header = pnm_header(head_of(path, kMostPnmHeadBytes).bytes);
  const int full = image.depth() == CV_8U ? 255 : 65535;
  if (header.white < 1 || header.white >= full || image.depth() > CV_16U) return;
  double most = 0;
  cv::minMaxIdx(image, nullptr, &most);
  if (most > double(header.white))
    fftcore::pictures::fail_to_read(
        path, fmt::format("it is damaged: a sample is {}, and its header says that white is {}; no "
                          "larger ones are expected",
                          most, header.white));
  image.convertTo(image, -1, double(full) / double(header.white));
}

}  // namespace samples
