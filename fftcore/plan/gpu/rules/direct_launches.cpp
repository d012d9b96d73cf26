// SPDX-License-Identifier: LGPL-2.1-or-later
#include "direct_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "arithmetic.h"
#include "canonical.h"
#include "ceil_div.h"
#include "convolution_parts.h"
#include "gpu_offer.h"

namespace fftcore {
namespace {

bool lies_in_quads(const Layout& layout) {
  return has_quads(layout.type) && has_aligned_groups(layout, kStripColumns) &&
         layout.columns.extent >= kStripColumns;
}

/// Of whole pixels: a thread brings as many.
constexpr int kLeastColumnsOfBands = 8;

std::string_view name_of(DirectBody body) {
  switch (body) {
    case DirectBody::taps: return "direct";
    case DirectBody::products: return "products";
    case DirectBody::matrices: return "matrices";
    case DirectBody::transforms: return "transforms";
    case DirectBody::bands: return "bands";
    case DirectBody::real_bands: return "real_bands";
  }
  return "?";
}

class DirectLaunches : ConvolutionParts {
 public:
  explicit DirectLaunches(const Convolution& convolution)
      : ConvolutionParts(convolution, Packing::none, {}, extents_without_taps(convolution), {}) {}

  LaunchPlan plan(DirectBody body, const StripShape& shape, int most_products, int pixel) && {
    DirectSpec spec;
    spec.name = name_of(body);
    spec.body = body;
    spec.shape = shape;
    spec.tap_rows = static_cast<int>(convolution_.taps.rows);
    spec.tap_columns = static_cast<int>(convolution_.taps.columns);
    spec.load = image_load();
    spec.store = image_store(Step{Dim::column, Step::Part::whole, {}});
    const bool has_one_lead = body != DirectBody::taps && body != DirectBody::products;
    if (has_one_lead) spec.lead = lead_of(convolution_, true);
    const Extent out = convolution_.output.extent();
    spec.tiles[Dim::column] =
        static_cast<int>(ceil_div(out.columns, std::int64_t{spec.tile_columns()}));
    spec.tiles[Dim::row] = static_cast<int>(ceil_div(out.rows, std::int64_t{shape.tile_rows}));
    spec.tiles[Dim::channel] = channel_count();
    spec.tiles[Dim::frame] = static_cast<int>(convolution_.input.frames.extent);
    plan_.kept_taps = KeptTaps{body, spec.tap_rows, spec.tap_columns, most_products};
    plan_.kept_taps->lead = spec.lead;
    plan_.kept_taps->centre = spec.centre();
    plan_.kept_taps->row_bands = spec.row_bands();
    plan_.kept_taps->column_bands = spec.column_bands();
    if (body == DirectBody::matrices) plan_.kept_taps->matrix_steps = spec.matrix_steps();
    plan_.bytes_of(Place::spectrum) = std::int64_t{plan_.kept_taps->numbers()} *
                                      static_cast<std::int64_t>(size_bytes(Storage::f32));

    const bool loads = loads_quads(convolution_), stores = lies_in_quads(convolution_.output) &&
                                                           !spec.store.copied &&
                                                           !spec.store.reversed;
    const PlannedLaunch unaligned = launch(spec, false, false);
    if (pixel > 1) {
      spec.pixel = pixel;
      spec.tiles[Dim::channel] = 1;
    }
    plan_.run.push_back(launch(spec, loads || pixel > 1, stores || pixel > 1));
    if (loads || stores || pixel > 1) {
      plan_.run_unaligned.push_back(unaligned);
      plan_.aligned_samples = std::max(samples_at_once(spec.load.image.storage, pixel),
                                       samples_at_once(spec.store.image.storage, pixel));
    }
    return std::move(plan_);
  }

 private:
  static PerDim<AxisExtents> extents_without_taps(const Convolution& convolution) {
    PerDim<AxisExtents> extents;
    extents[Dim::column].out = convolution.output.columns.extent;
    return extents;
  }

