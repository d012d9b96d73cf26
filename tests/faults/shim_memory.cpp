// SPDX-License-Identifier: LGPL-2.1-or-later
// Stand-ins for malloc and its relatives, on top of the C library's own. operator new calls them.
#include <cerrno>
#include <cstddef>

#include "shim_calls.h"

#pragma GCC diagnostic ignored "-Wmissing-declarations"

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace {

using fftcore::test::FaultKind;

bool refused(const void* caller) {
  if (!fftcore::test::fails(FaultKind::memory, caller)) return false;
  errno = ENOMEM;
  return true;
}

void* noted(void* block, const void* caller) {
  if (fftcore::test::is_ours(caller)) fftcore::test::note_block(block);
  return block;
}

}  // namespace

FFTCORE_STAND_IN void* malloc(std::size_t size) {
  const void* const caller = FFTCORE_CALLER;
  return refused(caller) ? nullptr : noted(__libc_malloc(size), caller);
}
FFTCORE_STAND_IN void* calloc(std::size_t count, std::size_t size) {
  const void* const caller = FFTCORE_CALLER;
  return refused(caller) ? nullptr : noted(__libc_calloc(count, size), caller);
}
FFTCORE_STAND_IN void* realloc(void* block, std::size_t size) {
  const void* const caller = FFTCORE_CALLER;
  if (refused(caller)) return nullptr;
  fftcore::test::forget_block(block);
  return noted(__libc_realloc(block, size), caller);
}
FFTCORE_STAND_IN void* memalign(std::size_t alignment, std::size_t size) {
  const void* const caller = FFTCORE_CALLER;
  return refused(caller) ? nullptr : noted(__libc_memalign(alignment, size), caller);
}
FFTCORE_STAND_IN void* aligned_alloc(std::size_t alignment, std::size_t size) {
  const void* const caller = FFTCORE_CALLER;
  return refused(caller) ? nullptr : noted(__libc_memalign(alignment, size), caller);
}
FFTCORE_STAND_IN int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  const void* const caller = FFTCORE_CALLER;
  if (refused(caller)) return ENOMEM;
  *block = noted(__libc_memalign(alignment, size), caller);
  return *block == nullptr ? ENOMEM : 0;
}
FFTCORE_STAND_IN void free(void* block) {
  fftcore::test::forget_block(block);
  __libc_free(block);
}
