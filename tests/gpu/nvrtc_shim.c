/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* NVRTC for GStreamer before 1.26.7, which asks it for compute_52. NVRTC of CUDA 13 does not know
 * that any more, so cudaconvert and cudascale would not be there. GST_CUDA_NVRTC_LIBNAME names this
 * library, and NVRTC_REAL the real one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { kInvalidInput = 3 };

static void* real(const char* name) {
  static void* library;
  if (library == NULL) {
    const char* const path = getenv("NVRTC_REAL");
    library = dlopen(path != NULL ? path : "libnvrtc.so", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  }
  return library != NULL ? dlsym(library, name) : NULL;
}

#define HAND_ON(name, parameters, arguments)                          \
  int name parameters {                                               \
    int(*const function) parameters = (int(*) parameters)real(#name); \
    return function != NULL ? function arguments : kInvalidInput;     \
  }

HAND_ON(nvrtcCreateProgram,
        (void** program, const char* source, const char* name, int count,
         const char* const* headers, const char* const* includes),
        (program, source, name, count, headers, includes))
HAND_ON(nvrtcDestroyProgram, (void** program), (program))
HAND_ON(nvrtcGetPTXSize, (void* program, size_t* size), (program, size))
HAND_ON(nvrtcGetPTX, (void* program, char* text), (program, text))
HAND_ON(nvrtcGetCUBINSize, (void* program, size_t* size), (program, size))
HAND_ON(nvrtcGetCUBIN, (void* program, char* code), (program, code))
HAND_ON(nvrtcGetProgramLogSize, (void* program, size_t* size), (program, size))
HAND_ON(nvrtcGetProgramLog, (void* program, char* text), (program, text))

int nvrtcCompileProgram(void* program, int count, const char* const* options) {
  int (*const function)(void*, int, const char* const*) =
      (int (*)(void*, int, const char* const*))real("nvrtcCompileProgram");
  const char** const mended = calloc((size_t)count + 1, sizeof *mended);
  if (function == NULL || mended == NULL) {
    free(mended);
    return kInvalidInput;
  }
  for (int i = 0; i < count; ++i)
    mended[i] = strstr(options[i], "compute_52") != NULL || strstr(options[i], "compute_30") != NULL
                    ? "--gpu-architecture=compute_75"
                    : options[i];
  const int result = function(program, count, mended);
  free(mended);
  return result;
}
