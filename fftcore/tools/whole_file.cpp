// SPDX-License-Identifier: LGPL-2.1-or-later
#include "whole_file.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "fftcore/error.h"

namespace fftcore::tools {

void write_whole(const std::string& name, const std::string& bytes) {
  const std::string temporary = name + ".new";
  std::ofstream file(temporary, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(temporary, name, error);
  if (file && !error) return;
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  throw FileError(fmt::format("{} cannot be written", name));
}

}  // namespace fftcore::tools
