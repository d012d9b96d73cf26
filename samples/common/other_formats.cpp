// SPDX-License-Identifier: LGPL-2.1-or-later
#include "other_formats.h"

#include <iostream>
#include <streambuf>

#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>

namespace samples {
namespace {

/// OpenCV's log is silent from the start.
[[maybe_unused]] const auto log_level_before =
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);

thread_local bool is_muted = false;

/// Standard error, without what threads that are muted write: OpenCV prints what its decoders
/// throw, beside its log. Other threads may write at the same time.
class MutedThreads : public std::streambuf {
 public:
  MutedThreads() : target_(std::cerr.rdbuf(this)) {}
  ~MutedThreads() override { std::cerr.rdbuf(target_); }
  MutedThreads(const MutedThreads&) = delete;
  MutedThreads& operator=(const MutedThreads&) = delete;

 protected:
  int_type overflow(int_type c) override {
    if (is_muted || traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    return target_->sputc(traits_type::to_char_type(c));
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    return is_muted ? count : target_->sputn(text, count);
  }
  int sync() override { return is_muted ? 0 : target_->pubsync(); }

 private:
  std::streambuf* target_;
};
MutedThreads muted_threads;

struct Muted {
  Muted() { is_muted = true; }
  ~Muted() { is_muted = false; }
  Muted(const Muted&) = delete;
  Muted& operator=(const Muted&) = delete;
};

}  // namespace

cv::Mat read_by_opencv(const std::string& path, const std::vector<unsigned char>& bytes) {
  const Muted muted;
  return bytes.empty() ? cv::imread(path, cv::IMREAD_UNCHANGED)
                       : cv::imdecode(bytes, cv::IMREAD_UNCHANGED);
}

std::vector<unsigned char> encoded_by_opencv(const std::string& ending, const cv::Mat& image) {
  const Muted muted;
  std::vector<unsigned char> bytes;
  if (!cv::imencode(ending, image, bytes)) bytes.clear();
  return bytes;
}

}  // namespace samples
