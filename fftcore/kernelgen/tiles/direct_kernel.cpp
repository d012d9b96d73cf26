// SPDX-License-Identifier: LGPL-2.1-or-later
#include "direct_kernel.h"

#include <algorithm>

#include <fmt/format.h>

#include "complex.h"
#include "direct_bodies.h"
#include "fftcore/error.h"
#include "passes.h"

namespace fftcore {
namespace {

/// Whether the block's pixels can be as `pixel` says.
bool has_pixels(const DirectSpec& spec) {
  const auto lies_so = [&](const ImageGeometry& image) {
    return image.column_stride == spec.pixel && image.channel_stride == 1 &&
           has_quads(image.storage);
  };
  const std::size_t copied = spec.store.copied ? spec.store.copied->channels.size() : 0;
  return spec.body != DirectBody::products && spec.body != DirectBody::transforms &&
         spec.body != DirectBody::real_bands && spec.loads_quads && spec.stores_quads &&
         !spec.store.reversed && lies_so(spec.load.image) && lies_so(spec.store.image) &&
         spec.channels() + static_cast<int>(copied) == spec.pixel && spec.tiles[Dim::channel] == 1;
}

void check_direct(const DirectSpec& spec) {
  const StripShape& shape = spec.shape;
  if (spec.pixel != 1 && !has_pixels(spec))
    throw InvalidArgument(
        fmt::format("{}: pixels of {} samples make no kernel", spec.name, spec.pixel));
  if (spec.body == DirectBody::transforms) {
    if (spec.sample_rows() != kTransformSide || spec.tile_columns() < kStripColumns ||
        shape.threads != kMatrixThreads * kTransformWarps || spec.lead < 0)
      throw InvalidArgument(
          fmt::format("{}: tiles of {} rows of samples and {} threads make no transforms",
                      spec.name, spec.sample_rows(), shape.threads));
    return;
  }
  if (spec.body == DirectBody::matrices) {
    if (shape.rows < 1 || shape.tile_rows != kMatrixRows * shape.rows ||
        shape.threads != kMatrixThreads * kMatrixWarps || spec.lead < 0)
      throw InvalidArgument(
          fmt::format("{}: tiles of {} rows, {} phases and {} threads make no "
                      "matrices",
                      spec.name, shape.tile_rows, shape.rows, shape.threads));
    return;
  }
  if (spec.has_bands()) {
    const bool is_real = spec.body == DirectBody::real_bands;
    if (shape.rows < 1 || shape.tile_rows % kSlabRows != 0 || shape.threads < kMatrixThreads ||
        shape.threads % kMatrixThreads != 0 || spec.lead < 0 ||
        (!is_real && spec.sample_columns() > kMostSlabColumns) ||
        (is_real && spec.loads_quads && spec.load.first_column % kStripColumns != 0))
      throw InvalidArgument(
          fmt::format("{}: tiles of {} rows, {} matrices of a warp and {} threads make no bands",
                      spec.name, shape.tile_rows, shape.rows, shape.threads));
    return;
  }
  const bool has_strips = shape.rows >= 1 && shape.tile_rows % shape.rows == 0 &&
                          shape.tap_rows >= 1 && shape.tap_rows <= spec.tap_rows;
  const bool has_threads = spec.body == DirectBody::taps
                               ? shape.threads == shape.tile_rows / shape.rows * kStripsAcross
                               : shape.threads >= 1 && shape.threads % kStripsAcross == 0;
  const bool loads = !spec.loads_quads || (spec.load.first_column % kStripColumns == 0 &&
                                           spec.load.image.columns >= kStripColumns &&
                                           has_quads(spec.load.image.storage));
  const bool stores = !spec.stores_quads || has_quads(spec.store.image.storage);
  if (!has_strips || !has_threads || spec.lead < 0 || !loads || !stores)
    throw InvalidArgument(
        fmt::format("{}: tiles of {} rows, strips of {} and {} threads make no "
                    "kernel",
                    spec.name, shape.tile_rows, shape.rows, shape.threads));
}

/// Registers that a thread does well with.
int registers_for(const DirectSpec& spec) {
  // Addresses, and what is loaded ahead.
  constexpr int kOthers = 30, kOthersOfMatrices = 34;
  const StripShape& shape = spec.shape;
  // Those of a line of each part, and as many others as leave room for two blocks.
  if (spec.body == DirectBody::transforms) return 128;
  if (spec.body == DirectBody::matrices)
    return spec.channels() * kMatricesAcross * shape.rows * kStripColumns +
           spec.tap_rows * spec.matrix_steps() + kOthersOfMatrices;
  if (spec.body == DirectBody::bands) {
    // What lies between rows and columns.
    constexpr int kOthersOfBands = 80, kOthersOfPixels = 16;
    return 4 * shape.rows * spec.column_bands() * spec.channels() + kOthersOfBands +
           (spec.pixel > 1 ? kOthersOfPixels : 0);
  }
  if (spec.body == DirectBody::real_bands) {
    // What lies between rows and columns, sums, and the slab on its way.
    constexpr int kOthersOfRealBands = 56, kOfPair = 16;
    const int quads = (kSlabRows * spec.groups() + shape.threads - 1) / shape.threads;
    return shape.rows * (8 * spec.column_bands() + kOfPair) + 4 * quads + kOthersOfRealBands;
  }
  const int strip = spec.channels() * kStripColumns * shape.rows;
  if (spec.body == DirectBody::taps)
    return strip + shape.tap_rows * spec.tap_columns + kStripColumns + spec.tap_columns - 1 +
           kOthers;
  const int outputs = kStripColumns * (kStripsAcross * shape.tile_rows / shape.threads + 1);
  return outputs + std::max(strip + spec.tap_rows, spec.tap_columns) + kOthers;
}

}  // namespace

std::vector<ast::Expr> taps_from(Builder& b, const ast::Expr& first, int count) {
  b.buffer(kDirectTaps, Storage::f32, ast::Access::constant);
  std::vector<ast::Expr> taps;
  for (int i = 0; i < count; i += 2) {
    const Complex pair = parts(b, ast::LoadGlobal{kDirectTaps, first + i / 2, 2});
    taps.push_back(pair.re);
    if (i + 1 < count) taps.push_back(pair.im);
  }
  return taps;
}

GeneratedKernel direct_kernel(const DirectSpec& spec) {
  check_direct(spec);
  Builder b(spec.name);
  const int blocks = (spec.tile_count() + spec.tiles_at_once() - 1) / spec.tiles_at_once();
  b.launch({spec.shape.threads, 1, 1}, {blocks, 1, 1});
  const int registers = registers_for(spec);
  // With fewer, products' outputs of before may wait in memory for a moment.
  b.limit_registers(registers, spec.body == DirectBody::products ? registers - 24 : registers);
  // Sums of several channels: some bytes in memory cost less than a block beside it.
  if (spec.pixel > 1) b.allow_spills(32);
  switch (spec.body) {
    case DirectBody::taps: sum_taps(b, spec); break;
    case DirectBody::products: sum_products(b, spec); break;
    case DirectBody::matrices: sum_matrices(b, spec); break;
    case DirectBody::transforms: filter_by_transforms(b, spec); break;
    case DirectBody::bands: sum_bands(b, spec); break;
    case DirectBody::real_bands: sum_real_bands(b, spec); break;
  }
  return {fold(std::move(b).finish()), {}};
}

}  // namespace fftcore
