// SPDX-License-Identifier: LGPL-2.1-or-later
// Stand-ins for what reads and writes files, for threads, and for dlsym, by which the driver's
// functions are found.
// Both names of a function are defined here, so that none may stand for the other.
#undef _FILE_OFFSET_BITS
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "shim_calls.h"

#pragma GCC diagnostic ignored "-Wmissing-declarations"

namespace {

using fftcore::test::fails;
using fftcore::test::FaultKind;
using fftcore::test::is_ours;

/// The C library's dlsym, under any of the versions that its symbol has had.
void* real_dlsym(void* library, const char* name) {
  using Function = void* (*)(void*, const char*);
  static const Function function = [] {
    for (const char* version : {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5"})
      if (void* const found = dlvsym(RTLD_NEXT, "dlsym", version))
        return reinterpret_cast<Function>(found);
    std::abort();
  }();
  return function(library, name);
}

template <class Function>
Function* next(Function*, const char* name) {
  return reinterpret_cast<Function*>(real_dlsym(RTLD_NEXT, name));
}

bool file_refused(FaultKind kind, const void* caller, int code) {
  if (!fails(kind, caller)) return false;
  errno = code;
  return true;
}

constexpr int kMostFunctions = 128;
const void* functions[kMostFunctions];
bool gives_back[kMostFunctions];
int function_count = 0;
constexpr int kUnknownError = 999;

/// A function of the driver, which takes at most 12 integers or pointers; more than it takes does
/// no harm.
template <int kIndex>
int failing(std::uintptr_t a, std::uintptr_t b, std::uintptr_t c, std::uintptr_t d,
            std::uintptr_t e, std::uintptr_t f, std::uintptr_t g, std::uintptr_t h,
            std::uintptr_t i, std::uintptr_t j, std::uintptr_t k, std::uintptr_t l) {
  using Function = int (*)(std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t,
                           std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t,
                           std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t);
  const bool fault = fails(FaultKind::driver, FFTCORE_CALLER);
  if (fault && !gives_back[kIndex]) return kUnknownError;
  const int code =
      reinterpret_cast<Function>(functions[kIndex])(a, b, c, d, e, f, g, h, i, j, k, l);
  return fault ? kUnknownError : code;
}

template <int... kIndex>
void* stand_in(int index, std::integer_sequence<int, kIndex...>) {
  static void* const all[] = {reinterpret_cast<void*>(&failing<kIndex>)...};
  return all[index];
}

bool is_of_driver(const char* name) {
  const bool tells_error = std::strstr(name, "Error") != nullptr;
  return !tells_error && (std::strncmp(name, "nvrtc", 5) == 0 ||
                          (std::strncmp(name, "cu", 2) == 0 && name[2] >= 'A' && name[2] <= 'Z'));
}

}  // namespace

FFTCORE_STAND_IN void* dlsym(void* library, const char* name) {
  void* const found = real_dlsym(library, name);
  if (found == nullptr || !is_ours(FFTCORE_CALLER) || !is_of_driver(name) ||
      function_count == kMostFunctions)
    return found;
  const int index = function_count++;
  functions[index] = found;
  for (const char* word : {"Free", "Destroy", "Release", "Unload", "Pop"})
    gives_back[index] = gives_back[index] || std::strstr(name, word) != nullptr;
  return stand_in(index, std::make_integer_sequence<int, kMostFunctions>());
}

FFTCORE_STAND_IN int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                    void* (*start)(void*), void* argument) {
  static auto* const real = next(&pthread_create, "pthread_create");
  if (fails(FaultKind::threads, FFTCORE_CALLER)) return EAGAIN;
  return real(thread, attributes, start, argument);
}

// name: of the function; code: errno of its failure. Large files have names of their own.
#define FFTCORE_FILE_CALL(result, failure, name, code, parameters, arguments)          \
  FFTCORE_STAND_IN result name parameters {                                            \
    static auto* const real = next(static_cast<result(*) parameters>(nullptr), #name); \
    if (file_refused(FaultKind::files, FFTCORE_CALLER, code)) return failure;          \
    return real arguments;                                                             \
  }
#define FFTCORE_FILE_CALLS(result, failure, name, code, parameters, arguments) \
  FFTCORE_FILE_CALL(result, failure, name, code, parameters, arguments)        \
  FFTCORE_FILE_CALL(result, failure, name##64, code, parameters, arguments)

FFTCORE_FILE_CALLS(FILE*, nullptr, fopen, EACCES, (const char* path, const char* mode),
                   (path, mode))
FFTCORE_FILE_CALLS(int, -1, mkostemp, EMFILE, (char* path, int flags), (path, flags))
FFTCORE_FILE_CALLS(void*, MAP_FAILED, mmap, ENOMEM,
                   (void* at, std::size_t size, int protection, int flags, int file, off_t from),
                   (at, size, protection, flags, file, from))
FFTCORE_FILE_CALL(int, -1, rename, EIO, (const char* from, const char* to), (from, to))
FFTCORE_FILE_CALL(int, -1, unlink, EIO, (const char* path), (path))
FFTCORE_FILE_CALL(int, -1, mkdir, EACCES, (const char* path, mode_t mode), (path, mode))
FFTCORE_FILE_CALL(int, -1, flock, EINTR, (int file, int operation), (file, operation))
FFTCORE_FILE_CALL(DIR*, nullptr, opendir, EMFILE, (const char* path), (path))
FFTCORE_FILE_CALL(int, -1, fsync, EIO, (int file), (file))

#define FFTCORE_STAT(name, type)                                                             \
  FFTCORE_FILE_CALL(int, -1, name, EIO, (const char* path, struct type* into), (path, into)) \
  FFTCORE_FILE_CALL(int, -1, f##name, EIO, (int file, struct type* into), (file, into))
FFTCORE_STAT(stat, stat)
FFTCORE_STAT(stat64, stat64)

#define FFTCORE_OPEN(name)                                                                       \
  FFTCORE_STAND_IN int name(const char* path, int flags, ...) {                                  \
    static auto* const real = next(static_cast<int (*)(const char*, int, ...)>(nullptr), #name); \
    va_list list;                                                                                \
    va_start(list, flags);                                                                       \
    const mode_t mode = va_arg(list, mode_t);                                                    \
    va_end(list);                                                                                \
    if (file_refused(FaultKind::files, FFTCORE_CALLER, EMFILE)) return -1;                       \
    return real(path, flags, mode);                                                              \
  }
FFTCORE_OPEN(open)
FFTCORE_OPEN(open64)

/// A close that fails has closed all the same.
FFTCORE_STAND_IN int close(int file) {
  static auto* const real = next(static_cast<int (*)(int)>(nullptr), "close");
  const bool fault = file_refused(FaultKind::files, FFTCORE_CALLER, EIO);
  const int code = real(file);
  if (!fault) return code;
  errno = EIO;
  return -1;
}

FFTCORE_STAND_IN ssize_t read(int file, void* into, std::size_t size) {
  static auto* const real =
      next(static_cast<ssize_t (*)(int, void*, std::size_t)>(nullptr), "read");
  if (file_refused(FaultKind::files, FFTCORE_CALLER, EIO)) return -1;
  const bool half = fails(FaultKind::halves, FFTCORE_CALLER);
  return real(file, into, half ? (size + 1) / 2 : size);
}
FFTCORE_STAND_IN ssize_t write(int file, const void* from, std::size_t size) {
  static auto* const real =
      next(static_cast<ssize_t (*)(int, const void*, std::size_t)>(nullptr), "write");
  if (file_refused(FaultKind::files, FFTCORE_CALLER, ENOSPC)) return -1;
  const bool half = fails(FaultKind::halves, FFTCORE_CALLER);
  return real(file, from, half ? (size + 1) / 2 : size);
}
/// The C++ run time writes its buffer and what follows by one call.
FFTCORE_STAND_IN ssize_t writev(int file, const struct iovec* parts, int count) {
  static auto* const real =
      next(static_cast<ssize_t (*)(int, const struct iovec*, int)>(nullptr), "writev");
  if (file_refused(FaultKind::files, FFTCORE_CALLER, ENOSPC)) return -1;
  return real(file, parts, count);
}
