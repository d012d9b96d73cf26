// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels from C: what the library would generate, compiled kernels as bytes, and the FFT for
// kernels of one's own. Part of c.h, which has the rules for handles.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "fftcore/c_status.h"
#include "fftcore/c_work.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Plans of a Convolution that were weighed for this machine's CPU with so many threads, 1 to 256
/// (explain.h). Free the text by fftcore_text_free().
FFTCORE_API fftcore_status fftcore_explain(const fftcore_work* work, int threads, char** text);
/// The plan of a work, of a stream that of a block, for a GPU that need not be here (one of
/// fftcore_gpu_name(), or 48k), and its kernels in `language`, the name of a backend of GPUs, such
/// as opencl or cuda. Likewise.
FFTCORE_API fftcore_status fftcore_explain_kernels(const fftcore_work* work, const char* gpu,
                                                   const char* language, char** text);

/// Name of GPU or board number `index` whose numbers are known (kernels.h); NULL where there are no
/// more.
FFTCORE_API const char* fftcore_gpu_name(size_t index);
/// Text of a GPU, whose name it may be: `sm_87 shared=166912,threads=1024,units=16,cache=4194304`.
/// Free it by fftcore_text_free().
FFTCORE_API fftcore_status fftcore_gpu_text(const char* gpu, char** text);

/// Kernels that work takes, compiled, and their plans (KernelBundle in kernels.h).
typedef struct fftcore_bundle fftcore_bundle;
FFTCORE_API fftcore_status fftcore_bundle_create(fftcore_bundle** bundle);
FFTCORE_API void fftcore_bundle_free(fftcore_bundle* bundle);
/// Adds what the work takes on a GPU, which is a name or a text. Gives how many kernels that are,
/// and how many of them were compiled now; either may be NULL.
FFTCORE_API fftcore_status fftcore_bundle_add(fftcore_bundle* bundle, const fftcore_work* work,
                                              const char* gpu, int* kernels, int* compiled);
/// The bundle as bytes, for a file or fftcore_load_kernels(). They are the bundle's, and stay until
/// the next call that has it.
FFTCORE_API fftcore_status fftcore_bundle_bytes(fftcore_bundle* bundle, const void** bytes,
                                                size_t* size_bytes);
/// Has fftcore_compile() take kernels from the bytes of a bundle of fftcore-compile (kernels.h).
FFTCORE_API fftcore_status fftcore_load_kernels(const void* bytes, size_t size_bytes);

/// What the text of an FFT says of itself (DeviceFftTraits in device_fft.h).
typedef struct fftcore_device_fft_traits {
  int elements_per_thread;  ///< complex values that a thread transforms
  int storage_size;         ///< complex values that a thread's array has to hold
  int stride;               ///< from an element of a thread to its next: threads a transform
  int ffts_per_block;
  int implicit_batching;  ///< transforms in one value: 2 of f16
  int input_length;       ///< of a transform, in values as they go in
  int output_length;
  int input_elements_per_thread;
  int output_elements_per_thread;
  int is_input_real;    ///< 1: values that go in are real; 0: complex, or folded pairs
  int is_output_real;   ///< likewise those that come out
  int real_bytes;       ///< of a real value; a complex one has twice as many
  int threads;          ///< of a block
  int shared_bytes;     ///< that execute(data, shared_memory) needs
  int shared_io_bytes;  ///< that execute(shared_memory) needs
  int workspace_bytes;  ///< of device memory; always 0
  int suggested_elements_per_thread;
  int suggested_ffts_per_block;
} fftcore_device_fft_traits;
/// Device functions that do an FFT, as text for kernels of your own. `fft` is a text such as `block
/// c2c 256 ept=16 ffts=4` (DeviceFft in device_fft.h), `language` is cuda or opencl, and `name`
/// begins the name of all that is defined. Free the text by fftcore_text_free().
FFTCORE_API fftcore_status fftcore_device_fft_source(const char* fft, const char* language,
                                                     const char* name, char** text);
/// Numbers of that text, which are the same in both languages.
FFTCORE_API fftcore_status fftcore_device_fft_traits_of(const char* fft,
                                                        fftcore_device_fft_traits* traits);

#ifdef __cplusplus
}
#endif
