// SPDX-License-Identifier: LGPL-2.1-or-later
#include "whole_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace samples {
namespace {

namespace fs = std::filesystem;

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

std::string write_whole_file(const std::string& path, std::span<const unsigned char> bytes) {
  const fs::path folder = fs::path(path).parent_path();
  const std::string part =
      (folder / fmt::format(".fftcore-{:08x}.part", std::random_device{}())).string();
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return std::strerror(errno);
  bool is_done = write_all(file, bytes);
  int error = errno;
  if (::close(file) != 0 && is_done) {
    is_done = false;
    error = errno;
  }
  if (is_done && std::rename(part.c_str(), path.c_str()) == 0) return {};
  if (is_done) error = errno;
  ::unlink(part.c_str());
  return std::strerror(error);
}

}  // namespace samples
