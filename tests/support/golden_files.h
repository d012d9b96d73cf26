// SPDX-License-Identifier: LGPL-2.1-or-later
// Golden files: generated sources, to the letter, so that a change of a generator shows what it
// changes. With FFTCORE_UPDATE_GOLDEN set, tests write the files anew.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <utility>

namespace fftcore::test {

/// The golden files of one folder.
class GoldenFiles {
 public:
  explicit GoldenFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Fails where the file is missing or has another text, and names the first line that differs.
  void expect(const std::string& name, const std::string& text);

  /// Fails where the folder has files of which expect() was not asked. Folders in it do not count.
  void expect_no_others() const;

 private:
  std::filesystem::path folder_;
  std::set<std::string> asked_;
};

}  // namespace fftcore::test
