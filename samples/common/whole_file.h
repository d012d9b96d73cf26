// SPDX-License-Identifier: LGPL-2.1-or-later
// Files that are written whole or not at all.
#pragma once

#include <span>
#include <string>

namespace samples {

/// A file that gets its name once it is complete. Until then it has none, where the disk can do
/// that, so that nothing stays of a program that was ended. Elsewhere it has another name beside.
class WholeFile {
 public:
  /// Begins a file; error() says whether that worked.
  explicit WholeFile(std::string path);
  ~WholeFile();  ///< what did not get its name is gone
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  /// Descriptor to write to; the WholeFile closes it.
  int descriptor() const { return file_; }
  /// What was in the way at the begin, in the system's words, or nothing.
  const std::string& error() const { return error_; }
  /// Gives the file its name, in place of another file that has it. Returns what was in the way.
  std::string finish();

 private:
  std::string path_, part_, error_;  ///< `part_`: its name until then
  bool is_named_ = false;            ///< whether something has that name
  int file_ = -1;
};

/// Writes a WholeFile. Returns what was in the way, in the system's words, or nothing.
std::string write_whole_file(const std::string& path, std::span<const unsigned char> bytes);

}  // namespace samples
