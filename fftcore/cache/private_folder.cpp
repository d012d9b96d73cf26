// SPDX-License-Identifier: LGPL-2.1-or-later
#include "private_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include <fmt/format.h>

namespace fftcore {
namespace {

namespace fs = std::filesystem;

std::string make_folders(const fs::path& folder) {
  fs::path made;
  for (const fs::path& part : folder) {
    made /= part;
    if (mkdir(made.c_str(), 0700) != 0 && errno != EEXIST && errno != EISDIR)
      return fmt::format("{} cannot be made: {}", made.string(), std::strerror(errno));
  }
  return {};
}

std::string distrust(const fs::path& folder, bool is_cache) {
  struct stat status {};
  if (stat(folder.c_str(), &status) != 0)
    return fmt::format("{}: {}", folder.string(), std::strerror(errno));
  if (!S_ISDIR(status.st_mode)) return fmt::format("{} is not a folder", folder.string());
  if (status.st_uid != geteuid() && (is_cache || status.st_uid != 0))
    return fmt::format("{} belongs to another user (id {})", folder.string(), status.st_uid);
  const bool others_write = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  const bool sticky = (status.st_mode & S_ISVTX) != 0;
  if (others_write && (is_cache || !sticky))
    return fmt::format("{0} can be written by other users (mode {1:o}); run: chmod {2} {0}",
                       folder.string(), status.st_mode & 07777U, is_cache ? "700" : "go-w");
  return {};
}

}  // namespace

std::string prepare_private_folder(const fs::path& folder) {
  std::error_code error;
  const fs::path absolute = fs::absolute(folder, error);
  if (error) return fmt::format("{}: {}", folder.string(), error.message());
  if (std::string reason = make_folders(absolute); !reason.empty()) return reason;
  fs::path real = fs::canonical(absolute, error);
  if (error) return fmt::format("{}: {}", folder.string(), error.message());
  for (bool is_cache = true;; is_cache = false, real = real.parent_path()) {
    if (std::string reason = distrust(real, is_cache); !reason.empty()) return reason;
    if (real == real.parent_path()) return {};
  }
}

}  // namespace fftcore
