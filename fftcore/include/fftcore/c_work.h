// SPDX-License-Identifier: LGPL-2.1-or-later
// What to compute, from C: values of any kind. Part of c.h, which has the rules for handles.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "fftcore/c_status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What to compute: a value of any kind. A change of it does not reach executables that are there.
typedef struct fftcore_work fftcore_work;
/// From a text. Its first word says which kind it is:
///   conv2d, corr1d, ...  Convolution        match    TemplateMatching
///   c2c, r2c, dct2, ...  Transform          phase    PhaseCorrelation
///   stream               StreamConvolution  denoise  Denoise
///   warp                 Warp
///   windows              WindowCorrelation  filters  WindowFilters
///   forward              ForwardStage       rows, rows-and-columns: MultiplyStage (`times`) or
///                                           InverseStage (`-> inverse`)
FFTCORE_API fftcore_status fftcore_work_create(const char* text, fftcore_work** work);
FFTCORE_API void fftcore_work_free(fftcore_work* work);
/// Its text, which has what is not the default. Free it by fftcore_text_free().
FFTCORE_API fftcore_status fftcore_work_text(const fftcore_work* work, char** text);
/// Sets one field, whose value is written as in the text: ("taps", "31x31"), ("edge", "wrap"),
/// ("frames", "4"). What is one word in the text has the values "yes" and "no": ("planar", "yes").
/// Formulas and code are written without quotes: ("load", "v * 2"). NULL restores a default. Fields
/// that stand at fixed places of the text have these names:
///   Convolution        operation type extent taps edge region
///   Transform          kind extent numbers direction
///   TemplateMatching   score type extent template
///   PhaseCorrelation   type extent
///   Denoise            type extent block step kind
///   Warp               type extent
///   WindowCorrelation  score type extent window
///   WindowFilters      type extent window
///   StreamConvolution  channels taps numbers
///   ForwardStage       type extent edge window spectrum
///   MultiplyStage      input factor output
///   InverseStage       spectrum type extent first
/// The value must be valid after each step. A wrong name, and a wrong value, is
/// FFTCORE_ERROR_INVALID_ARGUMENT with what is allowed.
FFTCORE_API fftcore_status fftcore_work_set(fftcore_work* work, const char* field,
                                            const char* value);
/// The value of one field, as fftcore_work_set() takes it: an empty text where it is the default
/// and not written. Free it by fftcore_text_free().
FFTCORE_API fftcore_status fftcore_work_get(const fftcore_work* work, const char* field,
                                            char** value);
/// Whether both are equal; 0 where one is NULL.
FFTCORE_API int fftcore_work_equal(const fftcore_work* one, const fftcore_work* other);

/// How many taps, templates or impulse responses fftcore_set_taps() takes, and how many numbers
/// fftcore_set_parameters(). 0 where a kind has none.
FFTCORE_API fftcore_status fftcore_taps_needed(const fftcore_work* work, size_t* count);
FFTCORE_API fftcore_status fftcore_parameters_needed(const fftcore_work* work, size_t* count);

/// Size of an image, of taps or of a grid. 0 rows, and 0 slices, mean 1.
typedef struct fftcore_extent {
  int64_t columns;
  int64_t rows;
  int64_t slices;
} fftcore_extent;
/// One axis of an array: steps, and samples from one to the next.
typedef struct fftcore_axis {
  int64_t extent;
  int64_t stride;
} fftcore_axis;
/// Layout of an image, a surface or a spectrum (Layout in layout.h). A spectrum's samples are
/// complex values, and its columns the bins of a row.
typedef struct fftcore_layout {
  fftcore_axis columns;
  fftcore_axis rows;
  fftcore_axis channels;
  fftcore_axis slices;
  fftcore_axis frames;
  const char* type;      ///< its word, such as u8 or complex64; complex32 is a pair of f16. Stays
  int64_t word_bytes;    ///< of the word that holds a sample
  int64_t word_samples;  ///< samples in a word: 1, or 3 of u10-packed
} fftcore_layout;
/// Layouts of what fftcore_run() reads and writes: of input number `index`, 0 for the first one,
/// and of the output. A Transform says its strides by its text, and a stream has none: they are
/// FFTCORE_ERROR_INVALID_ARGUMENT, as the output of a search without a surface.
FFTCORE_API fftcore_status fftcore_input_layout(const fftcore_work* work, size_t index,
                                                fftcore_layout* layout);
FFTCORE_API fftcore_status fftcore_output_layout(const fftcore_work* work, fftcore_layout* layout);
/// Least sizes of these buffers in bytes, where `first` and `row_stride` are 0. Of Transforms too.
FFTCORE_API fftcore_status fftcore_input_bytes(const fftcore_work* work, size_t index,
                                               size_t* size_bytes);
FFTCORE_API fftcore_status fftcore_output_bytes(const fftcore_work* work, size_t* size_bytes);

/// Samples around an image that take part in a ForwardStage's transform (Border in stages.h).
typedef struct fftcore_border {
  int64_t left;
  int64_t right;
  int64_t top;
  int64_t bottom;
} fftcore_border;
/// Those that a convolution with so many taps reads. `operation`: conv, corr or icorr.
FFTCORE_API fftcore_status fftcore_border_for(const fftcore_extent* taps, const char* operation,
                                              fftcore_border* border);

#ifdef __cplusplus
}
#endif
