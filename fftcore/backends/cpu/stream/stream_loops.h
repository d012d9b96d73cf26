// SPDX-License-Identifier: LGPL-2.1-or-later
// The loops of a StreamExecutable, in single and double precision. Spectra that are multiplied lie
// in groups of kGroup bins: their real parts, then their imaginary parts.
#pragma once

#include <complex>
#include <cstdint>

namespace fftcore {

/// Bins of a group: a cache line of real parts, and one of imaginary parts.
template <class Real>
inline constexpr std::int64_t kGroup = 64 / static_cast<std::int64_t>(sizeof(Real));

/// Samples after the last one that sum_taps() may read and write. They may be any memory's.
inline constexpr std::int64_t kTapsSlack = 64;

/// y[i] = sum_k x[i - k] taps[k], for i < count. x and y have kTapsSlack values more.
void sum_taps(const float* x, const float* taps, std::int64_t tap_count, std::int64_t count,
              float* y);
void sum_taps(const double* x, const double* taps, std::int64_t tap_count, std::int64_t count,
              double* y);

/// Partitions of one group that follow one another in memory, those of the input and those of the
/// response: so many, from each address on, and then `wrapped` ones from another address of the
/// input on.
template <class Real>
struct GroupRun {
  const Real* input;
  const Real* wrapped_input;
  const Real* response;
  std::int64_t count, wrapped;
};
/// sums = the products of `groups` runs, each `input_step` and `response_step` values after the one
/// before it; or added to sums.
void multiply_groups(GroupRun<float> run, std::int64_t groups, std::int64_t step, bool is_added,
                     float* sums);
void multiply_groups(GroupRun<double> run, std::int64_t groups, std::int64_t step, bool is_added,
                     double* sums);

/// to[i] = (a[i] - i b[i]) * weights[i]
void load_weighted(const float* a, const float* b, const std::complex<float>* weights,
                   std::int64_t count, std::complex<float>* to);
void load_weighted(const double* a, const double* b, const std::complex<double>* weights,
                   std::int64_t count, std::complex<double>* to);
/// to[i] = -Im(from[i] * conj(weights[i]))
void store_weighted(const std::complex<float>* from, const std::complex<float>* weights,
                    std::int64_t count, float* to);
void store_weighted(const std::complex<double>* from, const std::complex<double>* weights,
                    std::int64_t count, double* to);

/// to[i] = from[i] * factor[i], or times conj(factor[i])
void turn(const std::complex<float>* from, const std::complex<float>* factor, std::int64_t count,
          bool is_back, std::complex<float>* to);
void turn(const std::complex<double>* from, const std::complex<double>* factor, std::int64_t count,
          bool is_back, std::complex<double>* to);

/// Complex values <-> groups that are `step` values apart; count is a multiple of kGroup.
void to_groups(const std::complex<float>* from, std::int64_t count, std::int64_t step, float* to);
void to_groups(const std::complex<double>* from, std::int64_t count, std::int64_t step, double* to);
void from_groups(const float* from, std::int64_t count, std::complex<float>* to);
void from_groups(const double* from, std::int64_t count, std::complex<double>* to);

}  // namespace fftcore
