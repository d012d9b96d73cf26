// SPDX-License-Identifier: LGPL-2.1-or-later
// Work on several files, of which some may fail.
#pragma once

#include <functional>
#include <span>
#include <string>

namespace samples {

/// Does `work` with the number of each of `files`, from 0. A file that fails does not end it:
/// what failed is thrown at the end, with the reasons. With several files a line on standard error
/// says when each is done.
void for_each_file(std::span<const std::string> files,
                   const std::function<void(std::size_t)>& work);

}  // namespace samples
