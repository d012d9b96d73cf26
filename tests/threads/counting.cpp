// SPDX-License-Identifier: LGPL-2.1-or-later
// Two threads count together: `counting locked` under a GMutex, which is right; `counting` without,
// a race on purpose. ThreadSanitizer must be silent of the one and report the other.
#include <glib.h>

#include <cstring>

namespace {

constexpr int kTimes = 10000;
GMutex mutex;
int count = 0;

gpointer work(gpointer is_locked) {
  for (int i = 0; i < kTimes; ++i) {
    if (is_locked != nullptr) g_mutex_lock(&mutex);
    ++count;
    if (is_locked != nullptr) g_mutex_unlock(&mutex);
  }
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  void* const is_locked =
      argc > 1 && std::strcmp(argv[1], "locked") == 0 ? GINT_TO_POINTER(1) : nullptr;
  GThread* const first = g_thread_new("first", work, is_locked);
  GThread* const second = g_thread_new("second", work, is_locked);
  g_thread_join(first);
  g_thread_join(second);
  return is_locked != nullptr && count != 2 * kTimes;
}
