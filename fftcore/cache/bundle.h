// SPDX-License-Identifier: LGPL-2.1-or-later
// Bundle: entries of the cache in one piece, a file or bytes in memory, which is only read. Its
// head has the version of the library that made it, what it was made for, and each entry's place
// and hash. The head has a checksum, and each entry its own (cache_entry.h), which is held against
// it when the entry is read. So a large file costs no more than what is taken from it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fftcore {

struct BundleContents {
  /// What it was made for: `sm_87 shared=...`, a line each.
  std::vector<std::string> targets;
  std::map<std::string, std::string> entries;  ///< key text -> content
};

/// The bytes of a bundle of this version of the library.
std::string bundle_bytes(const BundleContents& contents);

class Bundle {
 public:
  /// Opens a file and reads its head. Throws FileError with the reason where it is not there, no
  /// bundle, damaged, or of another version of the library.
  explicit Bundle(std::filesystem::path file);
  /// Takes bytes, and checks all of them. Throws InvalidArgument likewise.
  explicit Bundle(std::string bytes);

  /// The file's name, or `a bundle in memory`.
  const std::string& name() const { return name_; }
  const std::vector<std::string>& targets() const { return targets_; }
  std::size_t size() const { return parts_.size(); }

  /// Content of the entry of that key; nothing where there is none. A damaged entry counts as none,
  /// and the log (topic `cache`) says so.
  std::optional<std::string> find(std::string_view key_text) const;

 private:
  struct Part {
    std::uint64_t offset, size;
  };
  using Read = std::function<std::optional<std::string>(std::uint64_t offset, std::uint64_t size)>;

  /// Reads the head; returns what is wrong.
  std::string open(std::uint64_t bytes);
  std::string parse(std::string_view head, std::uint64_t offset, std::uint64_t bytes);

  std::string name_;
  Read read_;
  std::vector<std::string> targets_;
  std::multimap<std::uint64_t, Part> parts_;  // by the key's hash
};

}  // namespace fftcore
