// SPDX-License-Identifier: LGPL-2.1-or-later
#include "golden_files.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fftcore::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUpdate = "FFTCORE_UPDATE_GOLDEN";

}  // namespace

void GoldenFiles::expect(const std::string& name, const std::string& text) {
  asked_.insert(name);
  const fs::path file = folder_ / name;
  if (std::getenv(kUpdate) != nullptr) std::ofstream(file, std::ios::binary) << text;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    ADD_FAILURE() << fmt::format("{} is missing; run this test with {}=1", file.string(), kUpdate);
    return;
  }
  const std::string golden{std::istreambuf_iterator<char>(stream), {}};
  if (text == golden) return;
  std::istringstream now_lines(text);
  std::istringstream golden_lines(golden);
  std::string now;
  std::string before;
  int line = 0;
  do {
    now.clear();
    before.clear();
    std::getline(now_lines, now);
    std::getline(golden_lines, before);
    ++line;
  } while (now == before && (now_lines || golden_lines));
  ADD_FAILURE() << fmt::format(
      "{} is not what the generator writes now, from line {} on:\n  file: {}\n  now:  {}\nIf that "
      "is what was wanted, run this test with {}=1, look at the difference that git shows, and "
      "commit it",
      file.string(), line, before, now, kUpdate);
}

void GoldenFiles::expect_no_others() const {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
    if (!entry.is_directory() && !asked_.contains(entry.path().filename().string()))
      ADD_FAILURE() << entry.path().string() << " is written by no test; remove it";
}

}  // namespace fftcore::test
