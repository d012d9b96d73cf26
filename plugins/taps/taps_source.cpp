// SPDX-License-Identifier: LGPL-2.1-or-later
#include "taps_source.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "fftcore/error.h"
#include "input_location.h"
#include "taps_picture.h"
#include "taps_value.h"

namespace fftcore::gst {
namespace {

constexpr std::uintmax_t kSlowFileBytes = 1 << 20;

void require_one_at_most(const TapsSource& source) {
  std::vector<std::string_view> given;
  if (source.filter != FilterKind::none) given.push_back("filter");
  if (source.kernel != nullptr) given.push_back("kernel");
  if (!source.location.empty()) given.push_back("kernel-location");
  if (source.notches != nullptr) given.push_back("notches");
  if (!source.response.empty()) given.push_back("response");
  if (given.size() > 1) {
    throw InvalidArgument(fmt::format(
        "{} are set together; set only one of filter, kernel, kernel-location, notches and "
        "response",
        fmt::join(given, given.size() == 2 ? " and " : ", ")));
  }
}

ParametricFilter parametric_filter(const TapsSource& source) {
  ParametricFilter filter;
  switch (source.filter) {
    case FilterKind::none: break;
    case FilterKind::lowpass: filter.band = Band::lowpass; break;
    case FilterKind::highpass: filter.band = Band::highpass; break;
    case FilterKind::bandpass: filter.band = Band::bandpass; break;
    case FilterKind::bandstop: filter.band = Band::bandstop; break;
  }
  filter.shape = source.shape;
  filter.cutoff = source.cutoff;
  filter.cutoff_high = source.cutoff_high;
  filter.order = source.order;
  return filter;
}

TapsMatrix taps_of_file(const std::string& location) {
  constexpr FileProperty kProperty = {"kernel-location",
                                      "a .npy array, of a text matrix with one row of taps a line, "
                                      "or of a grey PNG or TIFF picture",
                                      true, true};
  if (input_kind(kProperty, location) == InputKind::numbers) return load_taps_matrix(location);
  try {
    return {1, {pictures::taps_of_picture(location)}};
  } catch (const FileError& error) {
    throw FileError(fmt::format("kernel-location: {}", error.what()));
  }
}

TapsMatrix plain_taps(const TapsSource& source) {
  if (source.filter != FilterKind::none) return {1, {taps_of(parametric_filter(source))}};
  if (source.kernel != nullptr) return {1, {taps_of_value(source.kernel.get())}};
  if (!source.location.empty()) return taps_of_file(source.location);
  if (source.notches != nullptr) return {1, {taps_of(notches_of_value(source.notches.get()))}};
  if (!source.response.empty())
    return {1, {real_taps_of(FrequencyResponse(source.response), std::nullopt)}};
  return {1, {{{1, 1}, {1.0}}}};
}

}  // namespace

Taps real_taps_of(const FrequencyResponse& response, std::optional<Extent> grid) {
  Taps taps = grid ? taps_of(response, *grid) : taps_of(response);
  if (!taps.imaginary.empty()) {
    throw InvalidArgument(fmt::format(
        "response '{}': the picture would become complex; at (-fx, -fy) the response has to be the "
        "conjugate of that at (fx, fy), as i * fx is, or anything of abs(fx), abs(fy) and f",
        response.text()));
  }
  return taps;
}

bool is_given_by_frequencies(const TapsSource& source) {
  return source.filter != FilterKind::none || source.notches != nullptr || !source.response.empty();
}

bool has_taps(const TapsSource& source) {
  return is_given_by_frequencies(source) || source.kernel != nullptr || !source.location.empty();
}

void check(const TapsSource& source) {
  require_one_at_most(source);
  if (!source.response.empty()) FrequencyResponse{source.response};
}

TapsMatrix make_taps(const TapsSource& source) {
  check(source);
  TapsMatrix matrix = plain_taps(source);
  return source.normalize ? normalized(std::move(matrix)) : matrix;
}

std::vector<Taps> in_order(const TapsMatrix& matrix, const std::vector<int>& order) {
  if (matrix.channels == 1) return matrix.taps;
  std::vector<Taps> taps;
  for (const int to : order)
    for (const int from : order)
      taps.push_back(matrix.taps[static_cast<std::size_t>(to * matrix.channels + from)]);
  return taps;
}

bool is_slow(const TapsSource& source) {
  if (!source.response.empty()) return true;
  std::error_code error;
  const std::uintmax_t bytes =
      source.location.empty() ? 0 : std::filesystem::file_size(source.location, error);
  return !error && bytes > kSlowFileBytes;
}

}  // namespace fftcore::gst
