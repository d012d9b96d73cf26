// SPDX-License-Identifier: LGPL-2.1-or-later
// Three stages that belong together, as text: a Convolution (whose image, kernel, edges and mixing
// they share), then after ` | ` what is not said by it.
//   rows, both          what the forward stage transforms; to-rows, to-both: what the product is
//   f16, normalized     of the spectra
//   points=RxC          instead of what the backend likes
//   extra=L,R,T,B       border beyond what the kernel needs, still there after the product
//   hann                windowed; for kernels 1x1
//   spectrum            the product is with a spectrum, not with taps; then also: conjugate,
//                       conjugate-input, phase, noise=X, wiener=X, kernel-f16,
//   kernel-normalized from=Y,X            where in the field the inverse begins
//   copies              the inverse copies the channels that are skipped
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>

#include "fftcore/backend.h"

namespace stages {

struct Chain {
  fftcore::Convolution problem;
  fftcore::ForwardStage forward;
  fftcore::MultiplyStage multiply;
  fftcore::InverseStage inverse;
};

struct Words {
  bool has(std::string_view word) const {
    return text.find(" " + std::string(word) + " ") != std::string::npos;
  }
  /// The numbers after `name=`, with `separator` between them; as many as there are.
  std::vector<double> numbers(const std::string& name, char separator) const {
    std::vector<double> values;
    const auto start = text.find(" " + name + "=");
    if (start == std::string::npos) return values;
    std::istringstream stream(
        text.substr(start + name.size() + 2, text.find(' ', start + 1) - start - name.size() - 2));
    for (std::string part; std::getline(stream, part, separator);)
      values.push_back(std::stod(part));
    return values;
  }
  std::string text;  // with a space before and after each word
};

/// `liked_points(Extent)`: the points, no fewer, that are taken where the text has none.
template <class Points>
Chain parse_chain_with(const std::string& text, Points liked_points) {
  using namespace fftcore;
  const auto bar = text.find(" |");
  const Words words{text.substr(bar + 2) + " "};
  Chain chain;
  const Convolution problem = chain.problem = parse_convolution(text.substr(0, bar));
  const auto whole = [](double value) { return static_cast<std::int64_t>(value); };

  ForwardStage& forward = chain.forward;
  forward.image = problem.input;
  forward.skipped_channels = problem.skipped_channels;
  forward.edge = problem.edge;
  forward.bias = problem.bias;
  const Border needed = words.has("hann") || words.has("spectrum")
                            ? Border{}
                            : border_for(problem.taps, problem.operation);
  Border extra;
  if (const auto n = words.numbers("extra", ','); n.size() == 4)
    extra = {whole(n[0]), whole(n[1]), whole(n[2]), whole(n[3])};
  forward.border = {needed.left + extra.left, needed.right + extra.right, needed.top + extra.top,
                    needed.bottom + extra.bottom};
  forward.window = words.has("hann") ? Window::hann : Window::none;

  SpectrumLayout& spectrum = forward.spectrum;
  const Extent image = problem.input.extent();
  const std::int64_t rows = image.rows + forward.border.top + forward.border.bottom;
  if (const auto n = words.numbers("points", 'x'); n.size() == 2)
    spectrum.points = {whole(n[0]), whole(n[1])};
  else
    spectrum.points =
        liked_points(Extent{rows, image.columns + forward.border.left + forward.border.right});
  spectrum.channels = static_cast<std::int64_t>(problem.input.channels.extent) -
                      __builtin_popcount(problem.skipped_channels);
  spectrum.type = words.has("f16") ? SampleType::f16 : SampleType::f32;
  spectrum.transformed = words.has("rows") ? Transformed::rows : Transformed::rows_and_columns;
  spectrum.stored_rows = words.has("rows") ? rows : spectrum.points.rows;
  spectrum.normalized = words.has("f16") || words.has("normalized");

  MultiplyStage& multiply = chain.multiply;
  multiply.input = multiply.output = spectrum;
  multiply.mixing = problem.mixing;
  multiply.operation = problem.operation;
  if (words.has("spectrum")) {
    SpectrumLayout kernel = spectrum;
    kernel.transformed = Transformed::rows_and_columns;
    kernel.stored_rows = spectrum.points.rows;
    kernel.channels = taps_needed(with_filters(
        convolution(Layout::planar(SampleType::f32, {1, 1}, spectrum.channels), {1, 1}), 1,
        problem.mixing));
    kernel.type = words.has("kernel-f16") ? SampleType::f16 : SampleType::f32;
    kernel.normalized = words.has("kernel-normalized");
    multiply.spectrum = kernel;
    const auto number = [&](const char* name, double usual) {
      const auto n = words.numbers(name, ',');
      return static_cast<float>(n.size() == 1 ? n[0] : usual);
    };
    multiply.op.conjugate_factor = words.has("conjugate");
    multiply.op.conjugate_input = words.has("conjugate-input");
    if (words.has("phase"))
      multiply.op.kind = SpectralKind::phase_only, multiply.op.parameter = number("noise", 0.3);
    if (const float lambda = number("wiener", 0); lambda > 0)
      multiply.op.kind = SpectralKind::wiener, multiply.op.parameter = lambda;
  } else {
    multiply.taps = problem.taps;
  }
  SpectrumLayout& product = multiply.output;
  product.transformed = words.has("to-rows") ? Transformed::rows : Transformed::rows_and_columns;
  product.stored_rows =
      words.has("to-rows") ? image.rows + extra.top + extra.bottom : spectrum.points.rows;
  product.normalized = is_product_normalized(multiply);

  InverseStage& inverse = chain.inverse;
  inverse.spectrum = product;
  inverse.image = problem.output;
  inverse.skipped_channels = problem.skipped_channels;
  inverse.copies_skipped = words.has("copies");
  inverse.bias = problem.bias;
  inverse.first_row = extra.top;
  inverse.first_column = extra.left;
  if (const auto n = words.numbers("from", ','); n.size() == 2)
    inverse.first_row = whole(n[0]), inverse.first_column = whole(n[1]);
  return chain;
}

inline Chain parse_chain(const std::string& text, fftcore::Backend& backend,
                         const fftcore::Queue& queue) {
  return parse_chain_with(
      text, [&](fftcore::Extent least) { return backend.spectrum_points(least, queue); });
}

}  // namespace stages
