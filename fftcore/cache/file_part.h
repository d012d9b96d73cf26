// SPDX-License-Identifier: LGPL-2.1-or-later
// Parts of regular files, read at once. A file may be replaced or cut at any time, so it is never
// mapped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace fftcore {

/// Size that no file of ours comes near; a larger one is not read.
inline constexpr std::uint64_t kMostFileBytes = std::uint64_t{256} << 20;

enum class Links : std::uint8_t { refused, followed };

/// Bytes of a regular file; nothing where there is no such file.
std::optional<std::uint64_t> file_bytes(const std::filesystem::path& file, Links links);

/// `size` bytes from `offset` on, or as many as there are; nothing where the file cannot be read.
std::optional<std::string> read_file_part(const std::filesystem::path& file, std::uint64_t offset,
                                          std::uint64_t size, Links links);

}  // namespace fftcore
