// SPDX-License-Identifier: LGPL-2.1-or-later
#include "whole_file.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
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

/// What a name stands for, behind all links, also where it is not there yet.
struct Behind {
  fs::path path;
  int descriptor;  ///< that `path` is the name of, as /proc/7/fd/1 is; negative: of none
};

/// Likewise, of a name without links but those to its folder.
Behind in_its_folder(const fs::path& path) {
  std::error_code none;
  const fs::path folder = fs::canonical(path.has_parent_path() ? path.parent_path() : ".", none);
  struct statfs system {};
  if (none || folder.filename() != "fd" || ::statfs(folder.c_str(), &system) != 0 ||
      system.f_type != PROC_SUPER_MAGIC)
    return {path, -1};
  const std::string name = path.filename().string();
  int number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool is_number = error == std::errc{} && end == name.data() + name.size();
  return {folder / name, is_number ? number : -1};
}

/// A descriptor's link says which file is open, but that file's name may be gone, and its place in
/// the file is lost. So that link is not followed.
Behind behind_links(fs::path path) {
  for (int links = 0; links < kMostLinks; ++links) {
    if (Behind found = in_its_folder(path); found.descriptor >= 0) return found;
    std::error_code is_no_link;
    const fs::path target = fs::read_symlink(path, is_no_link);
    if (is_no_link) break;
    path = path.parent_path() / target;  // which is the target alone where that is absolute
  }
  return {path, -1};
}

/// A copy of this process's descriptor, which shares its place in the file. Another process's file
/// is opened, and what it holds stays.
int copy_of(const Behind& open) {
  std::error_code none;
  const std::string own = fs::canonical("/proc/self", none).string() + '/';
  if (open.path.string().starts_with(own)) return ::fcntl(open.descriptor, F_DUPFD_CLOEXEC, 0);
  return ::open(open.path.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC);
}

/// The rights of a file that is replaced, as far as the system allows. Where its group cannot be
/// kept, another group gets no more than all have. Set-user-id bits go, as where a file is written.
void keep_rights(int file, const struct stat& replaced) {
  const bool keeps_group = ::fchown(file, replaced.st_uid, replaced.st_gid) == 0 ||
                           ::fchown(file, static_cast<uid_t>(-1), replaced.st_gid) == 0;
  const mode_t mode = replaced.st_mode & ACCESSPERMS;
  const mode_t of_all = (mode & S_IRWXO) << 3U;
  ::fchmod(file, keeps_group ? mode : (mode & ~mode_t{S_IRWXG}) | of_all);
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
  const Behind behind = behind_links(path);
  struct stat there {};
  if (behind.descriptor >= 0) {
    is_stream_ = is_open_before_ = true;
    file_ = copy_of(behind);
    if (file_ < 0) error_ = std::strerror(errno);
    return;
  }
  const bool is_there = ::stat(path.c_str(), &there) == 0;
  if (!is_there && errno != ENOENT) {
    error_ = std::strerror(errno);
    return;
  }
  is_stream_ = is_there && !S_ISREG(there.st_mode);
  if (is_stream_) {
    file_ = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (file_ < 0) error_ = std::strerror(errno);
    return;
  }
  path_ = behind.path.string();
  begin_beside(is_there ? there.st_mode & ACCESSPERMS : 0666);
  if (is_there && file_ >= 0) keep_rights(file_, there);
}

void WholeFile::begin_beside(unsigned mode) {
  const fs::path folder = fs::path(path_).parent_path();
  part_ = (folder / fmt::format(".fftcore-{:08x}.part", std::random_device{}())).string();
  file_ = ::open(folder.empty() ? "." : folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, mode);
  if (file_ >= 0 && ::access(open_file(file_).c_str(), F_OK) == 0) return;
  if (file_ >= 0) ::close(file_);
  file_ = ::open(part_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  is_named_ = file_ >= 0;
  if (file_ < 0) error_ = std::strerror(errno);
}

WholeFile::~WholeFile() {
  if (file_ >= 0) ::close(file_);
  if (is_named_) ::unlink(part_.c_str());
}

bool WholeFile::give_name(const std::string& name) const {
  return ::linkat(AT_FDCWD, open_file(file_).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) ==
         0;
}

std::string WholeFile::finish() {
  if (!is_named_ && !is_stream_) {
    // Where nothing is replaced, in one step, so that a program that is ended here leaves nothing.
    if (give_name(path_)) {
      if (::close(std::exchange(file_, -1)) == 0) return {};
      const int error = errno;
      ::unlink(path_.c_str());
      return std::strerror(error);
    }
    if (errno != EEXIST) return std::strerror(errno);
    is_named_ = give_name(part_);
  }
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
