// SPDX-License-Identifier: LGPL-2.1-or-later
// What a work has to be given besides its buffers.
#include "fftcore/stages.h"
#include "given_taps.h"
#include "guard.h"
#include "named.h"
#include "overloaded.h"
#include "product_convolution.h"
#include "work.h"

namespace fftcore {

std::int64_t taps_needed_by(const AnyWork& value) {
  return std::visit(
      Overloaded{[](const Convolution& work) { return taps_needed(work); },
                 [](const MultiplyStage& work) {
                   return work.taps ? taps_needed(product_convolution(work)) : 0;
                 },
                 [](const TemplateMatching& work) { return work.templates; },
                 [](const StreamConvolution& work) { return impulse_responses_needed(work); },
                 [](const auto&) { return int64_t{0}; }},
      value);
}

}  // namespace fftcore

using namespace fftcore;

namespace {

int64_t parameters_of(const AnyWork& value) {
  return std::visit(
      [](const auto& work) -> int64_t {
        if constexpr (requires { parameters_needed(work); })
          return parameters_needed(work);
        else
          return 0;
      },
      value);
}

}  // namespace

fftcore_status fftcore_taps_needed(const fftcore_work* work, size_t* count) {
  return guarded([&] {
    object(count, "the place for a number") =
        static_cast<size_t>(taps_needed_by(object(work, "the work").value));
  });
}

fftcore_status fftcore_parameters_needed(const fftcore_work* work, size_t* count) {
  return guarded([&] {
    object(count, "the place for a number") =
        static_cast<size_t>(parameters_of(object(work, "the work").value));
  });
}

fftcore_status fftcore_border_for(const fftcore_extent* taps, const char* operation,
                                  fftcore_border* border) {
  return guarded([&] {
    const Border reads =
        border_for(taps_extent(object(taps, "the extent of the taps")),
                   operation_named(&object(operation, "the name of an operation")));
    object(border, "the place for a border") = {reads.left, reads.right, reads.top, reads.bottom};
  });
}
