// SPDX-License-Identifier: LGPL-2.1-or-later
// Passes over memory: a launch for each axis there and back, the middle ones in one.
#include "axis_passes.h"

#include <fmt/format.h>

#include <algorithm>

#include "arithmetic.h"
#include "bank.h"
#include "convolution_parts.h"
#include "even_odd_rows.h"
#include "gpu_offer.h"
#include "gpu_rules.h"
#include "line_shape_for.h"

namespace fftcore {
namespace {

/// Format of spectra in memory. One launch leaves none there but the taps'.
Storage storage_for(const Convolution& convolution, const std::vector<Step>& steps) {
  return convolution.precision == Precision::fast && steps.size() > 1
             ? Storage::f16
             : storage_of(real_of(convolution));
}

/// Pieces of long lines wait for memory (line_shape_for.h).
Choice choice_of_pieces(std::int64_t points) {
  constexpr std::int64_t kLeastOfManyValues = std::int64_t{1} << 21;
  return points < kLeastOfManyValues ? Choice::usual : Choice::pieces;
}

class PassLaunches : ConvolutionParts {
 public:
  PassLaunches(const Convolution& convolution, Packing packing, std::vector<Step> steps,
               PerDim<AxisExtents> extents, SpectrumForm form)
      : ConvolutionParts(convolution, packing, std::move(steps), extents, form) {}

  LaunchPlan plan() && {
    plan_set_taps();
    plan_run();
    return std::move(plan_);
  }

 private:
  void plan_run() {
    PerDim<std::int64_t> there{1};
    for (const Dim dim : {Dim::column, Dim::row, Dim::slice}) there[dim] = extents_[dim].needed();
    there[Dim::channel] = channel_count();
    there[Dim::frame] = convolution_.input.frames.extent;
    ComplexArray array = array_for(there);
    const ImageLoad load = image_load();
    Place place = Place::input;
    const auto put = [&](LineSpec stage, Place to) {
      plan_.run.push_back({std::move(stage), place, to});
      place = to;
    };
    const auto store_back = [&](const Step& step, bool is_last) -> LineStore {
      if (step.part != Step::Part::inner) there[step.axis] = extents_[step.axis].out;
      if (is_last) return image_store(step);
      ComplexStore store = store_all(array, step);
      set_elements(store.span, store.step, step, there[step.axis]);
      return store;
    };
    // With spectra in f16 each launch up to the middle one divides by its length.
    const auto scale = [&](LineStore& store, const Step& step) {
      if (auto* values = std::get_if<ComplexStore>(&store);
          values != nullptr && is_scaled_on_the_way())
        values->scale = 1.0 / step.shape().length;
    };

    const std::size_t count = steps_.size();
    if (count > 1) reserve(Place::work_0, array);
    for (std::size_t i = 0; i + 1 < count; ++i) {
      LineSpec stage = forward_lines(steps_[i], array, there, i == 0 ? &load : nullptr);
      stage.store = store_all(array, steps_[i]);
      scale(stage.store, steps_[i]);
      put(std::move(stage), Place::work_0);
    }

    const Step& middle = steps_.back();
    LineSpec stage = forward_lines(middle, array, there, count == 1 ? &load : nullptr);
    stage.name = name_of(middle, "convolve");
    Convolve work{multiply(middle)};
    stage.channels_per_block = static_cast<int>(mixed_channels(convolution_));
    work.repeats = static_cast<int>(filters_of_frame(convolution_, 0).count);
    there[Dim::frame] = convolution_.output.frames.extent;
    // Several filters make several spectra of a frame's; these need memory of their own.
    if (work.repeats > 1) stage.in_place = false;
    array.extent[Dim::frame] = there[Dim::frame];
    const Place results = work.repeats > 1 ? Place::work_1 : Place::work_0;
    if (count > 1) reserve(results, array);
    stage.store = store_back(middle, count == 1);
    scale(stage.store, middle);
    stage.work = std::move(work);
    put(std::move(stage), count == 1 ? Place::output : results);

    for (std::size_t i = count - 1; i-- > 0;) {
      const Step& step = steps_[i];
      LineSpec back;
      back.name = name_of(step, "inverse");
      set_lines(back, there, step);
      back.work = Inverse{four_step_of(step)};
      back.load = load_all(array, step);
      back.in_place = i > 0;
      back.store = store_back(step, i == 0);
      put(std::move(back), i == 0 ? Place::output : results);
    }
  }
};

}  // namespace

Planned<LaunchPlan> pass_launches(const Convolution& convolution, Packing packing, bool circular,
                                  const DeviceTraits& traits) {
  const Real real = real_of(convolution);
  if (real == Real::f64 && !traits.has_doubles)
    return NoPlan{fmt::format(
        "{} to {} needs double precision, which the device has not; f32 and complex64 are possible",
        to_string(convolution.input.type), to_string(convolution.output.type))};
  const PerDim<AxisExtents> extents =
      extents_of(convolution, packing, circular && mixed_channels(convolution) == 1, traits);
  // Axes along which taps do not reach need no transform. Columns have one nevertheless, so that a
  // launch is left.
  std::vector<Dim> axes = {Dim::column};
  for (const Dim dim : {Dim::row, Dim::slice})
    if (extents[dim].taps > 1) axes.push_back(dim);
  std::vector<Step> steps;
  for (const Dim axis : axes) {
    const int channels_per_block =
        axis == axes.back() ? static_cast<int>(mixed_channels(convolution)) : 1;
    const auto transform =
        extents[axis].is_circular
            ? axis_transform_of(extents[axis].out, axis != Dim::column, kAllElements, traits, real)
            : axis_transform_for(extents[axis].needed(), axis == Dim::column, channels_per_block,
                                 traits, real, choice_of_pieces(extents[axis].needed()));
    if (!transform)
      return NoPlan{fmt::format(
          "{} of {} points do not fit a block of {} ({} KiB of shared memory){}", lines_along(axis),
          extents[axis].needed(), traits.name, traits.shared_bytes / 1024,
          channels_per_block == 1 ? ""
                                  : fmt::format(", {} channels together", channels_per_block))};
    if (transform->inner) {
      steps.push_back({axis, Step::Part::outer, *transform});
      steps.push_back({axis, Step::Part::inner, *transform});
    } else {
      steps.push_back({axis, Step::Part::whole, *transform});
    }
  }
  const SpectrumForm form{.storage = storage_for(convolution, steps)};
  return PassLaunches(convolution, packing, std::move(steps), extents, form).plan();
}

Offer offer_gpu_passes(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = too_many_samples(convolution); !reason.empty())
    return {{}, std::move(reason)};
  if (std::string reason = needs_exact_spectrum(convolution); !reason.empty())
    return {{}, std::move(reason)};
  GpuOffer offer("passes", convolution, traits);
  for (const Packing packing : packings_of(convolution)) {
    offer.add(pass_launches(convolution, packing, false, traits), packing);
    if (convolution.edge == EdgeMode::wrap)
      offer.add(pass_launches(convolution, packing, true, traits), packing);
  }
  if (needs_other_numbers(convolution).empty())
    if (auto even_odd = even_odd_launches(convolution, traits))
      offer.add(std::move(even_odd), Packing::even_odd);
  return std::move(offer).all();
}

}  // namespace fftcore
