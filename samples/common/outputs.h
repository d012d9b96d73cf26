// SPDX-License-Identifier: LGPL-2.1-or-later
// Where the results of images go. All of it is known before the first image is read, so that no
// result replaces another, or an image that is read.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace samples {

class Outputs {
 public:
  /// `inputs` are all files that are read.
  explicit Outputs(const std::vector<std::string>& inputs);

  /// Where the result of each of `images` goes. {} in `output` stands for the image's name without
  /// folder and ending. Without it, `output` is the result of one image, unless it ends in / or is
  /// a folder; else a folder, where results have the images' names. Folders are made if need be,
  /// but for that of a single result. UsageError where two results, or a result and an input, would
  /// be one file.
  std::vector<std::string> add(const std::string& output, std::span<const std::string> images);

 private:
  void claim(const std::string& path, const std::string& image);

  std::map<std::filesystem::path, std::string> inputs_;  ///< by where they are: as they were given
  std::map<std::filesystem::path, std::string> images_;  ///< by where results go: whose these are
};

}  // namespace samples
