// SPDX-License-Identifier: LGPL-2.1-or-later
// Files that appear whole: written under a temporary name beside their own, then renamed. A writer
// holds a lock on its temporary file, so that one whose writer was killed can be told from one that
// is being written.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace fftcore {

/// Replaces `file` by these parts, one after the other. Readers see the old content or the new,
/// never half of it. The temporary name is unique and follows no link. False where that failed: the
/// disk is full, the folder cannot be written.
bool replace_file(const std::filesystem::path& file, std::initializer_list<std::string_view> parts);

/// Removes temporary files whose writers are gone.
void remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace fftcore
