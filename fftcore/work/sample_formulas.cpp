// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sample_formulas.h"

#include <fmt/format.h>

#include <algorithm>

#include "arithmetic.h"
#include "checked_formula.h"
#include "fftcore/error.h"
#include "strided_axes.h"

namespace fftcore {

SampleFormula load_formula(const Convolution& convolution) {
  return {convolution.load, traits_of(convolution.input.type).is_complex(), SampleSide::image,
          convolution.code};
}

SampleFormula spectrum_formula(const Convolution& convolution) {
  return {convolution.spectrum, true, SampleSide::product, convolution.code};
}

SampleFormula store_formula(const Convolution& convolution) {
  const auto& second = convolution.second;
  return {convolution.store, is_complex(convolution), SampleSide::image, convolution.code,
          second && traits_of(second->type).is_complex() ? SecondSamples::complex
                                                         : SecondSamples::real};
}

bool reads_second(const Convolution& convolution) {
  const SampleFormula store = store_formula(convolution);
  return store.exists() && names(parsed_of(store, "store"), SampleVariable::w);
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

/// Extents, channels and frames of an image.
std::string extents_text(const Layout& image) {
  return fmt::format("{}x{}x{}, of {} channels and {} frames", image.slices.extent,
                     image.rows.extent, image.columns.extent, image.channels.extent,
                     image.frames.extent);
}

void check_second(const Convolution& convolution) {
  const auto& second = convolution.second;
  if (!second) {
    if (reads_second(convolution))
      throw InvalidArgument(
          "store has w, a second image's sample, and second, the Layout of that image, is not "
          "given; second = output is usual");
    return;
  }
  if (!reads_second(convolution))
    throw InvalidArgument(
        fmt::format("there is a second image, of {}, and store does not have w, which reads it; "
                    "give none, or a formula such as store=\"w * v\"",
                    to_string(second->type)));
  validate_layout(*second, "w");
  if (const std::string size = extents_text(*second), wanted = extents_text(convolution.output);
      size != wanted)
    throw InvalidArgument(
        fmt::format("w is {}; the output is {}, and w has to be so too", size, wanted));
  const auto refuse = [&](std::string_view what, std::string_view needed) {
    throw InvalidArgument(fmt::format("w is {}, and the convolution of {} to {} is {}; {}",
                                      to_string(second->type), to_string(convolution.input.type),
                                      to_string(convolution.output.type), what, needed));
  };
  if (traits_of(second->type).is_complex() && !is_complex(convolution))
    refuse("real", "a real w or a complex output (complex64, complex128) is needed");
  if (part_of(second->type) == SampleType::f64 && !is_double(convolution))
    refuse("in single precision",
           "w may be f32 or complex64; or input or output f64 or complex128");
}

}  // namespace

void check_formulas(const Convolution& convolution) {
  check_code(convolution.code, has_formulas(convolution));
  check_spectrum(convolution);
  const std::string samples =
      fmt::format("the output is {} (complex ones are complex64 and complex128)",
                  to_string(convolution.output.type));
  check_formula(load_formula(convolution), "load", is_complex(convolution), samples);
  check_formula(store_formula(convolution), "store", is_complex(convolution), samples);
  check_second(convolution);
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
