// SPDX-License-Identifier: LGPL-2.1-or-later
// Changes of cache entries: mostly of what an entry holds, behind lengths and checksums that are
// right, so that its readers are reached; now and then of the whole file.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "cache_entry.h"
#include "scratch_file.h"

namespace fuzz {

/// What follows the header's two lines, and the key where it is this one.
inline std::string_view content_of_entry(std::string_view entry, std::string_view key) {
  for (int line = 0; line < 2; ++line)
    entry.remove_prefix(std::min(entry.find('\n'), entry.size() - 1) + 1);
  if (entry.starts_with(key)) entry.remove_prefix(key.size());
  return entry;
}

inline std::size_t mutate_entry(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                unsigned seed, std::string_view key) {
  if (size == 0 || seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string content(content_of_entry(text_of(data, size), key));
  const std::size_t length = content.size();
  content.resize(max_size);
  content.resize(
      LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(content.data()), length, max_size));
  static const ScratchFile file("mutated");
  require(fftcore::write_cache_entry(file.path(), key, content), "an entry can be written");
  const std::string entry = file.read();
  if (entry.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(entry.begin(), entry.end(), data);
  return entry.size();
}

}  // namespace fuzz
