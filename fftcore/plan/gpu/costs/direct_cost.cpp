// SPDX-License-Identifier: LGPL-2.1-or-later
#include "direct_cost.h"

#include <algorithm>
#include <cmath>

#include "ceil_div.h"
#include "launch_cost.h"

namespace fftcore {
namespace {

// A multiprocessor's clock, in units of launch_cost(): 0.57 ns at 1.755 GHz.
constexpr double kClock = 54;
// What it does in a clock: instructions of warps, words of shared memory.
constexpr double kIssued = 4, kSharedWords = 32;
// The part of that which is reached; less of products, whose threads wait for each other between
// columns and rows. Fitted to 5x5 to 31x31 taps on an H200.
constexpr double kReached = 0.8, kReachedOfProducts = 0.565;
// Instructions of a thread that bring a sample to shared memory (a quarter of that where four come
// at once), and that round and store an output (likewise).
constexpr double kLoad = 16, kQuadLoad = 5.5, kStore = 12, kQuadStore = 4;
// From a block's first load to its last store with nothing to do: about 1 us.
constexpr double kLatencyClocks = 1700;
// A byte that goes past the second-level cache, over all multiprocessors: 4.2 TB/s.
constexpr double kByte = 3;
// Of band matrices, clocks: of a sample of the tile, and of a product of 16x16 with 16x8. Fitted to
// 3x3, 7x7 and 15x15 taps on an H200.
constexpr double kMatrixSample = 0.19, kMatrixProduct = 1.7;
// Of a sample that comes alone, with arithmetic of its own: fitted to 7x7 taps on pixels of four
// samples, on an H200.
constexpr double kLoneMatrixSample = 1.3;

// Of bands, clocks: of a slab, and of a product of 16x16 with 16x8, on a multiprocessor that has as
// many blocks as find registers, which are fewer of many bands; of a slab from its loads to its
// stores; and of a block's taps and first slab. Fitted to 15x15 to 127x127 taps on an H200.
constexpr double kSlab = 510, kBandProduct = 1.3, kSlabLatency = 1450, kBandStart = 2600;
constexpr int kManyBands = 5;
// Of bands of whole pixels, whose blocks have a multiprocessor to themselves: how many times the
// clocks of a slab of each channel; and of a slab of a block that no other follows, of each
// channel. Fitted to 15x15 to 63x63 taps on RGBA, on an H200.
constexpr double kSlabOfPixels = 1.5, kSlabLatencyOfChannel = 1250;

// Of bands of real numbers, likewise: a product is of 16x8 with 8x8, three times. Fitted to 31x31
// and 63x63 taps on an H100, of warps with one pair of matrices and with two.
struct RealBandClocks {
  double slab, product, latency, start;
};
constexpr RealBandClocks kOfOnePair{250, 7.7, 2100, 500}, kOfTwoPairs{720, 5.9, 2600, 2000};

// Of two tiles that are transformed, on a multiprocessor that has two blocks of them. Fitted to
// 31x31 and 63x63 taps on an H200.
constexpr double kTransformedTiles = 12300;

double samples_of(const DirectSpec& spec) {
  double samples =
      static_cast<double>(spec.store.image.rows) * spec.store.image.columns * spec.channels();
  for (const Dim dim : {Dim::channel, Dim::frame}) samples *= spec.tiles[dim];
  return samples;
}

/// What all threads of a block do: instructions, each of one thread, and words of shared memory.
struct BlockWork {
  double instructions = 0, words = 0;
  void load_groups(double count) {
    instructions += count;
    words += count * kStripColumns;
  }
};

double strips_of(const DirectSpec& spec, double across) {
  return across * spec.shape.tile_rows / spec.shape.rows;
}

void sum_taps(BlockWork& work, const DirectSpec& spec) {
  const int at_once = spec.shape.tap_rows;
  const double strips = strips_of(spec, kStripsAcross), rows = spec.shape.rows;
  const double groups =
      std::ceil((spec.lead + spec.tap_columns - 1.0 + kStripColumns) / kStripColumns);
  for (int first = 0; first < spec.tap_rows; first += at_once) {
    const int taps = std::min(at_once, spec.tap_rows - first);
    work.load_groups(strips * (rows + taps - 1) * groups);
    work.instructions += strips * rows * kStripColumns * taps * spec.tap_columns;
    work.instructions += strips * taps * spec.tap_columns / 2;  // taps themselves
  }
}

void sum_products(BlockWork& work, const DirectSpec& spec) {
  const double strips = strips_of(spec, spec.groups()), rows = spec.shape.rows,
               outputs = double{kStripsAcross} * spec.shape.tile_rows;
  const double groups =
      std::ceil((spec.lead + spec.tap_columns - 1.0 + kStripColumns) / kStripColumns);
  for (int product = 0; product < spec.products; ++product) {
    work.load_groups(strips * (2 * rows + spec.tap_rows - 1));
    work.instructions += strips * rows * kStripColumns * spec.tap_rows;
    work.load_groups(outputs * groups);
    work.instructions += outputs * kStripColumns * spec.tap_columns;
    work.instructions += spec.shape.threads * (spec.tap_rows + spec.tap_columns) / 2.0;
  }
}

BlockWork work_of(const DirectSpec& spec) {
  const double samples = double{1} * spec.sample_rows() * spec.sample_columns(),
               outputs = double{1} * spec.shape.tile_rows * spec.tile_columns();
  BlockWork work;
  work.instructions = samples * (spec.loads_quads ? kQuadLoad : kLoad) +
                      outputs * (spec.stores_quads ? kQuadStore : kStore);
  work.words = samples;
  spec.body == DirectBody::taps ? sum_taps(work, spec) : sum_products(work, spec);
  work.instructions *= spec.channels();
  work.words *= spec.channels();
  return work;
}

/// Clocks of a block that multiplies matrices.
double matrix_clocks(const DirectSpec& spec) {
  const double samples = double{1} * spec.sample_rows() * spec.sample_columns(),
               outputs = double{1} * spec.shape.tile_rows * spec.tile_columns(),
               products = outputs / (kMatrixRows * kMatrixColumns) * spec.tap_rows *
                          spec.matrix_steps() / 2;
  return spec.channels() * ((spec.loads_quads ? kMatrixSample : kLoneMatrixSample) * samples +
                            kMatrixProduct * products);
}

/// Clocks of a launch of real bands.
double real_band_clocks(const DirectSpec& spec, double blocks_of_unit) {
  const double products = double{2} * spec.shape.rows * spec.shape.threads / kMatrixThreads *
                          (2 * spec.row_bands() + spec.column_steps());
  const RealBandClocks& clocks = spec.shape.rows > 1 ? kOfTwoPairs : kOfOnePair;
  return clocks.start +
         spec.slabs() *
             std::max(clocks.latency, blocks_of_unit * (clocks.slab + clocks.product * products));
}

/// Clocks of a launch whose blocks go down their tiles by slabs.
double band_clocks(const DirectSpec& spec, double blocks_of_unit) {
  const double products = double{2} * spec.shape.rows * spec.shape.threads / kMatrixThreads *
                          (spec.row_bands() + spec.column_bands());
  const double of_slab = kSlab + kBandProduct * products;
  if (spec.pixel > 1) {
    const double of_pixels = kSlabOfPixels * spec.channels() * of_slab;
    return spec.slabs() * (blocks_of_unit > 1
                               ? blocks_of_unit * of_pixels
                               : std::max(kSlabLatencyOfChannel * spec.channels(), of_pixels));
  }
  const double beside = spec.column_bands() > kManyBands ? 3 : 4,
               left = std::fmod(blocks_of_unit, beside);
  // Where there are several, they do not end together.
  const double last = blocks_of_unit > 2 ? kSlabLatency / 2 : 0;
  const double slab = (blocks_of_unit - left) * of_slab +
                      (left > 0 ? std::max(kSlabLatency, left * of_slab) : 0) + last;
  return kBandStart + slab * spec.slabs();
}

}  // namespace

double direct_cost(const DirectSpec& spec, const DeviceTraits& traits) {
  const double units = std::max(1, traits.compute_units);
  const double blocks = std::ceil(double{1} * spec.tile_count() / spec.tiles_at_once());
  const auto of_work = [&](double reached) {
    const BlockWork work = work_of(spec);
    return std::max(work.instructions / traits.warp_threads / kIssued, work.words / kSharedWords) /
           reached;
  };
  const auto of_body = [&] {
    switch (spec.body) {
      case DirectBody::taps: return of_work(kReached);
      case DirectBody::products: return of_work(kReachedOfProducts);
      case DirectBody::matrices: return matrix_clocks(spec);
      case DirectBody::transforms: return kTransformedTiles;
      case DirectBody::bands:
      case DirectBody::real_bands: break;
    }
    return 0.0;
  };
  // The launch takes as long as the multiprocessor that has the most blocks.
  const double most = std::ceil(blocks / units);
  const double clocks =
      kLatencyClocks + (spec.body == DirectBody::bands        ? band_clocks(spec, most)
                        : spec.body == DirectBody::real_bands ? real_band_clocks(spec, most)
                                                              : of_body() * most);
  const double bytes = samples_of(spec) * static_cast<double>(size_bytes(spec.load.image.storage) +
                                                              size_bytes(spec.store.image.storage));
  const double from_memory =
      bytes > static_cast<double>(traits.cache_bytes) ? kByte * bytes * memory_slowness(traits) : 0;
  return std::max(clocks * kClock * units, from_memory);
}

double direct_flops(const DirectSpec& spec) {
  if (spec.body == DirectBody::transforms) {
    // Of a complex sample: transforms of 8 and 16 along each side, there and back; the product.
    constexpr double kFlops = 4 * (8 + 8 * kMatrixRadix) + 6;
    return kFlops * kTransformSide * kTransformSide * spec.tile_count() / 2;
  }
  const bool has_products = spec.body == DirectBody::products || spec.has_bands();
  const double taps = has_products ? double{1} * spec.products * (spec.tap_rows + spec.tap_columns)
                                   : double{1} * spec.tap_rows * spec.tap_columns;
  return 2 * samples_of(spec) * taps;
}

}  // namespace fftcore
