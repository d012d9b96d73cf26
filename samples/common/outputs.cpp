// SPDX-License-Identifier: LGPL-2.1-or-later
#include "outputs.h"

#include <stdexcept>

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
  if (images.size() == 1 && !fs::is_directory(output)) {
    claim(output, images[0]);
    return {output};
  }
  if (fs::exists(output) && !fs::is_directory(output))
    throw std::runtime_error(
        fmt::format("'{}' must be a folder for the results of several images", output));
  std::vector<std::string> paths;
  for (const std::string& image : images) {
    paths.push_back((fs::path(output) / fs::path(image).filename()).string());
    claim(paths.back(), image);
  }
  std::error_code error;
  fs::create_directories(output, error);
  if (error)
    throw std::runtime_error(
        fmt::format("cannot make the folder '{}': {}", output, error.message()));
  return paths;
}

}  // namespace samples
