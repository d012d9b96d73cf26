// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kernel_cache.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cache_entry.h"
#include "cache_folder.h"

namespace fftcore {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kSuffix = ".kernel";

}  // namespace

std::string CacheKey::text() const {
  std::string text;
  for (const std::string& part : {architecture, compiler, options, source})
    text += fmt::format("{}:{}\n", part.size(), part);
  return text;
}

KernelCache::KernelCache(const fs::path& folder, std::uintmax_t limit_bytes)
    : KernelCache(open_cache_folder(folder), limit_bytes) {}

KernelCache::KernelCache(const CacheFolder& folder, std::uintmax_t limit_bytes)
    : folder_(folder.path), limit_bytes_(limit_bytes), refusal_(folder.refusal) {}

KernelCache& KernelCache::shared() {
  // It lives as long as the program.
  static KernelCache* const cache = new KernelCache(cache_folder(), kDefaultLimitBytes);
  return *cache;
}

fs::path KernelCache::file_of(const std::string& key_text) const {
  return folder_ / fmt::format("{:016x}{}", content_hash(key_text), kSuffix);
}

std::optional<std::string> KernelCache::find(const CacheKey& key) {
  const std::string text = key.text();
  const std::lock_guard lock(mutex_);
  if (const auto found = memory_.find(text); found != memory_.end()) return found->second;
  if (folder_.empty()) return std::nullopt;
  const fs::path file = file_of(text);
  std::optional<std::string> binary = read_cache_entry(file, text);
  if (binary) {
    std::error_code ignored;
    fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);  // used just now
    memory_.emplace(text, *binary);
  }
  return binary;
}

void KernelCache::put(const CacheKey& key, std::string binary) {
  const std::string text = key.text();
  const std::lock_guard lock(mutex_);
  if (!folder_.empty() && write_cache_entry(file_of(text), text, binary)) make_room();
  memory_.insert_or_assign(text, std::move(binary));
}

void KernelCache::make_room() {
  struct Entry {
    fs::file_time_type used;
    std::uintmax_t size;
    fs::path file;
  };
  std::vector<Entry> entries;
  std::uintmax_t total = 0;
  std::error_code error;
  for (const fs::directory_entry& item : fs::directory_iterator(folder_, error)) {
    // Temporary files count too. To take one from a process that writes it costs that entry.
    if (item.path().filename().string().find(kSuffix) == std::string::npos) continue;
    // Another process may remove entries meanwhile: those count for nothing.
    const std::uintmax_t size = item.file_size(error);
    if (error) continue;
    const fs::file_time_type used = item.last_write_time(error);
    if (error) continue;
    entries.push_back({used, size, item.path()});
    total += size;
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (total <= limit_bytes_) break;
    fs::remove(entry.file, error);
    total -= entry.size;
  }
}

}  // namespace fftcore
