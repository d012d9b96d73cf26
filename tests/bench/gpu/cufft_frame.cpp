// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cufft_frame.h"

#include <limits>
#include <map>
#include <tuple>

namespace bench {

using namespace fftcore;

namespace {

std::vector<int> points_of_frame(const Circular& circular) {
  return circular.rows == 1 ? std::vector{circular.columns}
                            : std::vector{circular.rows, circular.columns};
}

double milliseconds(const Gpu& gpu, const Circular& circular, bool in_place) {
  const std::int64_t most = std::max(circular.batch, circular.results);
  const Memory spectra(static_cast<std::size_t>(circular.bins() * most) * 8);
  const Memory separate(in_place ? 1 : static_cast<std::size_t>(circular.points() * most) * 4);
  const Address grids = in_place ? spectra.address() : separate.address();
  const FramePlans plans(gpu, circular,
                         in_place ? 2 * (circular.columns / 2 + 1) : circular.columns);
  return gpu.trial_ms([&] {
    plans.forward.run(grids, spectra.address());
    plans.inverse.run(spectra.address(), grids);
  });
}

}  // namespace

FramePlans::FramePlans(const Gpu& gpu, const Circular& circular, int row_stride)
    : forward(CufftType::r2c, points_of_frame(circular), circular.batch, gpu.stream(), row_stride),
      inverse(CufftType::c2r, points_of_frame(circular), circular.results, gpu.stream(),
              row_stride) {}

Circular fastest_frame(const Gpu& gpu, const Convolution& problem, bool in_place) {
  static std::map<std::tuple<int, int, std::int64_t, std::int64_t, bool>, std::pair<int, int>>
      known;
  const Circular least = circular_frame(problem, 0, 0);
  const auto [entry, is_new] = known.try_emplace(
      {least.extended_rows, least.extended_columns, least.batch, least.results, in_place});
  if (is_new) {
    double best = std::numeric_limits<double>::infinity();
    for (const int rows : smooth_extents(least.extended_rows)) {
      for (const int columns : smooth_extents(least.extended_columns)) {
        const double ms = milliseconds(gpu, circular_frame(problem, rows, columns), in_place);
        if (ms < best) {
          best = ms;
          entry->second = {rows, columns};
        }
      }
    }
  }
  return circular_frame(problem, entry->second.first, entry->second.second);
}

Memory kernel_spectra(const Gpu& gpu, const Convolution& problem, std::span<const Taps> taps,
                      const Circular& circular) {
  const std::size_t bytes = static_cast<std::size_t>(circular.bins()) * 8;
  Memory spectra(bytes * taps.size());
  const Memory real(static_cast<std::size_t>(circular.points()) * sizeof(float));
  const CufftPlan forward(CufftType::r2c, points_of_frame(circular), 1, gpu.stream());
  for (std::size_t i = 0; i < taps.size(); ++i) {
    const std::vector<float> grid = kernel_grid(problem, taps[i], circular);
    gpu.copy_in(real.address(), grid.data(), real.size_bytes());
    forward.run(real.address(), spectra.address() + i * bytes);
  }
  gpu.wait();
  return spectra;
}

void pad_frames(const Gpu& gpu, const Convolution& problem, const Circular& circular,
                Address frames, Address grids, int row_stride) {
  gpu.kernels().launch(gpu.stream(), problem.input.type == SampleType::u8 ? "pad_u8" : "pad_f32",
                       {Kernels::blocks_for(circular.columns), circular.rows, circular.batch},
                       frames, grids, static_cast<int>(problem.input.rows.extent),
                       static_cast<int>(problem.input.columns.extent), circular.extended_rows,
                       circular.extended_columns, circular.rows_before, circular.columns_before,
                       circular.columns, row_stride, static_cast<int>(problem.edge));
}

void crop_frames(const Gpu& gpu, const Convolution& problem, const Circular& circular,
                 Address grids, Address frames, int row_stride) {
  const std::int64_t columns = problem.output.columns.extent;
  gpu.kernels().launch(gpu.stream(), problem.output.type == SampleType::u8 ? "crop_u8" : "crop_f32",
                       {Kernels::blocks_for(columns), problem.output.rows.extent, circular.results},
                       grids, frames, static_cast<int>(columns), circular.rows, row_stride);
}

}  // namespace bench
