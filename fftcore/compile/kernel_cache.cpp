// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kernel_cache.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bundles.h"
#include "cache_entry.h"
#include "cache_folder.h"
#include "folder_files.h"
#include "log_line.h"

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
  static KernelCache* const cache = [] {
    auto* made = new KernelCache(cache_folder(), kDefaultLimitBytes);
    made->bundles_ = bundles_at_hand();
    return made;
  }();
  return *cache;
}

fs::path KernelCache::file_of(const std::string& key_text) const {
  return folder_ / fmt::format("{:016x}{}", content_hash(key_text), kSuffix);
}

std::optional<std::string> KernelCache::find(const CacheKey& key) {
  const std::string text = key.text();
  const std::lock_guard lock(mutex_);
  if (const auto found = memory_.find(text); found != memory_.end()) return found->second;
  for (const auto& bundle : bundles_)
    if (auto binary = bundle->find(text))
      return memory_.emplace(text, *std::move(binary)).first->second;
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

void KernelCache::add(std::shared_ptr<const Bundle> bundle) {
  const std::lock_guard lock(mutex_);
  bundles_.push_back(std::move(bundle));
}

bool KernelCache::may_have(const std::string& architecture) {
  const std::lock_guard lock(mutex_);
  for (const auto& bundle : bundles_)
    for (const std::string& target : bundle->targets())
      if (target.starts_with(architecture + " ")) return true;
  if (folder_.empty()) return false;
  const std::vector<fs::path> files = files_in(folder_);
  return std::any_of(files.begin(), files.end(),
                     [](const fs::path& file) { return file.extension() == kSuffix; });
}

std::vector<std::string> KernelCache::made_for_others(const std::string& target) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> texts;
  for (const auto& bundle : bundles_)
    if (std::ranges::find(bundle->targets(), target) == bundle->targets().end())
      texts.push_back(
          fmt::format("{} was made for {}", bundle->name(), fmt::join(bundle->targets(), ", ")));
  return texts;
}

void KernelCache::put(const CacheKey& key, std::string binary) {
  const std::string text = key.text();
  const std::lock_guard lock(mutex_);
  if (!folder_.empty()) {
    if (const fs::path file = file_of(text); write_cache_entry(file, text, binary))
      make_room();
    else
      log_line("cache", "not kept: {} cannot be written", file.string());
  }
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
  for (const fs::path& file : files_in(folder_)) {
    // Temporary files count too. To take one from a process that writes it costs that entry.
    if (file.filename().string().find(kSuffix) == std::string::npos) continue;
    // Another process may remove entries meanwhile: those count for nothing.
    const std::uintmax_t size = fs::file_size(file, error);
    if (error) continue;
    const fs::file_time_type used = fs::last_write_time(file, error);
    if (error) continue;
    entries.push_back({used, size, file});
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
