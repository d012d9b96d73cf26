// SPDX-License-Identifier: LGPL-2.1-or-later
// A block of lines between strided memory and rows of lanes: row i holds value i of each line, or
// values 2 i and 2 i + 1 of each real one that has or had bins.
#pragma once

#include <array>
#include <complex>
#include <cstdint>

#include "line_plan.h"

namespace fftcore {

inline constexpr std::int64_t kMostLanes = 16;

/// Value `i` of a real line in rows of `lanes`. Of c2r and r2c, two make a complex value where the
/// length is even, and one where it is odd.
class RealRows {
 public:
  explicit RealRows(const LinePass& pass)
      : packed_(pass.points % 2 == 0), plain_(is_trigonometric(pass.kind)), lanes_(pass.lanes) {}
  std::int64_t operator()(std::int64_t i, std::int64_t lane) const {
    if (plain_) return i * lanes_ + lane;
    return packed_ ? (i / 2 * lanes_ + lane) * 2 + i % 2 : (i * lanes_ + lane) * 2;
  }

 private:
  bool packed_, plain_;
  std::int64_t lanes_;
};

/// Where each line of a block begins, in elements; `count` of them.
struct LineBlock {
  std::int64_t count = 0;
  std::array<std::int64_t, kMostLanes> from{};
  std::array<std::int64_t, kMostLanes> to{};
};

LineBlock line_block(const LinePass& pass, std::int64_t block);

/// Lines are gathered, with zeros up to row `rows` and in lanes without a line. `data`: numbers as
/// memory holds them; a complex value is two.
template <class Stored, class Real>
void gather_complex(const Stored* data, const LinePass& pass, const LineBlock& block,
                    std::int64_t rows, std::complex<Real>* to);
template <class Stored, class Real>
void gather_real(const Stored* data, const LinePass& pass, const LineBlock& block,
                 std::int64_t rows, std::complex<Real>* to);

/// The last bin of lines of `points` and back: the imaginary part of the first bin.
template <class Real>
void unpack_last_bin(std::complex<Real>* bins, std::int64_t points, std::int64_t lanes);
template <class Real>
void pack_last_bin(std::complex<Real>* bins, std::int64_t points, std::int64_t lanes);

/// Lines are scattered, times the pass's scale.
template <class Stored, class Real>
void scatter_complex(const std::complex<Real>* from, const LinePass& pass, const LineBlock& block,
                     Stored* data);
template <class Stored, class Real>
void scatter_real(const std::complex<Real>* from, const LinePass& pass, const LineBlock& block,
                  Stored* data);

}  // namespace fftcore
