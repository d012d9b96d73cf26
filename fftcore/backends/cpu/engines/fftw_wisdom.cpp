// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftw_wisdom.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cache_entry.h"
#include "cache_folder.h"
#include "log_line.h"
#include "wisdom_text.h"

namespace fftcore {
namespace {

namespace fs = std::filesystem;

/// Where wisdom is kept; empty where nothing is.
fs::path wisdom_file(const FftwCalls& fftw) {
  const CacheFolder& folder = cache_folder();
  return folder.path.empty() ? fs::path() : folder.path / fmt::format("{}-wisdom", fftw.name);
}

/// What the text depends on.
std::string wisdom_key(const FftwCalls& fftw) {
  return fmt::format("wisdom of {}\n", fftw.version);
}

}  // namespace

void import_wisdom(const FftwCalls& fftw) {
  const fs::path file = wisdom_file(fftw);
  std::error_code error;
  if (file.empty() || !fs::exists(fs::symlink_status(file, error))) return;
  const std::optional<std::string> text = read_cache_entry(file, wisdom_key(fftw));
  if (!text || !is_wisdom_text(*text) || !fftw.import_wisdom(text->c_str()))
    log_line("cpu", "{} is not wisdom of this FFTW; it will be replaced", file.string());
}

void export_wisdom(const FftwCalls& fftw) {
  const fs::path file = wisdom_file(fftw);
  if (file.empty()) {
    if (const std::string& refusal = cache_folder().refusal; !refusal.empty())
      log_line("cpu", "wisdom is not kept: {}", refusal);
    return;
  }
  import_wisdom(fftw);
  const std::unique_ptr<char, void (*)(char*)> text(fftw.export_wisdom(), fftw.free_wisdom);
  if (text && !write_cache_entry(file, wisdom_key(fftw), text.get()))
    log_line("cpu", "wisdom is not kept: {} cannot be written", file.string());
}

}  // namespace fftcore
