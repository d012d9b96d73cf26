// SPDX-License-Identifier: LGPL-2.1-or-later
#include <bit>
#include <utility>

#include "drawn_work.h"

namespace fftcore::test {

SpectrumLayout DrawnWork::spectrum(std::int64_t channels) {
  SpectrumLayout drawn;
  drawn.points = {number(1, 20), 2 * number(1, 20)};
  drawn.channels = channels;
  drawn.type = one_of({SampleType::f32, SampleType::f16});
  drawn.transformed = one_of({Transformed::rows, Transformed::rows_and_columns});
  drawn.stored_rows =
      drawn.transformed == Transformed::rows ? number(1, drawn.points.rows) : drawn.points.rows;
  drawn.normalized = flag();
  return drawn;
}

ForwardStage DrawnWork::forward(SampleType type) {
  using enum EdgeMode;
  ForwardStage work;
  work.spectrum = spectrum(number(1, 4));
  const auto& [points, stored] = std::pair{work.spectrum.points, work.spectrum.stored_rows};
  if (flag()) work.border = {number(0, 2), number(0, 2), number(0, 2), number(0, 2)};
  may(work.skipped_channels, number(1, 15));
  const Border& border = work.border;
  work.image = layout(type,
                      {at_least_1(stored - border.top - border.bottom),
                       number(1, at_least_1(points.columns - border.left - border.right))},
                      work.spectrum.channels + std::popcount(work.skipped_channels));
  work.edge = one_of({constant, replicate, reflect, reflect_101, wrap});
  may(work.window, Window::hann);
  may(work.bias, real());
  return work;
}

InverseStage DrawnWork::inverse(SampleType type) {
  const ForwardStage drawn = forward(type);
  InverseStage work{.spectrum = drawn.spectrum, .image = drawn.image};
  work.skipped_channels = drawn.skipped_channels;
  may(work.copies_skipped, true);
  may(work.first_row, number(1, 5));
  may(work.first_column, number(1, 5));
  work.bias = drawn.bias;
  return work;
}

MultiplyStage DrawnWork::multiply() {
  const std::int64_t channels = number(1, 4);
  MultiplyStage work;
  work.input = spectrum(channels);
  work.mixing =
      one_of({Mixing::none, Mixing::none, Mixing::diagonal, Mixing::full, Mixing::symmetric});
  if (flag()) {
    work.taps = Extent{number(1, 5), number(1, 5)};
    work.operation = one_of({Operation::convolve, Operation::correlate});
  } else {
    work.spectrum = work.input;
    work.spectrum->transformed = Transformed::rows_and_columns;
    work.spectrum->stored_rows = work.input.points.rows;
    work.spectrum->type = one_of({SampleType::f32, SampleType::f16});
    work.spectrum->normalized = flag();
    const std::int64_t several[] = {1, channels, channels * channels,
                                    channels * (channels + 1) / 2};
    work.spectrum->channels = several[static_cast<std::size_t>(work.mixing)];
    work.op.conjugate_input = flag();
    work.op.conjugate_factor = flag();
    if (flag()) {
      work.op.kind = one_of({SpectralKind::phase_only, SpectralKind::wiener});
      work.op.parameter = single();
    }
  }
  if (seldom()) work.formula = formula();
  if (seldom()) work.code = code();
  work.output = work.input;
  if (flag()) {
    work.output.transformed = Transformed::rows_and_columns;
    work.output.stored_rows = work.output.points.rows;
  }
  work.output.normalized = is_product_normalized(work);
  return work;
}

}  // namespace fftcore::test
