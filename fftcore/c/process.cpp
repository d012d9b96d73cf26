// SPDX-License-Identifier: LGPL-2.1-or-later
// What holds for the process: its log. And what is measured without a queue.
#include <string>
#include <string_view>

#include "buffers.h"
#include "fftcore/log.h"
#include "fftcore/noise.h"
#include "given_taps.h"
#include "guard.h"
#include "work.h"

using namespace fftcore;

fftcore_status fftcore_set_log_sink(fftcore_log_sink sink, void* user) {
  return guarded([&] {
    if (sink == nullptr) return set_log_sink({});
    set_log_sink([sink, user](std::string_view topic, std::string_view text) {
      sink(user, std::string(topic).c_str(), std::string(text).c_str());
    });
  });
}

namespace {

/// The image of a Denoise, whose noise is measured.
const Layout& image_of(const fftcore_work* denoise) {
  const AnyWork& value = object(denoise, "the work whose image it is").value;
  const auto* const one = std::get_if<Denoise>(&value);
  if (one == nullptr)
    throw InvalidArgument(
        fmt::format("noise is that of a Denoise's input, and this is a {}", kind_of(value)));
  return one->input;
}

}  // namespace

fftcore_status fftcore_estimate_noise(const fftcore_work* denoise,
                                      const fftcore_const_buffer* image, int64_t channel,
                                      double* sigma) {
  return guarded([&] {
    const Layout& layout = image_of(denoise);
    object(sigma, "the place for the noise") =
        estimate_noise(layout, buffer_of(object(image, "the image")), channel);
  });
}

fftcore_status fftcore_measured_lambda(const fftcore_work* denoise,
                                       const fftcore_const_buffer* image, const fftcore_taps* blur,
                                       int64_t channels, double* lambda) {
  return guarded([&] {
    const Layout& layout = image_of(denoise);
    object(lambda, "the place for lambda") = measured_lambda(
        layout, buffer_of(object(image, "the image")), taps_of(object(blur, "the blur")), channels);
  });
}
