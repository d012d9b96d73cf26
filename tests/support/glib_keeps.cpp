// SPDX-License-Identifier: LGPL-2.1-or-later
// Blocks of GLib's strings that LeakSanitizer is told of while they are allocated: GLib keeps them
// for ever, and forgets the older ones. Linked into large tests, lsan.supp need not know them, so
// callers of allocations can be followed by frame pointers, which GLib has none of: four times as
// fast.
#include <dlfcn.h>
#include <execinfo.h>
#include <sanitizer/allocator_interface.h>
#include <sanitizer/lsan_interface.h>

#include <cstddef>
#include <cstring>

namespace {

// GLib takes room for 2048 more pointers at a time.
constexpr std::size_t kBlockBytes = 2048 * sizeof(char*);

/// A function that keeps strings, or the loader, which calls GLib's constructor.
bool is_of_strings(void* caller) {
  Dl_info info;
  if (dladdr(caller, &info) == 0) return false;
  const char* const name = info.dli_sname == nullptr ? "" : info.dli_sname;
  return std::strstr(name, "_quark_") != nullptr || std::strstr(name, "g_intern_") != nullptr ||
         std::strstr(info.dli_fname, "/ld-linux") != nullptr;
}

void on_allocation(const volatile void* memory, std::size_t bytes) {
  static thread_local bool is_inside = false;
  if (bytes == 0 || bytes % kBlockBytes != 0 || is_inside) return;
  is_inside = true;  // what is called here allocates too
  void* callers[12];
  const int count = backtrace(callers, 12);
  for (int i = 0; i < count; ++i)
    if (is_of_strings(callers[i])) {
      __lsan_ignore_object(const_cast<const void*>(memory));
      break;
    }
  is_inside = false;
}

void on_release(const volatile void*) {}

void listen() {
  __sanitizer_install_malloc_and_free_hooks(on_allocation, on_release);
}

}  // namespace

// Before GLib is initialised.
[[gnu::section(".preinit_array"), gnu::used]] void (*const listens)() = listen;
