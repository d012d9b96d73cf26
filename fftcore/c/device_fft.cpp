// SPDX-License-Identifier: LGPL-2.1-or-later
// The FFT as source text, for kernels of the caller's.
#include "fftcore/device_fft.h"

#include "guard.h"
#include "named.h"

using namespace fftcore;

namespace {

DeviceFft fft_of(const char* text) {
  return parse_device_fft(&object(text, "the text of an FFT"));
}

}  // namespace

fftcore_status fftcore_device_fft_source(const char* fft, const char* language, const char* name,
                                         char** text) {
  return text_given(text, [&] {
    return device_source(fft_of(fft), language_named(&object(language, "the name of a language")),
                         &object(name, "the name of the FFT"));
  });
}

fftcore_status fftcore_device_fft_traits_of(const char* fft, fftcore_device_fft_traits* traits) {
  return guarded([&] {
    const DeviceFftTraits from = traits_of(fft_of(fft));
    object(traits, "the place for traits") = {from.elements_per_thread,
                                              from.storage_size,
                                              from.stride,
                                              from.ffts_per_block,
                                              from.implicit_batching,
                                              from.input_length,
                                              from.output_length,
                                              from.input_elements_per_thread,
                                              from.output_elements_per_thread,
                                              from.is_input_real ? 1 : 0,
                                              from.is_output_real ? 1 : 0,
                                              from.real_bytes,
                                              from.threads,
                                              from.shared_bytes,
                                              from.shared_io_bytes,
                                              from.workspace_bytes,
                                              from.suggested_elements_per_thread,
                                              from.suggested_ffts_per_block};
  });
}
