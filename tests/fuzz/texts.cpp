// SPDX-License-Identifier: LGPL-2.1-or-later
// Texts of convolutions, transforms, streams, searches, denoisings, stages and emitted FFTs: what
// is read is printed to a text that is read as the same value; what is not is an InvalidArgument.
#include "fftcore/convolution.h"
#include "fftcore/denoise.h"
#include "fftcore/device_fft.h"
#include "fftcore/error.h"
#include "fftcore/frequency_response.h"
#include "fftcore/search.h"
#include "fftcore/stages.h"
#include "fftcore/stream_convolution.h"
#include "fftcore/transform.h"
#include "fftcore/window_correlation.h"
#include "target.h"

namespace {

template <class Value>
void check(Value (*parse)(std::string_view), std::string_view text) {
  Value value;
  try {
    value = parse(text);
  } catch (const fftcore::InvalidArgument&) {
    return;
  }
  validate(value);
  const std::string printed = to_string(value);
  fuzz::require(parse(printed) == value, printed);
}

/// What an FFT of a device cannot be is said after it was read. Long ones take long to be planned.
void check_device_fft(std::string_view text) {
  constexpr std::int64_t kPoints = 600;
  try {
    const fftcore::DeviceFft fft = fftcore::parse_device_fft(text);
    const std::string printed = to_string(fft);
    fuzz::require(fftcore::parse_device_fft(printed) == fft, printed);
    if (fft.points <= kPoints) validate(fft);
  } catch (const fftcore::InvalidArgument&) {
    return;
  }
}

/// A formula is read or refused; what it gives for a frequency may be any number.
void check_response(std::string_view text) {
  try {
    const fftcore::FrequencyResponse response{std::string(text)};
    fuzz::require(response.text() == text, text);
    (void)response({0.1, -0.5, 0});
  } catch (const fftcore::InvalidArgument&) {
    return;
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  check(fftcore::parse_convolution, text);
  check(fftcore::parse_transform, text);
  check(fftcore::parse_stream, text);
  check(fftcore::parse_matching, text);
  check(fftcore::parse_phase_correlation, text);
  check(fftcore::parse_denoise, text);
  check(fftcore::parse_forward_stage, text);
  check(fftcore::parse_multiply_stage, text);
  check(fftcore::parse_inverse_stage, text);
  check(fftcore::parse_window_correlation, text);
  check_device_fft(text);
  check_response(text);
  return 0;
}
