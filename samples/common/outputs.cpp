// SPDX-License-Identifier: LGPL-2.1-or-later
#include "outputs.h"

#include <set>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "options.h"

namespace samples {
namespace {

namespace fs = std::filesystem;

/// One name for a file, whatever links lead to it, also where it is not there yet.
fs::path place(const std::string& path) {
  std::error_code error;
  fs::path found = fs::weakly_canonical(fs::absolute(path), error);
  return error ? fs::absolute(path) : found;
}

constexpr std::string_view kName = "{}";

/// `pattern` with each {} replaced.
std::string filled(std::string pattern, const std::string& name) {
  for (std::size_t at = 0; (at = pattern.find(kName, at)) != std::string::npos; at += name.size())
    pattern.replace(at, kName.size(), name);
  return pattern;
}

}  // namespace

Outputs::Outputs(const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) inputs_.emplace(place(input), input);
}

void Outputs::claim(const std::string& path, const std::string& image) {
  const fs::path where = place(path);
  if (const auto input = inputs_.find(where); input != inputs_.end())
    throw UsageError(fmt::format(
        "the result of '{}' would replace '{}', which is read; another output is expected", image,
        input->second));
  if (const auto [other, is_new] = images_.emplace(where, image); !is_new)
    throw UsageError(
        fmt::format("the results of '{}' and '{}' would both be '{}'; different names are expected",
                    other->second, image, path));
}

std::vector<std::string> Outputs::add(const std::string& output,
                                      std::span<const std::string> images) {
  const bool is_pattern = output.find(kName) != std::string::npos;
  if (!is_pattern && images.size() == 1 && !output.ends_with('/') && !fs::is_directory(output)) {
    claim(output, images[0]);
    return {output};
  }
  if (!is_pattern && fs::exists(output) && !fs::is_directory(output))
    throw std::runtime_error(
        fmt::format("'{}' must be a folder for the results of several images, or have {} in it for "
                    "each one's name",
                    output, kName));
  std::vector<std::string> paths;
  std::set<fs::path> folders;
  for (const std::string& image : images) {
    paths.push_back(is_pattern ? filled(output, fs::path(image).stem().string())
                               : (fs::path(output) / fs::path(image).filename()).string());
    claim(paths.back(), image);
    folders.insert(fs::path(paths.back()).parent_path());
  }
  for (const fs::path& folder : folders) {
    std::error_code error;
    if (!folder.empty()) fs::create_directories(folder, error);
    if (error)
      throw std::runtime_error(
          fmt::format("cannot make the folder '{}': {}", folder.string(), error.message()));
  }
  return paths;
}

}  // namespace samples
