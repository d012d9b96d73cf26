// SPDX-License-Identifier: LGPL-2.1-or-later
#include "local_norms.h"

#include <cmath>

#include "image_access.h"
#include "simd.h"

namespace fftcore {
namespace {

/// Most samples whose squares, of u8, add up to less than 2^31: what converts to double fast.
constexpr std::int64_t kMostExact = 2147483647 / (255 * 255);

inline double as_double(std::uint32_t sum) {
  return static_cast<std::int32_t>(sum);
}
inline double as_double(double sum) {
  return sum;
}

template <bool enters, class Sample, class Sum>
inline __attribute__((always_inline)) void add_samples(const Sample* __restrict row,
                                                       std::int64_t columns,
                                                       Sum* __restrict samples,
                                                       Sum* __restrict squares) {
  for (std::int64_t x = 0; x < columns; ++x) {
    const Sum value = static_cast<Sum>(row[x]), square = value * value;
    samples[x] = enters ? samples[x] + value : samples[x] - value;
    squares[x] = enters ? squares[x] + square : squares[x] - square;
  }
}

FFTCORE_SIMD_CLONES
void add_to(bool enters, const std::uint8_t* row, std::int64_t columns, std::uint32_t* samples,
            std::uint32_t* squares) {
  if (enters)
    add_samples<true>(row, columns, samples, squares);
  else
    add_samples<false>(row, columns, samples, squares);
}

FFTCORE_SIMD_CLONES
void add_to(bool enters, const float* row, std::int64_t columns, double* samples, double* squares) {
  if (enters)
    add_samples<true>(row, columns, samples, squares);
  else
    add_samples<false>(row, columns, samples, squares);
}

template <class Sum>
void sums_left(const Sum* samples, const Sum* squares, std::int64_t columns, Sum* samples_left,
               Sum* squares_left) {
  Sum sample_sum = 0, square_sum = 0;
  samples_left[0] = squares_left[0] = 0;
  for (std::int64_t x = 0; x < columns; ++x) {
    samples_left[x + 1] = sample_sum += samples[x];
    squares_left[x + 1] = square_sum += squares[x];
  }
}

template <class Sum>
inline __attribute__((always_inline)) void invert(const Sum* __restrict samples_left,
                                                  const Sum* __restrict squares_left,
                                                  std::int64_t width, std::int64_t count,
                                                  double mean_part, double least,
                                                  float* __restrict inverse) {
  for (std::int64_t x = 0; x < count; ++x) {
    const double sum = as_double(samples_left[x + width] - samples_left[x]);
    const double squares =
        as_double(squares_left[x + width] - squares_left[x]) - mean_part * sum * sum;
    const float norm = std::sqrt(static_cast<float>(squares));
    inverse[x] = squares < least ? 0.0F : 1 / norm;  // not a number: stays so
  }
}

FFTCORE_SIMD_CLONES
void inverse_norms(const std::uint32_t* samples_left, const std::uint32_t* squares_left,
                   std::int64_t width, std::int64_t count, double mean_part, double least,
                   float* inverse) {
  invert(samples_left, squares_left, width, count, mean_part, least, inverse);
}

FFTCORE_SIMD_CLONES
void inverse_norms(const double* samples_left, const double* squares_left, std::int64_t width,
                   std::int64_t count, double mean_part, double least, float* inverse) {
  invert(samples_left, squares_left, width, count, mean_part, least, inverse);
}

double count_of(Extent templ) {
  return static_cast<double>(templ.rows * templ.columns);
}

}  // namespace

LocalNorms::LocalNorms(const TemplateMatching& matching, const Layout& signal, float bias)
    : layout_(signal),
      access_(signal, {1}),
      template_(matching.template_extent),
      bias_(bias),
      mean_part_(matching.score == Score::ccoeff_normed ? 1 / count_of(template_) : 0),
      is_exact_(signal.type == SampleType::u8 && signal.columns.stride == 1 &&
                template_.rows * template_.columns <= kMostExact),
      integers_(is_exact_ ? signal.columns.extent : 0),
      doubles_(is_exact_ ? 0 : signal.columns.extent),
      row_(is_exact_ ? 0 : signal.columns.extent),
      scratch_(row_.size()) {}

void LocalNorms::add_row(bool enters, const ConstBuffer& signal, std::int64_t y) {
  const std::int64_t columns = layout_.columns.extent;
  if (is_exact_) {
    add_to(enters, static_cast<const std::uint8_t*>(row_of(signal, layout_, y)), columns,
           integers_.samples.data(), integers_.squares.data());
  } else {
    access_.read(signal, y, bias_, row_.data(), scratch_.data());
    add_to(enters, row_.data(), columns, doubles_.samples.data(), doubles_.squares.data());
  }
}

void LocalNorms::start(const ConstBuffer& signal, std::int64_t y, double least) {
  least_ = count_of(template_) * least * least;
  integers_.clear();
  doubles_.clear();
  for (std::int64_t row = y; row < y + template_.rows - 1; ++row) add_row(true, signal, row);
  y_ = y;
}

template <class Sum>
void LocalNorms::read_by(const Sums<Sum>& sums, float* inverse) const {
  const std::int64_t columns = layout_.columns.extent;
  sums_left(sums.samples.data(), sums.squares.data(), columns, sums.samples_left.data(),
            sums.squares_left.data());
  inverse_norms(sums.samples_left.data(), sums.squares_left.data(), template_.columns,
                columns - template_.columns + 1, mean_part_, least_, inverse);
}

void LocalNorms::next(const ConstBuffer& signal, float* inverse) {
  add_row(true, signal, y_ + template_.rows - 1);
  if (is_exact_)
    read_by(integers_, inverse);
  else
    read_by(doubles_, inverse);
  add_row(false, signal, y_++);
}

}  // namespace fftcore
