// SPDX-License-Identifier: LGPL-2.1-or-later
// What holds for the process: its log. And what is measured without a queue.
#include <string>
#include <string_view>

#include "buffers.h"
#include "fftcore/log.h"
#include "fftcore/noise.h"
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

fftcore_status fftcore_estimate_noise(const fftcore_work* denoise,
                                      const fftcore_const_buffer* image, int64_t channel,
                                      double* sigma) {
  return guarded([&] {
    const AnyWork& value = object(denoise, "the work whose image it is").value;
    const auto* const one = std::get_if<Denoise>(&value);
    if (one == nullptr)
      throw InvalidArgument(
          fmt::format("noise is that of a Denoise's input, and this is a {}", kind_of(value)));
    object(sigma, "the place for the noise") =
        estimate_noise(one->input, buffer_of(object(image, "the image")), channel);
  });
}
