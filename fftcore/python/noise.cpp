// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/noise.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "array_place.h"
#include "bindings.h"
#include "taps_array.h"
#include "without_gil.h"

namespace nb = nanobind;

namespace fftcore {
namespace {

/// Noise of an image that a Denoise's text describes, in levels of 255.
double noise_of(const std::string& text, nb::handle image) {
  const Denoise denoise = parse_denoise(text);
  const Array array = array_of(image, "image", false);
  const Buffer buffer = buffer_at(places_of(denoise).inputs[0], array, {});
  const WithoutGil others;
  return estimate_noise(denoise.input,
                        {buffer.data, buffer.row_stride, buffer.size_bytes, buffer.memory, 0});
}

/// Lambda for an image that a Denoise's text describes.
double lambda_of(const std::string& text, nb::handle image, nb::handle blur) {
  const Denoise denoise = parse_denoise(text);
  const Array array = array_of(image, "image", false);
  const Buffer buffer = buffer_at(places_of(denoise).inputs[0], array, {});
  const Taps taps = taps_of_array(blur, "psf");
  const WithoutGil others;
  return measured_lambda(
      denoise.input, {buffer.data, buffer.row_stride, buffer.size_bytes, buffer.memory, 0}, taps);
}

}  // namespace

void bind_noise(nb::module_& module) {
  module.def("estimate_noise", &noise_of, nb::arg("text"), nb::arg("image").none());
  module.def("measured_lambda", &lambda_of, nb::arg("text"), nb::arg("image").none(),
             nb::arg("blur"));
}

}  // namespace fftcore
