// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftw_wisdom.h"

#include <fftw3.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "log_line.h"

namespace fftcore {
namespace {

namespace fs = std::filesystem;

fs::path wisdom_file() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0')
    return fs::path(cache) / "fftcore" / "fftwf-wisdom";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return fs::path(home) / ".cache" / "fftcore" / "fftwf-wisdom";
  return {};
}

}  // namespace

void import_wisdom() {
  const fs::path file = wisdom_file();
  std::error_code error;
  if (file.empty() || !fs::is_regular_file(file, error)) return;
  if (fftwf_import_wisdom_from_filename(file.c_str()) != 1)
    log_line("cpu", "{} is not wisdom of this FFTW; it will be replaced", file.string());
}

void export_wisdom() {
  const fs::path file = wisdom_file();
  if (file.empty()) return;
  import_wisdom();
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const std::unique_ptr<char, void (*)(void*)> text(fftwf_export_wisdom_to_string(), fftwf_free);
  if (!text) return;
  // Written beside and renamed: readers see the old file or the new one, never half of one.
  fs::path temporary = file;
  temporary += fmt::format(".{}", getpid());
  std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
  stream << text.get();
  stream.close();
  if (stream) fs::rename(temporary, file, error);
  if (!stream || error) {
    log_line("cpu", "wisdom is not kept: {} cannot be written", file.string());
    fs::remove(temporary, error);
  }
}

}  // namespace fftcore
