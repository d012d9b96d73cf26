// SPDX-License-Identifier: LGPL-2.1-or-later
// Files that programs write: whole, or not at all. Those in samples are among them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace fftcore::tools {

/// A file that gets its name once it is complete. Until then it has none, where the disk can do
/// that, so that nothing stays of a program that was ended. Elsewhere it has another name beside,
/// which nobody can guess and nothing else has. Links are followed. A file that is replaced hands
/// its mode on, and its owner and group where the system allows that. A device or a pipe that is
/// there stays what it is, and gets the bytes as they come. So does what is open under a name such
/// as /dev/stdout or /proc/self/fd/3: at that descriptor's place, or at the end of a file that
/// another process has open.
class WholeFile {
 public:
  /// Begins a file; error() says whether that worked.
  explicit WholeFile(const std::string& path);
  ~WholeFile();  ///< what did not get its name is gone
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  /// Descriptor to write to; the WholeFile closes it.
  int descriptor() const { return file_; }
  /// What was in the way at the begin, in the system's words, or nothing.
  const std::string& error() const { return error_; }
  /// Whether the bytes go where a descriptor is that was open before. What lies before them stays.
  bool is_open_before() const { return is_open_before_; }
  /// Gives the file its name, in place of another file that has it. Returns what was in the way.
  std::string finish();

 private:
  void begin_beside(unsigned mode);
  bool give_name(const std::string& name) const;

  std::string path_, part_, error_;  ///< `part_`: its name until then
  bool is_named_ = false;            ///< whether something has that name
  bool is_stream_ = false;           ///< a device, a pipe, or what is open before
  bool is_open_before_ = false;
  int file_ = -1;
};

/// Writes a WholeFile. Returns what was in the way, in the system's words, or nothing.
std::string write_whole_file(const std::string& path, std::span<const unsigned char> bytes);

/// Likewise. Throws FileError.
void write_whole(const std::string& path, std::string_view bytes);

}  // namespace fftcore::tools
