// SPDX-License-Identifier: LGPL-2.1-or-later
// File of the cache: a mark with the format's version, both lengths, two checksums, the key, the
// content. The key says all that the content depends on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace fftcore {

/// FNV-1a, 64 bits. For file names and against damage; nothing is trusted because of it.
std::uint64_t content_hash(std::string_view text);

/// An entry as it lies in a file.
std::string entry_text(std::string_view key_text, std::string_view content);

/// Content of an entry; nothing where it is damaged or of another key.
std::optional<std::string> content_of_entry(std::string_view entry, std::string_view key_text);

/// Content of the file; nothing where it is missing, damaged, no regular file, or of another key.
std::optional<std::string> read_cache_entry(const std::filesystem::path& file,
                                            std::string_view key_text);

/// Replaces the file whole (temporary_file.h). False where that failed.
bool write_cache_entry(const std::filesystem::path& file, std::string_view key_text,
                       std::string_view content);

}  // namespace fftcore
