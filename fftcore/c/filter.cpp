// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps that the library loads or makes.
#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <memory>
#include <utility>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "fftcore/filters.h"
#include "fftcore/frequency_response.h"
#include "fftcore/restoration.h"
#include "given_filters.h"
#include "given_taps.h"
#include "named.h"

struct fftcore_filter {
  fftcore::TapsMatrix matrix;  ///< of one channel: the taps of one filter
};

using namespace fftcore;

namespace {

TapsMatrix matrix_of(Taps taps) {
  return {1, {std::move(taps)}};
}
TapsMatrix matrix_of(TapsMatrix matrix) {
  return matrix;
}

/// Gives the caller a filter with the taps, or the matrix of them, that `make` returns.
template <class Make>
fftcore_status filter_of(fftcore_filter** place, Make&& make) noexcept {
  return created(place, "the place for a filter", [&] {
    return std::unique_ptr<fftcore_filter>(new fftcore_filter{matrix_of(make())});
  });
}

/// The taps of a filter that is no matrix.
const Taps& only_taps_of(const fftcore_filter& filter) {
  if (const std::int64_t channels = filter.matrix.channels; channels != 1)
    throw InvalidArgument(fmt::format(
        "the filter is a matrix of {} x {} taps; one for a single channel is expected, and "
        "fftcore_filter_all_taps() shows others",
        channels, channels));
  return filter.matrix.taps.front();
}

fftcore_taps shown(const Taps& taps) {
  return {taps.extent.columns, taps.extent.rows, taps.extent.slices, taps.values.data(),
          taps.imaginary.empty() ? nullptr : taps.imaginary.data()};
}

}  // namespace

fftcore_status fftcore_filter_load(const char* file, fftcore_filter** filter) {
  return filter_of(filter, [&] { return load_complex_taps(&object(file, "the name of a file")); });
}

fftcore_status fftcore_filter_load_matrix(const char* file, fftcore_filter** filter) {
  return filter_of(filter, [&] { return load_taps_matrix(&object(file, "the name of a file")); });
}

fftcore_status fftcore_filter_of_frequency_response(const char* formula, int64_t rows,
                                                    int64_t columns, fftcore_filter** filter) {
  return filter_of(filter, [&] {
    const FrequencyResponse response(&object(formula, "the formula of a frequency response"));
    const bool is_any_size = rows == 0 && columns == 0;
    return is_any_size ? taps_of(response) : taps_of(response, Extent{rows, columns});
  });
}

fftcore_status fftcore_filter_create(const fftcore_taps* taps, fftcore_filter** filter) {
  return filter_of(filter, [&] { return taps_of(object(taps, "the taps")); });
}

fftcore_status fftcore_filter_create_matrix(const fftcore_taps* taps, size_t channels,
                                            fftcore_filter** filter) {
  return filter_of(filter, [&] {
    if (channels < 1 || channels > kMaxMixedChannels)
      throw InvalidArgument(
          fmt::format("a matrix of {} channels; 1 to {} are allowed", channels, kMaxMixedChannels));
    TapsMatrix matrix{static_cast<std::int64_t>(channels), {}};
    for (const fftcore_taps& one : several(taps, channels * channels, "the list of taps"))
      matrix.taps.push_back(taps_of(one));
    validate(matrix);
    return matrix;
  });
}

fftcore_status fftcore_filter_of_grid(const fftcore_grid* grid, fftcore_filter** filter) {
  return filter_of(filter, [&] {
    const fftcore_grid& given = object(grid, "the grid");
    const Extent extent = grid_extent({given.columns, given.rows, given.slices});
    const auto count = static_cast<size_t>(extent.slices * extent.rows * extent.columns);
    const auto* const values = reinterpret_cast<const std::complex<double>*>(
        several(given.values, 2 * count, "the array of the grid's values").data());
    return taps_of(SampledResponse{extent, {values, values + count}});
  });
}

fftcore_status fftcore_filter_parametric(const char* band, const char* shape, double cutoff,
                                         double cutoff_high, int order, fftcore_filter** filter) {
  return filter_of(filter,
                   [&] { return taps_of(parametric_of(band, shape, cutoff, cutoff_high, order)); });
}

fftcore_status fftcore_filter_notches(const fftcore_notch* notches, size_t count,
                                      fftcore_filter** filter) {
  return filter_of(filter, [&] { return taps_of(notches_of(notches, count)); });
}

fftcore_status fftcore_filter_motion_blur(double length, double angle, fftcore_filter** filter) {
  return filter_of(filter, [&] { return motion_blur(length, angle); });
}

fftcore_status fftcore_filter_defocus_blur(double radius, fftcore_filter** filter) {
  return filter_of(filter, [&] { return defocus_blur(radius); });
}

fftcore_status fftcore_filter_gaussian_blur(double sigma, fftcore_filter** filter) {
  return filter_of(filter, [&] { return gaussian_blur(sigma); });
}

fftcore_status fftcore_filter_restoring(const fftcore_filter* blur, const char* penalty,
                                        double lambda, fftcore_filter** filter) {
  return filter_of(filter, [&] {
    return restoring_taps(only_taps_of(object(blur, "the blur")),
                          {penalty_named(&object(penalty, "the name of a penalty")), lambda});
  });
}

void fftcore_filter_free(fftcore_filter* filter) {
  freed(filter);
}

fftcore_status fftcore_filter_normalize(fftcore_filter* filter) {
  return guarded([&] {
    TapsMatrix& matrix = object(filter, "the filter").matrix;
    matrix = normalized(matrix);
  });
}

fftcore_status fftcore_filter_taps(const fftcore_filter* filter, fftcore_taps* taps) {
  return guarded([&] {
    const Taps& from = only_taps_of(object(filter, "the filter"));
    object(taps, "the place for taps") = shown(from);
  });
}

fftcore_status fftcore_filter_all_taps(const fftcore_filter* filter, fftcore_taps* taps,
                                       size_t capacity, size_t* count) {
  return guarded([&] {
    const std::vector<Taps>& from = object(filter, "the filter").matrix.taps;
    object(count, "the place for the number of taps") = from.size();
    for (size_t i = 0; i < std::min(from.size(), capacity); ++i)
      (&object(taps, "the place for taps"))[i] = shown(from[i]);
  });
}
