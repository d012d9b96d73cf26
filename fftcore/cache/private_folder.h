// SPDX-License-Identifier: LGPL-2.1-or-later
// Folders that compiled code may be kept in, since nobody else can write there.
#pragma once

#include <filesystem>
#include <string>

namespace fftcore {

/// Makes `folder`, for this user alone, where there is none. Returns the reason why it cannot be
/// trusted with code, or nothing. It and the folders above must belong to this user or to root, and
/// nobody else may write to them. Above it, a sticky folder such as /tmp will do.
std::string prepare_private_folder(const std::filesystem::path& folder);

}  // namespace fftcore
