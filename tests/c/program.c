// SPDX-License-Identifier: LGPL-2.1-or-later
// The header in C11 without a warning, and every part of it that C writes otherwise than C++:
// options by their macro, structs by the names of their fields.
#include <stdio.h>
#include <string.h>

#include "fftcore/c.h"
// Whatever is included before it.
#include "fftcore/c.h"

#define EXPECT(condition)                                                             \
  do {                                                                                \
    if (!(condition)) {                                                               \
      fprintf(stderr, "%d: %s (%s)\n", __LINE__, #condition, fftcore_last_message()); \
      return 1;                                                                       \
    }                                                                                 \
  } while (0)

_Static_assert(FFTCORE_VERSION_NUMBER >= 100, "a number for the preprocessor");

// What programs that were built before count on: numbers of enumerations, sizes of structs.
_Static_assert(FFTCORE_OK == 0 && FFTCORE_ERROR_INVALID_ARGUMENT == 1 && FFTCORE_ERROR_FILE == 2 &&
                   FFTCORE_ERROR_UNSUPPORTED == 3 && FFTCORE_ERROR_BACKEND_UNAVAILABLE == 4 &&
                   FFTCORE_ERROR_OUT_OF_MEMORY == 5 && FFTCORE_ERROR_OTHER == 6,
               "statuses keep their numbers");
_Static_assert(FFTCORE_MEMORY_HOST == 0 && FFTCORE_MEMORY_DEVICE == 1, "kinds of memory likewise");
#if UINTPTR_MAX == 0xffffffffffffffff
_Static_assert(sizeof(fftcore_status) == 4 && sizeof(fftcore_memory) == 4, "enumerations");
_Static_assert(sizeof(fftcore_queue_options) == 40, "size of the options");
_Static_assert(sizeof(fftcore_taps) == 40 && sizeof(fftcore_peak) == 40, "taps, peaks");
_Static_assert(sizeof(fftcore_buffer) == 40 && sizeof(fftcore_const_buffer) == 40, "buffers");
_Static_assert(sizeof(fftcore_extent) == 24 && sizeof(fftcore_grid) == 32, "extents, grids");
_Static_assert(sizeof(fftcore_layout) == 104 && sizeof(fftcore_border) == 32, "layouts, borders");
_Static_assert(sizeof(fftcore_piece) == 96 && sizeof(fftcore_edge_samples) == 24, "pieces");
_Static_assert(sizeof(fftcore_notch) == 24, "notches");
_Static_assert(sizeof(fftcore_device_fft_traits) == 72, "traits");
_Static_assert(sizeof(fftcore_channel) == 16 && sizeof(fftcore_const_channel) == 16, "channels");
#endif

int main(void) {
  fftcore_queue_options options = FFTCORE_QUEUE_OPTIONS;
  options.threads = 2;
  fftcore_queue* queue = NULL;
  EXPECT(fftcore_queue_create("cpu", &options, &queue) == FFTCORE_OK);

  fftcore_work* work = NULL;
  EXPECT(fftcore_work_create("conv1d f32 5 k3 constant same", &work) == FFTCORE_OK);
  EXPECT(fftcore_work_set(work, "edge", "wrap") == FFTCORE_OK);
  fftcore_executable* executable = NULL;
  EXPECT(fftcore_compile(queue, work, &executable) == FFTCORE_OK);

  const double values[] = {1, 2, 4};
  const float signal[] = {1, 0, 0, 0, 10};
  float result[] = {0, 0, 0, 0, 0};
  const fftcore_taps taps = {.columns = 3, .values = values};
  const fftcore_const_buffer input = {.data = signal, .size_bytes = sizeof signal};
  const fftcore_buffer output = {.data = result, .size_bytes = sizeof result};
  EXPECT(fftcore_run(executable, queue, &input, 1, &output) == FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT(strlen(fftcore_last_message()) > 0);
  EXPECT(fftcore_set_taps(executable, &taps, 1) == FFTCORE_OK);
  EXPECT(fftcore_run(executable, queue, &input, 1, &output) == FFTCORE_OK);
  const float expected[] = {42, 4, 0, 10, 21};
  for (int i = 0; i < 5; ++i)
    EXPECT(result[i] > expected[i] - 1e-5F && result[i] < expected[i] + 1e-5F);

  fftcore_executable_free(executable);
  fftcore_work_free(work);
  fftcore_queue_free(queue);
  return 0;
}
