// SPDX-License-Identifier: LGPL-2.1-or-later
#include "product_convolution.h"

namespace fftcore {

Convolution product_convolution(const MultiplyStage& stage) {
  const Layout image = Layout::planar(SampleType::f32, stage.input.points, stage.input.channels);
  return with_filters(convolution(image, stage.taps.value_or(Extent{1, 1}), stage.operation), 1,
                      stage.mixing);
}

}  // namespace fftcore
