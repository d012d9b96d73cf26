// SPDX-License-Identifier: LGPL-2.1-or-later
// A file that each input is written to, for readers that take a path.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "target.h"

namespace fuzz {

/// Private folder of this process, in TMPDIR; tests/fuzz/run removes it.
inline std::filesystem::path scratch_folder() {
  static const std::filesystem::path folder = [] {
    std::string pattern = (std::filesystem::temp_directory_path() / "fuzz-XXXXXX").string();
    require(mkdtemp(pattern.data()) != nullptr, "a temporary folder can be made");
    return std::filesystem::path(pattern);
  }();
  return folder;
}

class ScratchFile {
 public:
  explicit ScratchFile(std::string_view name) : path_(scratch_folder() / name) {}

  const std::filesystem::path& path() const { return path_; }

  void write(std::string_view content) const {
    std::ofstream stream(path_, std::ios::binary | std::ios::trunc);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    stream.close();
    require(!stream.fail(), "the scratch file can be written");
  }
  std::string read() const {
    std::ifstream stream(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace fuzz
