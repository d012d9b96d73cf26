// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cache_folder.h"

#include <string_view>

#include "environment.h"
#include "log_line.h"
#include "private_folder.h"
#include "temporary_file.h"

namespace fftcore {
namespace {

namespace fs = std::filesystem;

/// Value of an environment variable, where it is an absolute path.
fs::path absolute_path_in(const char* variable) {
  const char* const value = trusted_variable(variable);
  return value != nullptr && fs::path(value).is_absolute() ? fs::path(value) : fs::path();
}

}  // namespace

fs::path wanted_cache_folder() {
  const char* const setting = trusted_variable("FFTCORE_CACHE");
  if (setting != nullptr && std::string_view(setting) == "off") return {};
  if (fs::path folder = absolute_path_in("FFTCORE_CACHE"); !folder.empty()) return folder;
  if (setting != nullptr)
    log_line("cache", "FFTCORE_CACHE={} is ignored: 'off' or an absolute path is expected",
             setting);
  if (const fs::path cache = absolute_path_in("XDG_CACHE_HOME"); !cache.empty())
    return cache / "fftcore";
  if (const fs::path home = absolute_path_in("HOME"); !home.empty())
    return home / ".cache" / "fftcore";
  return {};
}

CacheFolder open_cache_folder(const fs::path& wanted) {
  if (wanted.empty()) return {};
  if (std::string reason = prepare_private_folder(wanted); !reason.empty())
    return {{}, std::move(reason)};
  remove_abandoned_files(wanted);
  return {wanted, {}};
}

const CacheFolder& cache_folder() {
  // It lives as long as the program: backends use it in their destructors too.
  static const CacheFolder* const folder = [] {
    auto* opened = new CacheFolder(open_cache_folder(wanted_cache_folder()));
    if (!opened->refusal.empty()) log_line("cache", "nothing is kept: {}", opened->refusal);
    return opened;
  }();
  return *folder;
}

}  // namespace fftcore
