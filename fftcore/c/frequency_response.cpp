// SPDX-License-Identifier: LGPL-2.1-or-later
// Frequency responses: on grids, and at single frequencies.
#include "fftcore/frequency_response.h"

#include <complex>
#include <memory>

#include "given_filters.h"
#include "given_taps.h"

struct fftcore_frequency_response {
  fftcore::SampledResponse sampled;
};

using namespace fftcore;

namespace {

/// Gives the caller the frequency response that `make` returns.
template <class Make>
fftcore_status response_of(fftcore_frequency_response** place, Make&& make) noexcept {
  return created(place, "the place for a frequency response", [&] {
    return std::unique_ptr<fftcore_frequency_response>(new fftcore_frequency_response{make()});
  });
}

FrequencyResponse formula_of(const char* text) {
  return FrequencyResponse(&object(text, "the formula of a frequency response"));
}

}  // namespace

fftcore_status fftcore_frequency_response_sample(const char* formula, const fftcore_extent* grid,
                                                 fftcore_frequency_response** response) {
  return response_of(response, [&] {
    return sampled(formula_of(formula), grid_extent(object(grid, "the extent of the grid")));
  });
}

fftcore_status fftcore_frequency_response_load(const char* file,
                                               fftcore_frequency_response** response) {
  return response_of(response,
                     [&] { return load_frequency_response(&object(file, "the name of a file")); });
}

void fftcore_frequency_response_free(fftcore_frequency_response* response) {
  freed(response);
}

fftcore_status fftcore_frequency_response_grid(const fftcore_frequency_response* response,
                                               fftcore_grid* grid) {
  return guarded([&] {
    const SampledResponse& from = object(response, "the frequency response").sampled;
    object(grid, "the place for a grid") = {from.grid.columns, from.grid.rows, from.grid.slices,
                                            reinterpret_cast<const double*>(from.values.data())};
  });
}

fftcore_status fftcore_frequency_response_at(const char* formula, double fx, double fy, double fz,
                                             double value[2]) {
  return guarded([&] {
    const std::complex<double> at = formula_of(formula)({fx, fy, fz});
    double* const place = &object(value, "the place for a complex number");
    place[0] = at.real();
    place[1] = at.imag();
  });
}

fftcore_status fftcore_parametric_frequency_response_at(const char* band, const char* shape,
                                                        double cutoff, double cutoff_high,
                                                        int order, double f, double* value) {
  return guarded([&] {
    const ParametricFilter filter = parametric_of(band, shape, cutoff, cutoff_high, order);
    object(value, "the place for a number") = frequency_response(filter, f);
  });
}

fftcore_status fftcore_notches_frequency_response_at(const fftcore_notch* notches, size_t count,
                                                     double fx, double fy, double* value) {
  return guarded([&] {
    object(value, "the place for a number") =
        frequency_response(notches_of(notches, count), fx, fy);
  });
}
