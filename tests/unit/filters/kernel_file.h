// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernel files made by a test, and what load_taps() says about them.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "fftcore/error.h"
#include "fftcore/taps.h"

namespace fftcore {

/// A file with these bytes, removed at the end of its scope.
class KernelFile {
 public:
  explicit KernelFile(std::string_view bytes, std::string_view extension = ".kernel")
      : path_(std::filesystem::temp_directory_path() /
              ("fftcore-kernel-" + std::to_string(getpid()) + "-" + std::to_string(count_++) +
               std::string(extension))) {
    std::ofstream(path_, std::ios::binary).write(bytes.data(), std::streamsize(bytes.size()));
  }
  ~KernelFile() { std::filesystem::remove(path_); }
  KernelFile(const KernelFile&) = delete;
  KernelFile& operator=(const KernelFile&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  static inline int count_ = 0;
  std::filesystem::path path_;
};

inline Taps load_bytes(std::string_view bytes, std::string_view extension = ".kernel") {
  return load_taps(KernelFile(bytes, extension).path());
}

/// What the FileError says that load_taps() throws for the path; "loaded" where it throws none.
inline std::string error_of(const std::filesystem::path& path) {
  try {
    load_taps(path);
  } catch (const FileError& error) {
    return error.what();
  }
  return "loaded";
}

/// The same for a file of these bytes, after a check that the message names the file.
inline std::string error_of_bytes(std::string_view bytes) {
  const KernelFile file(bytes);
  const std::string error = error_of(file.path());
  return error == "loaded" || error.find(file.path().string()) != std::string::npos
             ? error
             : "does not name the file: " + error;
}

/// `size_bytes` bytes of the value, lowest first.
inline std::string little_endian(std::uint64_t value, int size_bytes) {
  std::string bytes;
  for (int i = 0; i < size_bytes; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

template <class Float>
std::string little_endian_floats(const std::vector<double>& values) {
  std::string bytes;
  for (const double value : values) {
    const Float element = static_cast<Float>(value);
    std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t> bits;
    std::memcpy(&bits, &element, sizeof bits);
    bytes += little_endian(bits, sizeof bits);
  }
  return bytes;
}

/// A .npy file: magic, version, the header padded to 64 bytes as NumPy does, data.
inline std::string npy(std::string header, std::string_view data, int version = 1) {
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  while ((8 + length_bytes + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  return "\x93NUMPY" + std::string(1, char(version)) + '\0' +
         little_endian(header.size(), int(length_bytes)) + header + std::string(data);
}

inline std::string npy_header(std::string_view descr, std::string_view fortran_order,
                              std::string_view shape) {
  return "{'descr': " + std::string(descr) + ", 'fortran_order': " + std::string(fortran_order) +
         ", 'shape': " + std::string(shape) + ", }";
}

}  // namespace fftcore
