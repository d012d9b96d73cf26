// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_access.h"

#include <algorithm>
#include <type_traits>

#include "half_type.h"

namespace fftcore {
namespace {

/// Calls visit(row, lane) for `lanes` lanes of the side's rows, along the lines where their points
/// are close together, else across.
template <class Visit>
void for_each_value(const LineSide& side, std::int64_t lanes, Visit visit) {
  for_each_range(side.span, [&](std::int64_t first, std::int64_t end) {
    if (side.stride == 1) {
      for (std::int64_t lane = 0; lane < lanes; ++lane)
        for (std::int64_t row = first; row < end; ++row) visit(row, lane);
    } else {
      for (std::int64_t row = first; row < end; ++row)
        for (std::int64_t lane = 0; lane < lanes; ++lane) visit(row, lane);
    }
  });
}

/// Zeros in lanes from `first` on, and in all lanes of rows up to `rows` that are not read.
template <class Complex>
void clear_rest(Complex* to, const PointSpan& read, std::int64_t rows, std::int64_t first,
                std::int64_t lanes) {
  std::int64_t next = 0;
  const auto clear_rows = [&](std::int64_t end) {
    std::fill(to + next * lanes, to + end * lanes, Complex{});
  };
  for_each_range(read, [&](std::int64_t begin, std::int64_t end) {
    clear_rows(begin);
    if (first < lanes)
      for (std::int64_t row = begin; row < end; ++row)
        std::fill(to + row * lanes + first, to + (row + 1) * lanes, Complex{});
    next = end;
  });
  clear_rows(rows);
}

/// Calls visit(reals of an element, reals from real part to imaginary part): the compiler knows the
/// former, and both of pairs.
template <class Visit>
void with_parts(std::int64_t imaginary, Visit visit) {
  if (imaginary == 0)
    visit(std::integral_constant<std::int64_t, 2>{}, std::integral_constant<std::int64_t, 1>{});
  else
    visit(std::integral_constant<std::int64_t, 1>{}, imaginary);
}

}  // namespace

LineBlock line_block(const LinePass& pass, std::int64_t block) {
  LineBlock lines;
  const std::int64_t first = block * pass.lanes;
  lines.count = std::min(pass.lanes, pass.lines - first);
  for (std::int64_t lane = 0; lane < lines.count; ++lane) {
    std::int64_t index = first + lane, from = pass.from.offset, to = pass.to.offset;
    for (const LineAxis& axis : pass.axes) {
      const std::int64_t number = axis.numbers.point(index % axis.numbers.count);
      from += number * axis.from_stride;
      to += number * axis.to_stride;
      index /= axis.numbers.count;
    }
    lines.from[static_cast<std::size_t>(lane)] = from;
    lines.to[static_cast<std::size_t>(lane)] = to;
  }
  return lines;
}

template <class Stored, class Real>
void gather_complex(const Stored* data, const LinePass& pass, const LineBlock& block,
                    std::int64_t rows, std::complex<Real>* to) {
  const std::int64_t lanes = pass.lanes, stride = pass.from.stride;
  with_parts(pass.from.imaginary, [&](auto reals, auto imaginary) {
    for_each_value(pass.from, block.count, [&](std::int64_t row, std::int64_t lane) {
      const Stored* const value =
          data + reals * (block.from[static_cast<std::size_t>(lane)] + row * stride);
      to[row * lanes + lane] = {static_cast<Real>(value[0]), static_cast<Real>(value[imaginary])};
    });
  });
  clear_rest(to, pass.from.span, rows, block.count, lanes);
}

template <class Stored, class Real>
void gather_real(const Stored* data, const LinePass& pass, const LineBlock& block,
                 std::int64_t rows, std::complex<Real>* to) {
  const std::int64_t lanes = pass.lanes, stride = pass.from.stride;
  std::fill_n(to, rows * lanes, std::complex<Real>{});
  Real* const values = reinterpret_cast<Real*>(to);
  const RealRows at(pass);
  for_each_value(pass.from, block.count, [&](std::int64_t i, std::int64_t lane) {
    values[at(i, lane)] =
        static_cast<Real>(data[block.from[static_cast<std::size_t>(lane)] + i * stride]);
  });
}

template <class Stored, class Real>
void scatter_complex(const std::complex<Real>* from, const LinePass& pass, const LineBlock& block,
                     Stored* data) {
  const std::int64_t lanes = pass.lanes, stride = pass.to.stride;
  const Real scale = static_cast<Real>(pass.scale);
  with_parts(pass.to.imaginary, [&](auto reals, auto imaginary) {
    for_each_value(pass.to, block.count, [&](std::int64_t row, std::int64_t lane) {
      Stored* const to = data + reals * (block.to[static_cast<std::size_t>(lane)] + row * stride);
      const std::complex<Real> value = from[row * lanes + lane];
      to[0] = static_cast<Stored>(value.real() * scale);
      to[imaginary] = static_cast<Stored>(value.imag() * scale);
    });
  });
}

template <class Stored, class Real>
void scatter_real(const std::complex<Real>* from, const LinePass& pass, const LineBlock& block,
                  Stored* data) {
  const std::int64_t stride = pass.to.stride;
  const Real* const values = reinterpret_cast<const Real*>(from);
  const Real scale = static_cast<Real>(pass.scale);
  const RealRows at(pass);
  for_each_value(pass.to, block.count, [&](std::int64_t i, std::int64_t lane) {
    data[block.to[static_cast<std::size_t>(lane)] + i * stride] =
        static_cast<Stored>(values[at(i, lane)] * scale);
  });
}

template <class Real>
void unpack_last_bin(std::complex<Real>* bins, std::int64_t points, std::int64_t lanes) {
  for (std::int64_t lane = 0; lane < lanes; ++lane) {
    bins[points / 2 * lanes + lane] = bins[lane].imag();
    bins[lane] = bins[lane].real();
  }
}

template <class Real>
void pack_last_bin(std::complex<Real>* bins, std::int64_t points, std::int64_t lanes) {
  for (std::int64_t lane = 0; lane < lanes; ++lane)
    bins[lane].imag(bins[points / 2 * lanes + lane].real());
}

template void unpack_last_bin(std::complex<float>*, std::int64_t, std::int64_t);
template void unpack_last_bin(std::complex<double>*, std::int64_t, std::int64_t);
template void pack_last_bin(std::complex<float>*, std::int64_t, std::int64_t);
template void pack_last_bin(std::complex<double>*, std::int64_t, std::int64_t);

#define FFTCORE_LINE_ACCESS(Stored, Real)                                                      \
  template void gather_complex(const Stored*, const LinePass&, const LineBlock&, std::int64_t, \
                               std::complex<Real>*);                                           \
  template void gather_real(const Stored*, const LinePass&, const LineBlock&, std::int64_t,    \
                            std::complex<Real>*);                                              \
  template void scatter_complex(const std::complex<Real>*, const LinePass&, const LineBlock&,  \
                                Stored*);                                                      \
  template void scatter_real(const std::complex<Real>*, const LinePass&, const LineBlock&, Stored*)
FFTCORE_LINE_ACCESS(float, float);
FFTCORE_LINE_ACCESS(double, double);
FFTCORE_LINE_ACCESS(Half, float);
FFTCORE_LINE_ACCESS(float, double);
#undef FFTCORE_LINE_ACCESS

}  // namespace fftcore
