// SPDX-License-Identifier: LGPL-2.1-or-later
#include "temporary_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "folder_files.h"

namespace fftcore {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = ".new-";

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

bool replace_file(const fs::path& file, std::initializer_list<std::string_view> parts) {
  std::string temporary = file.string() + std::string(kMark) + "XXXXXX";
  const int handle = mkostemp(temporary.data(), O_CLOEXEC);
  if (handle < 0) return false;
  // Where a folder's file system knows no locks, abandoned files stay; nothing else is lost.
  flock(handle, LOCK_EX | LOCK_NB);
  bool is_written = true;
  for (const std::string_view part : parts) is_written = is_written && write_all(handle, part);
  const bool is_renamed = is_written && rename(temporary.c_str(), file.c_str()) == 0;
  const bool is_closed = close(handle) == 0;  // gives up the lock
  if (is_renamed && is_closed) return true;
  unlink(is_renamed ? file.c_str() : temporary.c_str());
  return false;
}

void remove_abandoned_files(const fs::path& folder) {
  for (const fs::path& file : files_in(folder)) {
    if (file.filename().string().find(kMark) == std::string::npos) continue;
    const int handle = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (handle < 0) continue;
    // A writer that has not yet locked its file loses one entry, which is made anew.
    if (flock(handle, LOCK_EX | LOCK_NB) == 0) unlink(file.c_str());
    close(handle);
  }
}

}  // namespace fftcore
