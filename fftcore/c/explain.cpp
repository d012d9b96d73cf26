// SPDX-License-Identifier: LGPL-2.1-or-later
// What the library would do with a work, as text for people.
#include "fftcore/explain.h"

#include <fmt/format.h>

#include <string>

#include "fftcore/error.h"
#include "guard.h"
#include "work.h"

using namespace fftcore;

fftcore_status fftcore_explain(const fftcore_work* work, int threads, char** text) {
  return text_given(text, [&] {
    const AnyWork& value = object(work, "the work").value;
    const auto* const convolution = std::get_if<Convolution>(&value);
    if (convolution == nullptr)
      throw InvalidArgument(fmt::format(
          "plans of the CPU are explained of a Convolution, not of a {}", kind_of(value)));
    return explain(*convolution, threads);
  });
}

fftcore_status fftcore_explain_kernels(const fftcore_work* work, const char* gpu,
                                       const char* language, char** text) {
  return text_given(text, [&] {
    const AnyWork& value = object(work, "the work").value;
    const char* const name = &object(gpu, "the name of a GPU");
    const char* const dialect = &object(language, "the name of a language");
    return explain_kernels(value, name, dialect);
  });
}
