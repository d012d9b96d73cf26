// SPDX-License-Identifier: LGPL-2.1-or-later
#include "temporary_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
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

/// A file that is open for writing, under a name of its own.
struct Temporary {
  int handle;  // negative: it cannot be made
  std::string name;
};

/// Temporary file beside `file`, whose lock is held. Another process may take a file for abandoned
/// between its making and its locking, and removes it: then a new one is made.
Temporary temporary_beside(const fs::path& file) {
  for (;;) {
    Temporary made{-1, file.string() + std::string(kMark) + "XXXXXX"};
    made.handle = mkostemp(made.name.data(), O_CLOEXEC);
    if (made.handle < 0) return made;
    const bool is_taken = flock(made.handle, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    struct stat status {};
    const bool is_there = fstat(made.handle, &status) == 0 && status.st_nlink > 0;
    // Where a file system knows no locks, abandoned files stay; nothing else is lost.
    if (!is_taken && is_there) return made;
    close(made.handle);
  }
}

}  // namespace

bool replace_file(const fs::path& file, std::initializer_list<std::string_view> parts) {
  const auto [handle, temporary] = temporary_beside(file);
  if (handle < 0) return false;
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
    // A writer that has not yet locked its file sees that, and makes another.
    if (flock(handle, LOCK_EX | LOCK_NB) == 0) unlink(file.c_str());
    close(handle);
  }
}

}  // namespace fftcore
