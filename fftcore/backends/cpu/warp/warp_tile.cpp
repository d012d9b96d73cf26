// SPDX-License-Identifier: LGPL-2.1-or-later
#include "warp_tile.h"

#include <algorithm>

#include "canonical.h"
#include "fftcore/pieces.h"
#include "image_access.h"
#include "pixels.h"

namespace fftcore {
namespace {

template <class Real>
void load_row(const Warp& warp, const void* row, std::int64_t first, const WarpBox& box, Real* to) {
  const Layout& image = warp.input;
  const std::int64_t step = image.columns.stride;
  for (std::int64_t x = 0; x < box.columns;) {
    const EdgeRun run = edge_run(box.left + x, box.columns - x, image.columns.extent, warp.edge);
    Real* const samples = to + x;
    if (run.source < 0) {
      std::fill_n(samples, run.count, static_cast<Real>(warp.fill));
    } else {
      load_samples(row, image.type, first + run.source * step, run.step * step,
                   run.step == 0 ? 1 : run.count, 0.0F, samples);
      if (run.step == 0) std::fill_n(samples + 1, run.count - 1, *samples);
    }
    x += run.count;
  }
}

template <class Real>
bool is_plain(const Layout& image) {
  return image.type == (sizeof(Real) == sizeof(double) ? SampleType::f64 : SampleType::f32) &&
         image.columns.stride == 1;
}

}  // namespace

template <class Real>
WarpTile<Real> warp_tile(const Warp& warp, const ConstBuffer& image, std::int64_t channel,
                         const WarpBox& box, std::int64_t more, Real* memory) {
  const Layout& layout = warp.input;
  const std::int64_t first = first_of(image, layout) + channel * layout.channels.stride;
  if (is_plain<Real>(layout) && box.left >= 0 && box.top >= 0 &&
      box.left + box.columns + more <= layout.columns.extent &&
      box.top + box.rows <= layout.rows.extent)
    return {static_cast<const Real*>(row_of(image, layout, box.top)) + first + box.left,
            image.row_stride != 0 ? image.row_stride : layout.rows.stride};
  for (std::int64_t y = 0; y < box.rows; ++y) {
    Real* const to = memory + y * box.columns;
    const std::int64_t row = edge_index(box.top + y, layout.rows.extent, warp.edge);
    if (row < 0)
      std::fill_n(to, box.columns, static_cast<Real>(warp.fill));
    else
      load_row(warp, row_of(image, layout, row), first, box, to);
  }
  return {memory, box.columns};
}

template WarpTile<float> warp_tile(const Warp&, const ConstBuffer&, std::int64_t, const WarpBox&,
                                   std::int64_t, float*);
template WarpTile<double> warp_tile(const Warp&, const ConstBuffer&, std::int64_t, const WarpBox&,
                                    std::int64_t, double*);

}  // namespace fftcore
