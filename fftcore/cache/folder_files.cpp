// SPDX-License-Identifier: LGPL-2.1-or-later
#include "folder_files.h"

#include <dirent.h>

#include <memory>
#include <string_view>

namespace fftcore {
namespace {

struct Close {
  void operator()(DIR* folder) const { closedir(folder); }
};

}  // namespace

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  const std::unique_ptr<DIR, Close> opened(opendir(folder.c_str()));
  if (opened == nullptr) return files;
  while (const dirent* const item = readdir(opened.get()))
    if (const std::string_view name = item->d_name; name != "." && name != "..")
      files.push_back(folder / name);
  return files;
}

}  // namespace fftcore
