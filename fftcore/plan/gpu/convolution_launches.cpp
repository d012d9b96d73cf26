// SPDX-License-Identifier: LGPL-2.1-or-later
#include "convolution_launches.h"

#include <fmt/format.h>

#include <algorithm>

#include "bank.h"
#include "convolution_parts.h"

namespace fftcore {
namespace {

// One launch leaves nothing in memory but the kernel's spectrum.
Storage storage_for(const Convolution& problem, const std::vector<Step>& steps) {
  return problem.precision == Precision::fast && steps.size() > 1 ? Storage::f16 : Storage::f32;
}

class PassLaunches : ConvolutionParts {
 public:
  PassLaunches(const Convolution& problem, Packing halves, std::vector<Step> steps,
               PerDim<AxisExtents> extents, SpectrumForm form)
      : ConvolutionParts(problem, halves, std::move(steps), extents, form) {}

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
    there[Dim::frame] = problem_.input.frames.extent;
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
      set_elements(store, step, there[step.axis]);
      return store;
    };
    // Each launch up to the middle one divides by its length.
    const auto scale = [&](LineStore& store, const Step& step) {
      if (auto* values = std::get_if<ComplexStore>(&store);
          values != nullptr && is_scaled_on_the_way())
        values->scale = 1.0 / step.shape().length;
    };

    const std::size_t count = steps_.size();
    if (count > 1) reserve(Place::work_0, array);
    for (std::size_t i = 0; i + 1 < count; ++i) {
      LineSpec stage = forward_stage(steps_[i], array, there, i == 0 ? &load : nullptr);
      stage.store = store_all(array, steps_[i]);
      scale(stage.store, steps_[i]);
      put(std::move(stage), Place::work_0);
    }

    const Step& middle = steps_.back();
    LineSpec stage = forward_stage(middle, array, there, count == 1 ? &load : nullptr);
    stage.name = name_of(middle, "convolve");
    stage.work = Work::convolve;
    stage.multiply = multiply(middle);
    stage.channels_per_block = static_cast<int>(mixed_channels(problem_));
    if (problem_.input.frames.extent == 1) stage.repeats = static_cast<int>(problem_.filters);
    there[Dim::frame] = problem_.output.frames.extent;
    // Of one frame's spectrum several are made: these need room of their own.
    if (stage.repeats > 1) stage.in_place = false;
    array.extent[Dim::frame] = there[Dim::frame];
    const Place results = stage.repeats > 1 ? Place::work_1 : Place::work_0;
    if (count > 1) reserve(results, array);
    stage.store = store_back(middle, count == 1);
    scale(stage.store, middle);
    put(std::move(stage), count == 1 ? Place::output : results);

    for (std::size_t i = count - 1; i-- > 0;) {
      const Step& step = steps_[i];
      LineSpec back;
      back.name = name_of(step, "inverse");
      set_lines(back, there, step);
      back.work = Work::inverse;
      back.load = load_all(array, step);
      back.in_place = i > 0;
      back.store = store_back(step, i == 0);
      put(std::move(back), i == 0 ? Place::output : results);
    }
  }
};

}  // namespace

ConvolutionOffer convolution_launches(const Convolution& problem, Packing halves, bool circular,
                                      const DeviceTraits& traits) {
  const PerDim<AxisExtents> extents =
      extents_of(problem, halves, circular && mixed_channels(problem) == 1, traits);
  // An axis along which no kernel reaches needs no transform; one must be left.
  std::vector<Dim> axes = {Dim::column};
  for (const Dim dim : {Dim::row, Dim::slice})
    if (extents[dim].taps > 1) axes.push_back(dim);
  std::vector<Step> steps;
  for (const Dim axis : axes) {
    const int channels_per_block =
        axis == axes.back() ? static_cast<int>(mixed_channels(problem)) : 1;
    const auto transform =
        extents[axis].is_circular
            ? axis_transform_of(extents[axis].out, axis != Dim::column, kAllElements, traits)
            : axis_transform_for(extents[axis].needed(), axis == Dim::column, channels_per_block,
                                 traits);
    if (!transform)
      return {{},
              fmt::format("{} of {} points do not fit a block of {} ({} KiB of shared memory){}",
                          lines_along(axis), extents[axis].needed(), traits.name,
                          traits.shared_bytes / 1024,
                          channels_per_block == 1
                              ? ""
                              : fmt::format(", {} channels together", channels_per_block))};
    if (transform->inner) {
      steps.push_back({axis, Step::Part::outer, *transform});
      steps.push_back({axis, Step::Part::inner, *transform});
    } else {
      steps.push_back({axis, Step::Part::whole, *transform});
    }
  }
  const SpectrumForm form{.storage = storage_for(problem, steps)};
  return {PassLaunches(problem, halves, std::move(steps), extents, form).plan(), {}};
}

}  // namespace fftcore
