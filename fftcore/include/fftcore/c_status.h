// SPDX-License-Identifier: LGPL-2.1-or-later
// What every call from C gives back: a status, a message, texts. Part of c.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "fftcore/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this header.
#define FFTCORE_VERSION_MAJOR 0
#define FFTCORE_VERSION_MINOR 1
#define FFTCORE_VERSION_MICRO 0
#define FFTCORE_VERSION_NUMBER \
  (FFTCORE_VERSION_MAJOR * 10000 + FFTCORE_VERSION_MINOR * 100 + FFTCORE_VERSION_MICRO)
/// The version of the library that runs, likewise.
FFTCORE_API int fftcore_version_number(void);

/// How a call went. Numbers do not change.
typedef enum fftcore_status {
  FFTCORE_OK = 0,
  FFTCORE_ERROR_INVALID_ARGUMENT = 1,     ///< a value, a text or a buffer outside the limits
  FFTCORE_ERROR_FILE = 2,                 ///< a file that cannot be read, or holds no taps
  FFTCORE_ERROR_UNSUPPORTED = 3,          ///< work that the backend cannot do
  FFTCORE_ERROR_BACKEND_UNAVAILABLE = 4,  ///< a backend that does not work on this machine
  FFTCORE_ERROR_OUT_OF_MEMORY = 5,        ///< of the host
  FFTCORE_ERROR_OTHER = 6                 ///< what else went wrong, such as in a driver
} fftcore_status;

/// What the last call that failed on this thread had to say: what was asked, what is possible and
/// what to change. Never NULL. It stays until the next call that fails on this thread.
FFTCORE_API const char* fftcore_last_message(void);

/// Texts that functions give. NULL is allowed.
FFTCORE_API void fftcore_text_free(char* text);

#ifdef __cplusplus
}
#endif
