// SPDX-License-Identifier: LGPL-2.1-or-later
#include "memory_calls.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace {
std::atomic<long> calls = 0;
}

extern "C" {
void* malloc(std::size_t size) {
  ++calls;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++calls;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  ++calls;
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++calls;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  ++calls;
  *result = __libc_memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}
void free(void* memory) {
  if (memory != nullptr) ++calls;
  __libc_free(memory);
}
}

namespace fftcore::test {

long memory_calls() {
  return calls;
}

}  // namespace fftcore::test
