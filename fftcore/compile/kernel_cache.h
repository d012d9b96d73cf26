// SPDX-License-Identifier: LGPL-2.1-or-later
// Compiled kernels, and the plans that devices were measured to run the fastest. They are kept in
// memory and, where a folder is given, on disk; others come in bundles, which are asked before the
// disk. An entry is found by what was compiled: source, options, architecture and compiler. All
// four are stored with it and compared, so an entry that is damaged or of something else counts as
// none. Thread-safe. Many processes may share a folder: entries appear whole, by rename.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace fftcore {

class Bundle;
struct CacheFolder;

/// All that an entry depends on.
struct CacheKey {
  std::string source;
  std::string options;
  std::string architecture;
  std::string compiler;

  /// The four parts, each with its length.
  std::string text() const;
};

class KernelCache {
 public:
  static constexpr std::uintmax_t kDefaultLimitBytes = 64U << 20U;

  /// A cache in memory only.
  KernelCache() = default;
  /// A cache in `folder` too, which is made where there is none. Its entries take at most
  /// `limit_bytes`; the least recently used go first. The folder holds code that will be run. So
  /// one that somebody else owns or can write is not used, and refusal() says why.
  explicit KernelCache(const std::filesystem::path& folder,
                       std::uintmax_t limit_bytes = kDefaultLimitBytes);

  /// The cache of this process, in cache_folder(), with the bundles at hand (bundles.h).
  static KernelCache& shared();

  std::optional<std::string> find(const CacheKey& key);
  /// Takes kernels and plans from a bundle too, after those of bundles that were added before.
  void add(std::shared_ptr<const Bundle> bundle);
  /// Whether kernels for the architecture may be found. Of a folder's entries none is read: any of
  /// them will do.
  bool may_have(const std::string& architecture);
  /// Bundles that were not made for such a device (the text of a GpuTarget), and what they were
  /// made for, a text each. Kernels of theirs may serve all the same; plans do not.
  std::vector<std::string> made_for_others(const std::string& target);
  /// Replaces the entry of that key. A disk that is full or cannot be written is no error.
  void put(const CacheKey& key, std::string binary);

  /// Reason why the folder is not used; empty where it is, or where none was asked for.
  const std::string& refusal() const { return refusal_; }

 private:
  KernelCache(const CacheFolder& folder, std::uintmax_t limit_bytes);
  std::filesystem::path file_of(const std::string& key_text) const;
  void make_room();

  std::filesystem::path folder_;  // empty: none
  std::uintmax_t limit_bytes_ = 0;
  std::string refusal_;
  std::mutex mutex_;  // guards what follows
  std::vector<std::shared_ptr<const Bundle>> bundles_;
  std::map<std::string, std::string> memory_;  // key text -> binary
};

}  // namespace fftcore
