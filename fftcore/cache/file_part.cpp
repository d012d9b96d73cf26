// SPDX-License-Identifier: LGPL-2.1-or-later
#include "file_part.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace fftcore {
namespace {

/// A regular file, open for reading; no handle where there is none.
class Opened {
 public:
  Opened(const std::filesystem::path& file, Links links)
      : handle_(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK |
                                       (links == Links::refused ? O_NOFOLLOW : 0))) {
    struct stat status {};
    if (handle_ >= 0 && fstat(handle_, &status) == 0 && S_ISREG(status.st_mode))
      size_ = static_cast<std::uint64_t>(status.st_size);
  }
  ~Opened() {
    if (handle_ >= 0) close(handle_);
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  int handle() const { return handle_; }
  const std::optional<std::uint64_t>& size() const { return size_; }

 private:
  int handle_;
  std::optional<std::uint64_t> size_;
};

}  // namespace

std::optional<std::uint64_t> file_bytes(const std::filesystem::path& file, Links links) {
  return Opened(file, links).size();
}

std::optional<std::string> read_file_part(const std::filesystem::path& file, std::uint64_t offset,
                                          std::uint64_t size, Links links) {
  const Opened opened(file, links);
  if (!opened.size() || *opened.size() > kMostFileBytes) return std::nullopt;
  if (offset >= *opened.size()) return std::string();
  std::string bytes(std::min(size, *opened.size() - offset), '\0');
  if (lseek(opened.handle(), static_cast<off_t>(offset), SEEK_SET) < 0) return std::nullopt;
  std::size_t length = 0;
  while (length < bytes.size()) {
    const ssize_t got = read(opened.handle(), bytes.data() + length, bytes.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += static_cast<std::size_t>(got);
  }
  bytes.resize(length);
  return bytes;
}

}  // namespace fftcore
