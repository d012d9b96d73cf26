// SPDX-License-Identifier: LGPL-2.1-or-later
// One file of the cache: a mark with the format's version, both lengths, a checksum, the key, the
// binary.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace fftcore {

/// FNV-1a, 64 bits. For file names and against damage; nothing is trusted because of it.
std::uint64_t content_hash(std::string_view text);

/// The binary, or nothing where the file is missing, damaged, or of another key.
std::optional<std::string> read_cache_entry(const std::filesystem::path& file,
                                            std::string_view key_text);

/// Writes beside the file and renames, so that nobody sees half of it. False where that failed.
bool write_cache_entry(const std::filesystem::path& file, std::string_view key_text,
                       std::string_view binary);

}  // namespace fftcore
