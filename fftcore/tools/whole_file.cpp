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
#include <sys/stat.h>
#include <unistd.h>

#include "fftcore/error.h"

namespace fftcore::tools {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as Linux follows

/// Where the system shows what is open, which is how a file without a name gets one.
std::string open_file(int file) {
  return fmt::format("/proc/self/fd/{}", file);
}

/// The file that a name stands for, behind all links, also where it is not there yet.
fs::path behind_links(fs::path path) {
  for (int links = 0; links < kMostLinks; ++links) {
    std::error_code is_no_link;
    const fs::path target = fs::read_symlink(path, is_no_link);
    if (is_no_link) break;
    path = path.parent_path() / target;  // which is the target alone where that is absolute
  }
  return path;
}

bool write_all(int file, std::span<const unsigned char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

WholeFile::WholeFile(const std::string& path) {
  struct stat there {};
  if (::stat(path.c_str(), &there) == 0) {
    is_stream_ = !S_ISREG(there.st_mode);
  } else if (errno != ENOENT) {
    error_ = std::strerror(errno);
    return;
  }
  if (is_stream_) {
    file_ = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (file_ < 0) error_ = std::strerror(errno);
  } else {
    path_ = behind_links(path).string();
    begin_beside();
  }
}

void WholeFile::begin_beside() {
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
  if (!is_named_ && !is_stream_)
    is_named_ = ::linkat(AT_FDCWD, open_file(file_).c_str(), AT_FDCWD, part_.c_str(),
                         AT_SYMLINK_FOLLOW) == 0;
  if (!is_named_ && !is_stream_) return std::strerror(errno);
  if (::close(std::exchange(file_, -1)) != 0) return std::strerror(errno);
  if (is_stream_) return {};
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

void write_whole(const std::string& path, std::string_view bytes) {
  const std::string error =
      write_whole_file(path, {reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
  if (!error.empty()) throw FileError(fmt::format("{} cannot be written: {}", path, error));
}

}  // namespace fftcore::tools
