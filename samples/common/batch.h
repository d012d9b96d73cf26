// SPDX-License-Identifier: LGPL-2.1-or-later
// Work on several files, of which some may fail.
#pragma once

#include <functional>
#include <span>
#include <string>

namespace samples {

/// Does what it is given in the order of the files, one file at a time. A file calls it at most
/// once. What is before and after may go on beside other files' work.
using InTurn = std::function<void(const std::function<void()>&)>;

/// Most files that are worked on at once: some are read and written while another is filtered.
/// Pictures in memory bound it, not cores.
constexpr std::size_t kFilesAtOnce = 4;

/// Does `work` with the number of each of `files`, from 0. A file that fails does not end it:
/// what failed is thrown at the end, with the reasons. With several files a line on standard error
/// says when each is done. Up to `at_once` files, and no more than there are cores and one, are
/// worked on at a time, each by a thread.
void for_each_file(std::span<const std::string> files, std::size_t at_once,
                   const std::function<void(std::size_t, const InTurn&)>& work);

/// One file after the other.
void for_each_file(std::span<const std::string> files,
                   const std::function<void(std::size_t)>& work);

}  // namespace samples
