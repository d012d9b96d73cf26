// SPDX-License-Identifier: LGPL-2.1-or-later
#include "convolution_parts.h"

namespace fftcore {

PerDim<AxisExtents> extents_of(const Convolution& problem, Packing halves, bool circular,
                               const DeviceTraits& traits) {
  PerDim<AxisExtents> extents;
  const Extent out = problem.output.extent();
  const auto set = [&](Dim dim, std::int64_t taps, std::int64_t outputs, Packing half) {
    extents[dim] = {taps, halves == half ? (outputs + 1) / 2 : outputs, false};
    const bool wraps = problem.edge == EdgeMode::wrap && problem.region == Region::same &&
                       taps > 1 && taps <= outputs && halves != half;
    extents[dim].is_circular =
        circular && wraps &&
        axis_transform_of(outputs, dim != Dim::column, kAllElements, traits).has_value();
  };
  set(Dim::column, problem.taps.columns, out.columns, Packing::columns);
  set(Dim::row, problem.taps.rows, out.rows, Packing::rows);
  set(Dim::slice, problem.taps.slices, out.slices, Packing::slices);
  return extents;
}

ComplexArray ConvolutionParts::array_for(const PerDim<std::int64_t>& extents) const {
  ComplexArray array{extents};
  for (const Step& step : steps_) array.extent[step.axis] = step.transform.length();
  return array;
}

LineSpec ConvolutionParts::forward_stage(const Step& step, const ComplexArray& array,
                                         PerDim<std::int64_t>& there,
                                         const ImageLoad* image) const {
  LineSpec stage;
  stage.name = name_of(step, "forward");
  set_lines(stage, there, step);
  if (image != nullptr) {
    ImageLoad load = *image;
    set_elements(load, step, there[step.axis]);
    stage.load = load;
  } else {
    ComplexLoad load = load_all(array, step);
    set_elements(load, step, there[step.axis]);
    stage.load = load;
    stage.in_place = true;
  }
  there[step.axis] = step.transform.length();
  return stage;
}

ComplexLoad ConvolutionParts::load_all(const ComplexArray& array, const Step& step) const {
  ComplexLoad load;
  load.storage = form_.storage;
  load.strides = strides_of(array, step);
  load.count = kAllElements;
  return load;
}

ComplexStore ConvolutionParts::store_all(const ComplexArray& array, const Step& step) const {
  ComplexStore store;
  store.storage = form_.storage;
  store.strides = strides_of(array, step);
  store.count = kAllElements;
  return store;
}

void ConvolutionParts::plan_set_taps() {
  PerDim<std::int64_t> there{1};
  there[Dim::column] = problem_.taps.columns + form_.earlier;
  there[Dim::row] = problem_.taps.rows;
  there[Dim::slice] = problem_.taps.slices;
  there[Dim::channel] = planes();
  there[Dim::frame] = problem_.filters;
  plan_.bytes_of(Place::taps) = ComplexArray{there}.count() / there[Dim::column] *
                                problem_.taps.columns * static_cast<std::int64_t>(sizeof(float));
  spectrum_ = array_for(there);
  reserve(Place::spectrum, spectrum_);
  const Place between = form_.group == 1 ? Place::spectrum : Place::work_0;
  reserve(between, spectrum_);
  const Layout taps =
      Layout::planar(Element::f32, problem_.taps, planes()).with_frames(problem_.filters);
  ImageLoad load;
  load.image = geometry_of(taps, {});
  load.first_column = -form_.earlier;
  double points = 1;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    LineSpec stage = forward_stage(step, spectrum_, there, i == 0 ? &load : nullptr);
    stage.name = "taps_" + stage.name;
    points *= step.shape().length;
    ComplexStore store = store_all(spectrum_, step);
    if (i + 1 == steps_.size()) {
      // Conjugated, so that products correlate, and divided by what the transforms there and back
      // multiply by.
      if (!is_scaled_on_the_way()) store.scale = 1 / points;
      store.conjugate = true;
    }
    stage.store = store;
    const bool is_last = i + 1 == steps_.size();
    if (is_last && form_.group > 1) group_columns(stage);
    plan_.set_taps.push_back(
        {std::move(stage), i == 0 ? Place::taps : between, is_last ? Place::spectrum : between});
  }
}

Strides ConvolutionParts::grouped(Strides strides) const {
  strides.element = form_.group;
  strides.line[Dim::column] = form_.group * spectrum_.extent[Dim::row];
  strides.line[Dim::slice] = 1;
  return strides;
}

void ConvolutionParts::group_columns(LineSpec& stage) const {
  stage.in_place = false;
  stage.lines[Dim::column] /= form_.group;
  stage.lines[Dim::slice] = form_.group;
  Strides& from = std::get<ComplexLoad>(stage.load).strides;
  from.line[Dim::slice] = from.line[Dim::column];
  from.line[Dim::column] *= form_.group;
  Strides& to = std::get<ComplexStore>(stage.store).strides;
  to = grouped(to);
}

SpectrumMultiply ConvolutionParts::multiply(const Step& step) const {
  SpectrumMultiply by;
  by.storage = form_.storage;
  by.strides = strides_of(spectrum_, step);
  if (form_.group > 1) by.strides = grouped(by.strides);
  const std::int64_t plane = spectrum_.strides()[Dim::channel];
  // What does not tell one kernel from another does not move through them.
  by.strides.line[Dim::channel] = problem_.mixing == Mixing::diagonal ? plane : 0;
  if (mixed_channels(problem_) == 1) return by;
  by.plane_stride = plane;
  for (int to = 0; to < channel_count(); ++to)
    for (int from = 0; from < channel_count(); ++from)
      by.planes.push_back(static_cast<int>(taps_index(problem_, 0, to, from)));
  return by;
}

ImageLoad ConvolutionParts::image_load() const {
  const Origin origin = origin_of(problem_);
  ImageLoad load;
  load.image = geometry_of(problem_.input, channels_);
  load.edge = problem_.edge;
  load.first_row = static_cast<int>(origin.rows);
  load.first_column = static_cast<int>(origin.columns);
  load.first_slice = static_cast<int>(origin.slices);
  load.bias = problem_.bias;
  load.partner = pairing();
  return load;
}

ImageStore ConvolutionParts::image_store(const Step& step) const {
  ImageStore store;
  store.image = geometry_of(problem_.output, channels_);
  store.partner = pairing();
  store.reversed = is_reversed(problem_);
  store.step = step.part == Step::Part::outer ? step.transform.inner->length : 1;
  store.count = static_cast<int>(extents_[Dim::column].out);
  store.copied = copied_channels(problem_.input, problem_.copied_channels);
  return store;
}

Partner ConvolutionParts::pairing() const {
  const auto half = [&](Packing which, Dim dim) {
    return packing_ == which ? static_cast<int>(extents_[dim].out) : 0;
  };
  return {half(Packing::slices, Dim::slice), half(Packing::rows, Dim::row),
          half(Packing::columns, Dim::column)};
}

}  // namespace fftcore