  PlannedLaunch launch(DirectSpec spec, bool loads, bool stores) const {
    spec.loads_quads = loads;
    spec.stores_quads = stores;
    // Band matrices and spectra are made for one lead.
    if (spec.body == DirectBody::taps || spec.body == DirectBody::products)
      spec.lead = lead_of(convolution_, loads);
    spec.load.first_column -= spec.lead;
    spec.load.count = spec.lead + spec.store.count + spec.tap_columns - 1;
    return {std::move(spec), Place::input, Place::output};
  }
};

}  // namespace

int lead_of(const Convolution& convolution, bool loads_quads) {
  constexpr std::int64_t kGroup = kStripColumns;
  const std::int64_t first = origin_of(convolution).columns;
  return loads_quads ? static_cast<int>((first % kGroup + kGroup) % kGroup) : 0;
}

bool loads_quads(const Convolution& convolution) {
  return lies_in_quads(convolution.input);
}

int pixel_of(const Convolution& convolution) {
  const auto lies_in_pixels = [](const Layout& layout) {
    const auto pixel = static_cast<int>(layout.channels.extent);
    if (pixel < 2 || pixel > kMostPixelSamples || !layout.is_interleaved() ||
        !has_quads(layout.type) || layout.columns.extent < kStripColumns)
      return false;
    // Channels that are copied keep all bits.
    const SampleTraits traits = traits_of(layout.type);
    if (traits.has_ignored_bits() || traits.is_big_endian) return false;
    const int samples = samples_at_once(layout.type, pixel);
    const auto keeps = [&](const Axis& axis) {
      return axis.extent == 1 || axis.stride % samples == 0;
    };
    return keeps(layout.rows) && keeps(layout.slices) && keeps(layout.frames);
  };
  const std::int64_t pixel = convolution.input.channels.extent;
  return lies_in_pixels(convolution.input) && lies_in_pixels(convolution.output) &&
                 convolution.output.channels.extent == pixel && !is_reversed(convolution)
             ? static_cast<int>(pixel)
             : 1;
}

Planned<LaunchPlan> direct_launches(const Convolution& convolution, DirectBody body,
                                    const StripShape& shape, int most_products,
                                    const DeviceTraits& traits, int pixel) {
  LaunchPlan plan = DirectLaunches(convolution).plan(body, shape, most_products, pixel);
  const auto& spec = std::get<DirectSpec>(plan.run.front().spec);
  if (body == DirectBody::bands && pixel > 1 && spec.load.image.columns < kLeastColumnsOfBands)
    return NoPlan{
        fmt::format("rows of {} pixels are less than a thread brings", spec.load.image.columns)};
  if (body == DirectBody::bands && spec.sample_columns() > kMostSlabColumns)
    return NoPlan{
        fmt::format("rows of {} samples are more than a warp brings", spec.sample_columns())};
  if (shared_bytes_of(spec) > traits.shared_bytes || shape.threads > traits.block_threads)
    return NoPlan{fmt::format(
        "tiles of {}x{} samples do not fit a block of {} ({} KiB of shared memory)",
        spec.sample_rows(), spec.sample_columns(), traits.name, traits.shared_bytes / 1024)};
  return plan;
}

bool are_exact_halves(const Convolution& convolution) {
  constexpr float kMostBias = 255;
  return convolution.input.type == SampleType::u8 && convolution.output.type == SampleType::u8 &&
         std::abs(convolution.bias) <= kMostBias &&
         convolution.bias == std::round(convolution.bias);
}

std::string direct_obstacle(const Convolution& convolution, std::int64_t most_taps) {
  if (convolution.taps.slices > 1 || convolution.input.slices.extent > 1 ||
      convolution.output.slices.extent > 1)
    return "its tiles have two dimensions";
  if (std::string reason = needs_other_numbers(convolution); !reason.empty()) return reason;
  if (convolution.mixing != Mixing::none) return "each channel has taps of its own";
  if (convolution.filters > 1) return "there are several filters";
  if (!convolution.load.empty() || !convolution.spectrum.empty() || !convolution.store.empty())
    return "there are formulas";
  if (convolution.taps.rows > most_taps || convolution.taps.columns > most_taps)
    return fmt::format("{}x{} taps are more than {} a side", convolution.taps.rows,
                       convolution.taps.columns, most_taps);
  return too_many_samples(convolution);
}

}  // namespace fftcore
