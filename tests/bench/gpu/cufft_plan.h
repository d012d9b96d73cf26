// SPDX-License-Identifier: LGPL-2.1-or-later
// cuFFT, declared anew and found at run time, as fftcore does with the driver, so that nothing is
// needed to build.
#pragma once

#include <string>
#include <vector>

#include "cuda_api.h"

namespace bench {

/// cuFFT's own numbers: single precision, and double.
enum class CufftType : int { r2c = 0x2a, c2r = 0x2c, c2c = 0x29, d2z = 0x6a, z2z = 0x69 };

/// A batch of transforms. Unnormalised.
class CufftPlan {
 public:
  /// `points` of each axis, the contiguous one last. `real_row_stride`: values from row to row of
  /// the real side, 0 = no gaps; rows of half a spectrum have none. Throws BackendUnavailable where
  /// cuFFT is not installed.
  CufftPlan(CufftType type, std::vector<int> points, std::int64_t batch,
            fftcore::cuda::StreamHandle stream, std::int64_t real_row_stride = 0);
  ~CufftPlan();
  CufftPlan(const CufftPlan&) = delete;
  CufftPlan& operator=(const CufftPlan&) = delete;

  /// Enqueues. Forward where it is complex to complex.
  void run(fftcore::cuda::Address from, fftcore::cuda::Address to) const;

 private:
  CufftType type_;
  int handle_ = 0;
};

/// "cuFFT 12.0.0". Throws as the plan does.
std::string cufft_version();

/// Extents of factors 2, 3, 5 and 7, at least `least`, that are worth a try: the smallest even one,
/// and the smallest multiples of 16 and 128.
std::vector<int> smooth_extents(std::int64_t least);

/// True of n = 2^a 3^b 5^c 7^d.
bool is_smooth(std::int64_t n);

}  // namespace bench
