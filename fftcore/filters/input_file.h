// SPDX-License-Identifier: LGPL-2.1-or-later
// A file of numbers that is being read: bytes in order, and errors that name the file.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "excerpt.h"
#include "fftcore/error.h"

namespace fftcore {

class InputFile {
 public:
  /// Opens a regular file; a pipe would hold up whoever waits for a writer. `kind`: what errors
  /// call it, a literal. Throws FileError.
  explicit InputFile(const std::filesystem::path& path, const char* kind = "file of taps")
      : path_(path.string()), kind_(kind) {
    const int handle = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (handle < 0) fail_with_errno("cannot be opened");
    file_.reset(fdopen(handle, "rb"));
    if (!file_) {
      close(handle);
      fail_with_errno("cannot be opened");
    }
    struct stat status {};
    if (fstat(handle, &status) != 0) fail_with_errno("cannot be read");
    if (S_ISDIR(status.st_mode)) {
      errno = EISDIR;
      fail_with_errno("cannot be read");
    }
    if (!S_ISREG(status.st_mode)) fail("cannot be read: a pipe or device is no file of numbers");
  }

  /// The next byte, 0 to 255, or EOF.
  int next() {
    const int byte = getc_unlocked(file_.get());
    if (byte == EOF && std::ferror(file_.get()) != 0) fail_with_errno("cannot be read");
    return byte;
  }

  /// The byte that next() will give.
  int peek() {
    const int byte = next();
    if (byte != EOF) std::ungetc(byte, file_.get());
    return byte;
  }

  /// The first bytes of the file, up to `size_bytes` of them. The file is read from its beginning
  /// after that.
  std::string head(std::size_t size_bytes) {
    std::rewind(file_.get());
    std::string bytes(size_bytes, '\0');
    bytes.resize(read(bytes.data(), bytes.size()));
    std::rewind(file_.get());
    return bytes;
  }

  /// Reads up to `size_bytes` bytes, fewer only where the file ends. Returns how many.
  std::size_t read(void* to, std::size_t size_bytes) {
    const std::size_t got = std::fread(to, 1, size_bytes, file_.get());
    if (got < size_bytes && std::ferror(file_.get()) != 0) fail_with_errno("cannot be read");
    return got;
  }

  /// Throws a FileError of the file's name and the formatted text.
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> text, Args&&... args) const {
    throw FileError(fmt::format("{} '{}': {}", kind_, excerpt(path_),
                                fmt::format(text, std::forward<Args>(args)...)));
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  [[noreturn]] void fail_with_errno(std::string_view what) const {
    const std::string reason = std::generic_category().message(errno);
    fail("{}: {}", what, reason);
  }

  std::string path_;
  const char* kind_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// Text out of a file, as a message may show it: in quotes, cut short, with \xNN for bytes that do
/// not print.
inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result = "\"";
  for (const char c : text.substr(0, kLongest)) {
    if (c >= 0x20 && c < 0x7f) {
      result += c;
    } else {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return result + (text.size() > kLongest ? "...\"" : "\"");
}

}  // namespace fftcore
