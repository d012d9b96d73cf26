// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps from C: files, and filters that the library makes. Part of c.h, which has the rules for
// handles.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "fftcore/c_status.h"
#include "fftcore/c_work.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The numbers of one filter, row-major: slices x rows x columns. Read during the call only. 0
/// slices, and 0 rows, mean 1. `imaginary` is NULL where they are real.
typedef struct fftcore_taps {
  int64_t columns;
  int64_t rows;
  int64_t slices;
  const double* values;
  const double* imaginary;
} fftcore_taps;

/// Taps that the library loads or makes: those of one filter, or of a matrix that mixes channels.
typedef struct fftcore_filter fftcore_filter;
/// From a file: NumPy array or text matrix (load_complex_taps() in taps.h).
FFTCORE_API fftcore_status fftcore_filter_load(const char* file, fftcore_filter** filter);
/// From a file likewise, or a matrix from a NumPy array of channels x channels x rows x columns
/// (load_taps_matrix() in taps.h).
FFTCORE_API fftcore_status fftcore_filter_load_matrix(const char* file, fftcore_filter** filter);
/// From what they do to frequencies (frequency_response.h): ("exp(-(f / 0.1)^2)", 0, 0) as many
/// taps as it needs, else rows x columns.
FFTCORE_API fftcore_status fftcore_filter_of_frequency_response(const char* formula, int64_t rows,
                                                                int64_t columns,
                                                                fftcore_filter** filter);
/// From numbers of the caller's, which are copied: to restore or to normalize.
FFTCORE_API fftcore_status fftcore_filter_create(const fftcore_taps* taps, fftcore_filter** filter);
/// A matrix of them, channels x channels: taps[c * channels + d] leads from channel d to channel c.
FFTCORE_API fftcore_status fftcore_filter_create_matrix(const fftcore_taps* taps, size_t channels,
                                                        fftcore_filter** filter);
/// A filter whose frequency response depends on |f| alone (filters.h). `band`: lowpass, highpass,
/// bandpass or bandstop; `shape`: gaussian, butterworth or ideal. Cutoffs are in cycles/pixel,
/// `cutoff_high` is that of bandpass and bandstop, `order` that of butterworth.
FFTCORE_API fftcore_status fftcore_filter_parametric(const char* band, const char* shape,
                                                     double cutoff, double cutoff_high, int order,
                                                     fftcore_filter** filter);
/// Frequency to take out, with its mirror (Notch in filters.h), in cycles/pixel.
typedef struct fftcore_notch {
  double fx;
  double fy;
  double radius;
} fftcore_notch;
FFTCORE_API fftcore_status fftcore_filter_notches(const fftcore_notch* notches, size_t count,
                                                  fftcore_filter** filter);
/// Blurs (restoration.h): by even motion of `length` pixels in a direction in degrees, by a lens
/// out of focus with a disc of `radius` pixels, and a Gaussian of `sigma` pixels.
FFTCORE_API fftcore_status fftcore_filter_motion_blur(double length, double angle,
                                                      fftcore_filter** filter);
FFTCORE_API fftcore_status fftcore_filter_defocus_blur(double radius, fftcore_filter** filter);
FFTCORE_API fftcore_status fftcore_filter_gaussian_blur(double sigma, fftcore_filter** filter);
/// What takes a blur out again (restoring_taps() in restoration.h). `penalty`: flat, gradient or
/// laplacian; more `lambda` is smoother.
FFTCORE_API fftcore_status fftcore_filter_restoring(const fftcore_filter* blur, const char* penalty,
                                                    double lambda, fftcore_filter** filter);
FFTCORE_API void fftcore_filter_free(fftcore_filter* filter);
/// Divides them by their sum; of a matrix those of each output channel by theirs.
FFTCORE_API fftcore_status fftcore_filter_normalize(fftcore_filter* filter);
/// Shows those of one filter. What `taps` points to is the filter's, and stays until it is changed
/// or freed.
FFTCORE_API fftcore_status fftcore_filter_taps(const fftcore_filter* filter, fftcore_taps* taps);
/// Shows all of them, in the order of fftcore_set_taps() for mix=full. Writes at most `capacity`,
/// and to `count` how many there are.
FFTCORE_API fftcore_status fftcore_filter_all_taps(const fftcore_filter* filter, fftcore_taps* taps,
                                                   size_t capacity, size_t* count);

/// A frequency response H on a grid (SampledResponse in frequency_response.h), row-major: slices x
/// rows x columns, in the order of numpy.fft.fftn. `values` are pairs of real and imaginary part,
/// as double complex is. 0 slices, and 0 rows, mean 1.
typedef struct fftcore_grid {
  int64_t columns;
  int64_t rows;
  int64_t slices;
  const double* values;
} fftcore_grid;
/// A grid that the library loads or makes.
typedef struct fftcore_frequency_response fftcore_frequency_response;
/// From a formula (frequency_response.h).
FFTCORE_API fftcore_status fftcore_frequency_response_sample(const char* formula,
                                                             const fftcore_extent* grid,
                                                             fftcore_frequency_response** response);
/// From a .npy file (load_frequency_response() in frequency_response.h).
FFTCORE_API fftcore_status fftcore_frequency_response_load(const char* file,
                                                           fftcore_frequency_response** response);
FFTCORE_API void fftcore_frequency_response_free(fftcore_frequency_response* response);
/// Shows it. What `grid` points to is the response's, and stays until it is freed.
FFTCORE_API fftcore_status
fftcore_frequency_response_grid(const fftcore_frequency_response* response, fftcore_grid* grid);
/// Taps by which a Convolution with edge wrap, of images of the grid's extents, multiplies their
/// spectra by these very numbers. They are as many as the grid has points, and complex unless H at
/// -f is the conjugate of H at f.
FFTCORE_API fftcore_status fftcore_filter_of_grid(const fftcore_grid* grid,
                                                  fftcore_filter** filter);
/// H at a frequency in cycles/pixel: of a formula, as a pair of real and imaginary part; of a
/// filter of bands, which is real, by |f|; of notches likewise.
FFTCORE_API fftcore_status fftcore_frequency_response_at(const char* formula, double fx, double fy,
                                                         double fz, double value[2]);
FFTCORE_API fftcore_status fftcore_parametric_frequency_response_at(const char* band,
                                                                    const char* shape,
                                                                    double cutoff,
                                                                    double cutoff_high, int order,
                                                                    double f, double* value);
FFTCORE_API fftcore_status fftcore_notches_frequency_response_at(const fftcore_notch* notches,
                                                                 size_t count, double fx, double fy,
                                                                 double* value);

/// Numbers from a .npy file, as of impulse responses for a stream (load_npy() in taps.h).
typedef struct fftcore_array fftcore_array;
FFTCORE_API fftcore_status fftcore_array_load(const char* file, fftcore_array** array);
FFTCORE_API void fftcore_array_free(fftcore_array* array);
/// Shows them, the last axis fastest. All is the array's, and stays until it is freed.
FFTCORE_API fftcore_status fftcore_array_values(const fftcore_array* array, const double** values,
                                                const int64_t** shape, size_t* axes);

#ifdef __cplusplus
}
#endif
