// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sample_formulas.h"

#include <fmt/format.h>

#include <algorithm>

#include "arithmetic.h"
#include "checked_formula.h"
#include "fftcore/error.h"

namespace fftcore {

SampleFormula load_formula(const Convolution& convolution) {
  return {convolution.load, traits_of(convolution.input.element).is_complex(), SampleSide::image,
          convolution.code};
}

SampleFormula spectrum_formula(const Convolution& convolution) {
  return {convolution.spectrum, true, SampleSide::product, convolution.code};
}

SampleFormula store_formula(const Convolution& convolution) {
  return {convolution.store, is_complex(convolution), SampleSide::image, convolution.code};
}

SampleFormula product_formula(const MultiplyStage& stage) {
  return {stage.formula, true, SampleSide::product, stage.code};
}

namespace {

/// Lest a result depends on the size that a transform is padded to.
void check_spectrum(const Convolution& convolution) {
  if (convolution.spectrum.empty()) return;
  check_formula(spectrum_formula(convolution), "spectrum", true, "");
  const auto refuse = [](std::string_view what) {
    throw InvalidArgument(fmt::format(
        "spectrum is a formula of the bins of the image's own extents, which needs edge "
        "wrap and region same, an image or a signal, and no more taps than samples "
        "along an axis; {}",
        what));
  };
  if (convolution.edge != EdgeMode::wrap || convolution.region != Region::same)
    refuse(fmt::format("this is edge {} and region {}", to_string(convolution.edge),
                       to_string(convolution.region)));
  if (convolution.operation == Operation::correlate_image)
    refuse("in icorr the image moves over the taps: use corr");
  const Extent image = convolution.input.extent(), taps = convolution.taps;
  if (image.slices > 1 || taps.slices > 1) refuse("this has three dimensions");
  if (taps.rows > image.rows || taps.columns > image.columns)
    refuse(fmt::format("these are {}x{} taps and {}x{} samples", taps.rows, taps.columns,
                       image.rows, image.columns));
}

}  // namespace

void check_formulas(const Convolution& convolution) {
  check_code(convolution.code, has_formulas(convolution));
  check_spectrum(convolution);
  const std::string samples = fmt::format("the output is {} (complex ones are c32 and c64)",
                                          to_string(convolution.output.element));
  check_formula(load_formula(convolution), "load", is_complex(convolution), samples);
  check_formula(store_formula(convolution), "store", is_complex(convolution), samples);
}

std::int64_t parameters_needed(const Convolution& convolution) {
  const std::int64_t of_samples =
      parameters_of_both(load_formula(convolution), store_formula(convolution));
  if (convolution.spectrum.empty()) return of_samples;
  return std::max(of_samples, parameters_of(parsed_of(spectrum_formula(convolution), "spectrum")));
}

std::int64_t parameters_needed(const MultiplyStage& stage) {
  return stage.formula.empty() ? 0 : parameters_of(parsed_of(product_formula(stage), "formula"));
}

}  // namespace fftcore
