// SPDX-License-Identifier: LGPL-2.1-or-later
#include "usable_processors.h"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <string_view>
#include <thread>

namespace fftcore {
namespace {

constexpr int kMostProcessors = 1 << 16;

int processors_of_thread() {
  // A set that is too small for the kernel's is refused with EINVAL.
  for (int most = CPU_SETSIZE; most <= kMostProcessors; most *= 2) {
    const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(
        CPU_ALLOC(static_cast<std::size_t>(most)), [](cpu_set_t* freed) { CPU_FREE(freed); });
    if (!set) break;
    const std::size_t size = CPU_ALLOC_SIZE(static_cast<std::size_t>(most));
    if (sched_getaffinity(0, size, set.get()) == 0) return CPU_COUNT_S(size, set.get());
    if (errno != EINVAL) break;
  }
  return static_cast<int>(std::thread::hardware_concurrency());
}

/// Numbers of processors that a quota of microseconds in each period comes to. A quota that is not
/// a number, or not above 0, is none: `max`, -1.
double processors_of(std::istream& quota, std::istream& period) {
  double run = 0, of = 0;
  if (!(quota >> run) || !(period >> of) || run <= 0 || of <= 0)
    return std::numeric_limits<double>::infinity();
  return run / of;
}

/// The least of a group and those above it. In a container the group's own path may be that of the
/// host, which is not there; the container's group is the topmost one then.
template <class Limit>
double least_of(std::string group, Limit limit) {
  double least = limit(group);
  while (!group.empty()) {
    const std::size_t slash = group.rfind('/');
    group.resize(slash == std::string::npos ? 0 : slash);
    least = std::min(least, limit(group));
  }
  return least;
}

bool names_cpu(std::string_view controllers) {
  while (!controllers.empty()) {
    const std::size_t comma = controllers.find(',');
    if (controllers.substr(0, comma) == "cpu") return true;
    controllers.remove_prefix(comma == std::string_view::npos ? controllers.size() : comma + 1);
  }
  return false;
}

/// By a line of /proc/self/cgroup, which is number:controllers:group. Version 2 has no controllers.
double limit_of_line(const std::string& root, const std::string& line) {
  const std::size_t first = line.find(':'), second = line.find(':', first + 1);
  if (second == std::string::npos) return std::numeric_limits<double>::infinity();
  const std::string controllers = line.substr(first + 1, second - first - 1);
  std::string group = line.substr(second + 1);
  if (group == "/") group.clear();
  const std::string mounted = root + "/sys/fs/cgroup";
  if (controllers.empty())
    return least_of(group, [&](const std::string& of) {
      std::ifstream both(mounted + of + "/cpu.max");
      return processors_of(both, both);
    });
  if (!names_cpu(controllers)) return std::numeric_limits<double>::infinity();
  return least_of(group, [&](const std::string& of) {
    const std::string folder = mounted + "/" + controllers + of;
    std::ifstream quota(folder + "/cpu.cfs_quota_us"), period(folder + "/cpu.cfs_period_us");
    return processors_of(quota, period);
  });
}

}  // namespace

int usable_processors(const std::string& root) {
  double limit = processors_of_thread();
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    limit = std::min(limit, limit_of_line(root, line));
  return std::max(1, static_cast<int>(std::ceil(limit)));
}

}  // namespace fftcore
