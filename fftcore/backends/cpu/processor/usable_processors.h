// SPDX-License-Identifier: LGPL-2.1-or-later
// How many processors this process may use. It is fewer than the machine has where the process is
// held to some of them (taskset, a cpuset), and where a control group has a share of their time
// (containers with a limit, services with CPUQuota): more threads than that only wait for each
// other. std::thread::hardware_concurrency() counts the machine's, with Debian 12's C library.
#pragma once

#include <string>

namespace fftcore {

/// At least 1. Processors that the calling thread may run on, which threads that it starts inherit;
/// and no more than quota / period, rounded up, of the process's control group and of those above
/// it. Files that cannot be read limit nothing. `root` is in front of /proc and /sys, for tests.
int usable_processors(const std::string& root = "");

}  // namespace fftcore
