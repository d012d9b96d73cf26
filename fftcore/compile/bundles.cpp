// SPDX-License-Identifier: LGPL-2.1-or-later
#include "bundles.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "environment.h"
#include "fftcore/error.h"
#include "folder_files.h"
#include "log_line.h"

namespace fftcore {
namespace {

namespace fs = std::filesystem;
using Bundles = std::vector<std::shared_ptr<const Bundle>>;

constexpr std::string_view kBundleSuffix = ".kernels";

void add_file(Bundles& bundles, const fs::path& file) {
  try {
    bundles.push_back(std::make_shared<const Bundle>(file));
    log_line("cache", "{}: {} kernels and plans", bundles.back()->name(), bundles.back()->size());
  } catch (const Error& refused) {
    log_line("cache", "not taken: {}", refused.what());
  }
}

void add_folder(Bundles& bundles, const fs::path& folder) {
  std::vector<fs::path> files = files_in(folder);
  std::erase_if(files, [](const fs::path& file) { return file.extension() != kBundleSuffix; });
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) add_file(bundles, file);
}

}  // namespace

std::vector<std::shared_ptr<const Bundle>> bundles_at_hand() {
  Bundles bundles;
  const char* const variable = trusted_variable("FFTCORE_KERNELS");
  std::string_view named = variable != nullptr ? variable : "";
  while (!named.empty()) {
    const std::string_view one = named.substr(0, named.find(':'));
    named.remove_prefix(std::min(one.size() + 1, named.size()));
    std::error_code none;
    if (fs::is_directory(one, none))
      add_folder(bundles, one);
    else if (!one.empty())
      add_file(bundles, one);
  }
  add_folder(bundles, FFTCORE_KERNELS_FOLDER);
  return bundles;
}

}  // namespace fftcore
