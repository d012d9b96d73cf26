// SPDX-License-Identifier: LGPL-2.1-or-later
// Maps of motion from C: their fit to pairs of places (motion.h). Part of c.h, which has the motion
// of a camera.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "fftcore/c_status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Why a motion is known or not (MotionReason in motion.h). Numbers do not change.
typedef enum fftcore_motion_reason {
  FFTCORE_MOTION_KNOWN = 0,
  FFTCORE_MOTION_FEW_PAIRS = 1,   ///< fewer pairs than the model needs
  FFTCORE_MOTION_DEGENERATE = 2,  ///< places in one spot or on one line
  FFTCORE_MOTION_FEW_AGREE = 3,   ///< less than `least_agreeing` agrees with any map
  FFTCORE_MOTION_FIRST = 4,       ///< of a camera: there is no image before this one
  FFTCORE_MOTION_FLAT = 5         ///< of a camera: no window shows any structure
} fftcore_motion_reason;
/// The reason in words, which stay; NULL of another number.
FFTCORE_API const char* fftcore_motion_reason_text(fftcore_motion_reason reason);

/// A place in a first image, and where it lies in a second one, in pixels. Pairs whose weight is
/// not above 0 do not count.
typedef struct fftcore_place_pair {
  double x1, y1;
  double x2, y2;
  double weight;
} fftcore_place_pair;

/// A motion (MotionFit in motion.h). `map` is a 3x3 matrix, row by row, that maps places of the
/// first image to places of the second one; it is the identity where the motion is not known.
typedef struct fftcore_motion {
  double map[9];
  fftcore_motion_reason reason;
  double confidence;
  double agreeing;
  double rms;
  double deviation;
  int64_t pairs;
} fftcore_motion;

/// What a fit works with (MotionFitOptions in motion.h). Begin with FFTCORE_MOTION_OPTIONS.
typedef struct fftcore_motion_options {
  size_t size;  ///< of this struct
  double tolerance;
  double least_agreeing;
  double least_deviation;
  int samples;
  uint32_t seed;
} fftcore_motion_options;
#define FFTCORE_MOTION_OPTIONS \
  { sizeof(fftcore_motion_options), 1, 0.3, 0.01, 500, 1 }
/// The map that most pairs agree with. `model` is translation, similarity, affine or projective;
/// `options` may be NULL. A motion that is not known is no error.
FFTCORE_API fftcore_status fftcore_fit_motion(const char* model, const fftcore_place_pair* pairs,
                                              size_t count, const fftcore_motion_options* options,
                                              fftcore_motion* motion);

/// Maps are 9 numbers. Where a place is mapped to:
FFTCORE_API fftcore_status fftcore_map_place(const double* map, double x, double y, double* to_x,
                                             double* to_y);
/// The map that does `before` and then `after`. The result may be one of them.
FFTCORE_API fftcore_status fftcore_map_compose(const double* after, const double* before,
                                               double* result);
/// The map back; FFTCORE_ERROR_INVALID_ARGUMENT where there is none.
FFTCORE_API fftcore_status fftcore_map_invert(const double* map, double* result);

#ifdef __cplusplus
}
#endif
