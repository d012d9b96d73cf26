// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tiff_handle.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace fftcore::pictures {
namespace {

/// The value, where `line` is libtiff's error of an orientation that is none.
std::string odd_orientation_in(std::string_view line) {
  constexpr std::string_view kBegin = "Bad value ", kEnd = " for \"Orientation\" tag";
  const std::size_t begin = line.find(kBegin), end = line.find(kEnd);
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  const std::size_t first = begin + kBegin.size();
  return std::string(line.substr(first, end - first));
}

// Handlers of libtiff's: 1 is that nobody else needs to hear of it.
int keep_words(TIFF*, void* words, const char*, const char* format, va_list arguments) {
  auto& said = *static_cast<TiffWords*>(words);
  char line[512];
  if (!said.error.empty() || std::vsnprintf(line, sizeof line, format, arguments) <= 0) return 1;
  if (std::string value = odd_orientation_in(line); !value.empty())
    said.orientation = std::move(value);
  else
    said.error = line;
  return 1;
}
// Codecs make up what lacks in damaged data, and only warn. All other warnings are of tags.
int keep_damage(TIFF*, void* words, const char* module, const char* format, va_list arguments) {
  const std::string_view from = module == nullptr ? "" : module;
  if (!from.starts_with("JPEG") && !from.starts_with("Fax")) return 1;
  char line[512];
  std::string& text = static_cast<TiffWords*>(words)->error;
  if (text.empty() && std::vsnprintf(line, sizeof line, format, arguments) > 0 &&
      std::string_view(line).find("extraneous bytes before marker 0xd9") == std::string_view::npos)
    text = line;
  return 1;
}

}  // namespace

TiffHandle::TiffHandle(std::string path, const char* verb, int file, const char* mode)
    : path_(std::move(path)), verb_(verb), tiff_(nullptr, &TIFFClose) {
  if (file < 0) fail(std::strerror(errno));
  const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(
      TIFFOpenOptionsAlloc(), &TIFFOpenOptionsFree);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), kMostTiffBytes);
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep_words, &said_);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), keep_damage, &said_);
  call([&] {
    tiff_.reset(TIFFFdOpenExt(file, path_.c_str(), mode, options.get()));
    if (!tiff_) ::close(file);
    return tiff_ != nullptr;
  });
}

void TiffHandle::call(const std::function<bool()>& work) {
  said_ = {};
  errno = 0;
  const bool is_done = work();
  if (is_done && said_.error.empty()) return;
  if (errno != 0) fail(std::strerror(errno));
  fail(fmt::format("libtiff finds it damaged, or cannot do it: {}",
                   said_.error.empty() ? "no reason" : said_.error));
}

void TiffHandle::close() {
  call([&] {
    tiff_.reset();
    return true;
  });
}

void TiffHandle::fail(std::string_view reason) const {
  throw FileError(fmt::format("cannot {} '{}': {}", verb_, path_, reason));
}

void TiffHandle::fail_by_kind(std::string_view reason) const {
  throw OtherKind(fmt::format("cannot {} '{}': {}", verb_, path_, reason));
}

}  // namespace fftcore::pictures
