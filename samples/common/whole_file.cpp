// SPDX-License-Identifier: LGPL-2.1-or-later
#include "whole_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace samples {
namespace {

namespace fs = std::filesystem;

/// Where the system shows what is open, which is how a file without a name gets one.
std::string open_file(int file) {
  return fmt::format("/proc/self/fd/{}", file);
}

bool write_all(int file, std::span<const unsigned char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(std::size_t(written));
  }
  return true;
}

}  // namespace

WholeFile::WholeFile(std::string path) : path_(std::move(path)) {
  const fs::path folder = fs::path(path_).parent_path();
  part_ = (folder / fmt::format(".fftcore-{:08x}.part", std::random_device{}())).string();
  file_ = ::open(folder.empty() ? "." : folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0666);
  if (file_ >= 0 && ::access(open_file(file_).c_str(), F_OK) == 0) return;
  if (file_ >= 0) ::close(file_);
  file_ = ::open(part_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  is_named_ = file_ >= 0;
  if (file_ < 0) error_ = std::strerror(errno);
}

WholeFile::~WholeFile() {
  if (file_ >= 0) ::close(file_);
  if (is_named_) ::unlink(part_.c_str());
}

std::string WholeFile::finish() {
  if (!is_named_)
    is_named_ = ::linkat(AT_FDCWD, open_file(file_).c_str(), AT_FDCWD, part_.c_str(),
                         AT_SYMLINK_FOLLOW) == 0;
  if (!is_named_ || ::close(std::exchange(file_, -1)) != 0) return std::strerror(errno);
  if (std::rename(part_.c_str(), path_.c_str()) != 0) return std::strerror(errno);
  is_named_ = false;
  return {};
}

std::string write_whole_file(const std::string& path, std::span<const unsigned char> bytes) {
  WholeFile file(path);
  if (!file.error().empty()) return file.error();
  if (!write_all(file.descriptor(), bytes)) return std::strerror(errno);
  return file.finish();
}

}  // namespace samples
