// SPDX-License-Identifier: LGPL-2.1-or-later
#include "convolution_parts.h"

#include "arithmetic.h"
#include "sample_formulas.h"

namespace fftcore {

Real real_of(const Convolution& convolution) {
  return is_double(convolution) ? Real::f64 : Real::f32;
}

std::string needs_other_numbers(const Convolution& convolution) {
  if (is_complex(convolution)) return "its launches are of real samples";
  if (is_double(convolution)) return "its launches are in single precision";
  return {};
}

PerDim<AxisExtents> extents_of(const Convolution& convolution, Packing packing, bool circular,
                               const DeviceTraits& traits) {
  PerDim<AxisExtents> extents;
  const Extent out = convolution.output.extent();
  const auto set = [&](Dim dim, std::int64_t taps, std::int64_t outputs, Packing half) {
    extents[dim] = {taps, packing == half ? (outputs + 1) / 2 : outputs, false};
    const bool wraps = convolution.edge == EdgeMode::wrap && convolution.region == Region::same &&
                       taps > 1 && taps <= outputs && packing != half;
    extents[dim].is_circular =
        circular && wraps &&
        axis_transform_of(outputs, dim != Dim::column, kAllElements, traits, real_of(convolution))
            .has_value();
  };
  set(Dim::column, convolution.taps.columns, out.columns, Packing::columns);
  set(Dim::row, convolution.taps.rows, out.rows, Packing::rows);
  set(Dim::slice, convolution.taps.slices, out.slices, Packing::slices);
  return extents;
}

void set_formula(ImageStore& store, const Convolution& convolution) {
  store.formula = store_formula(convolution);
  if (convolution.second) store.second = geometry_of(*convolution.second, store.image.channels);
}

ComplexArray ConvolutionParts::array_for(const PerDim<std::int64_t>& extents) const {
  ComplexArray array{extents};
  for (const Step& step : steps_) array.extent[step.axis] = step.transform.length();
  return array;
}

LineSpec ConvolutionParts::forward_lines(const Step& step, const ComplexArray& array,
                                         PerDim<std::int64_t>& there,
                                         const ImageLoad* image) const {
  LineSpec launch;
  launch.name = name_of(step, "forward");
  set_lines(launch, there, step);
  launch.work = Forward{four_step_of(step)};
  if (image != nullptr) {
    ImageLoad load = *image;
    set_elements(load.count, load.step, step, there[step.axis]);
    launch.load = load;
  } else {
    ComplexLoad load = load_all(array, step);
    set_elements(load.span, load.step, step, there[step.axis]);
    launch.load = load;
    launch.in_place = true;
  }
  there[step.axis] = step.transform.length();
  return launch;
}

ComplexLoad ConvolutionParts::load_all(const ComplexArray& array, const Step& step) const {
  ComplexLoad load;
  load.storage = form_.storage;
  load.strides = strides_of(array, step);
  load.span = kAllElements;
  return load;
}

ComplexStore ConvolutionParts::store_all(const ComplexArray& array, const Step& step) const {
  ComplexStore store;
  store.storage = form_.storage;
  store.strides = strides_of(array, step);
  store.span = kAllElements;
  return store;
}

void ConvolutionParts::plan_set_taps() {
  PerDim<std::int64_t> there{1};
  there[Dim::column] = convolution_.taps.columns + form_.earlier;
  there[Dim::row] = convolution_.taps.rows;
  there[Dim::slice] = convolution_.taps.slices;
  there[Dim::channel] = planes();
  there[Dim::frame] = convolution_.filters;
  const SampleType type = taps_type(convolution_);
  plan_.bytes_of(Place::taps) = ComplexArray{there}.count() / there[Dim::column] *
                                convolution_.taps.columns *
                                static_cast<std::int64_t>(size_bytes(type));
  spectrum_ = array_for(there);
  reserve(Place::spectrum, spectrum_);
  const Place between = form_.group == 1 ? Place::spectrum : Place::work_0;
  reserve(between, spectrum_);
  const Layout taps =
      Layout::planar(type, convolution_.taps, planes()).with_frames(convolution_.filters);
  ImageLoad load;
  load.image = geometry_of(taps, {});
  load.first_column = -form_.earlier;
  double points = 1;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    LineSpec launch = forward_lines(step, spectrum_, there, i == 0 ? &load : nullptr);
    launch.name = "taps_" + launch.name;
    points *= step.shape().length;
    ComplexStore store = store_all(spectrum_, step);
    if (i + 1 == steps_.size()) {
      // Products with a conjugate correlate. The transforms there and back multiply by the number
      // of points, which is taken off here.
      if (!is_scaled_on_the_way()) store.scale = 1 / points;
      store.conjugate = true;
    }
    launch.store = store;
    const bool is_last = i + 1 == steps_.size();
    if (is_last && form_.group > 1) group_columns(launch);
    plan_.set_taps.push_back(
        {std::move(launch), i == 0 ? Place::taps : between, is_last ? Place::spectrum : between});
  }
}

Strides ConvolutionParts::grouped(Strides strides) const {
  strides.element = form_.group;
  strides.line[Dim::column] = form_.group * spectrum_.extent[Dim::row];
  strides.line[Dim::slice] = 1;
  return strides;
}

void ConvolutionParts::group_columns(LineSpec& launch) const {
  launch.in_place = false;
  launch.lines[Dim::column] /= form_.group;
  launch.lines[Dim::slice] = form_.group;
  Strides& from = std::get<ComplexLoad>(launch.load).strides;
  from.line[Dim::slice] = from.line[Dim::column];
  from.line[Dim::column] *= form_.group;
  Strides& to = std::get<ComplexStore>(launch.store).strides;
  to = grouped(to);
}

SpectrumMultiply ConvolutionParts::multiply(const Step& step) const {
  SpectrumMultiply by;
  by.storage = form_.storage;
  by.strides = strides_of(spectrum_, step);
  if (form_.group > 1) by.strides = grouped(by.strides);
  const std::int64_t plane = spectrum_.strides()[Dim::channel];
  // One filter for all channels has one plane for all.
  by.strides.line[Dim::channel] = convolution_.mixing == Mixing::diagonal ? plane : 0;
  if (mixed_channels(convolution_) == 1) return by;
  by.plane_stride = plane;
  for (int to = 0; to < channel_count(); ++to)
    for (int from = 0; from < channel_count(); ++from)
      by.planes.push_back(static_cast<int>(taps_index(convolution_, 0, to, from)));
  return by;
}

ImageLoad ConvolutionParts::image_load() const {
  const Origin origin = origin_of(convolution_);
  ImageLoad load;
  load.image = geometry_of(convolution_.input, channels_);
  load.edge = convolution_.edge;
  load.first_row = static_cast<int>(origin.rows);
  load.first_column = static_cast<int>(origin.columns);
  load.first_slice = static_cast<int>(origin.slices);
  load.bias = convolution_.bias;
  load.partner = partner();
  load.formula = load_formula(convolution_);
  return load;
}

ImageStore ConvolutionParts::image_store(const Step& step) const {
  ImageStore store;
  store.image = geometry_of(convolution_.output, channels_);
  store.partner = partner();
  store.reversed = is_reversed(convolution_);
  store.step = step.part == Step::Part::outer ? step.transform.inner->length : 1;
  store.count = static_cast<int>(extents_[Dim::column].out);
  set_formula(store, convolution_);
  store.copied = copied_channels(convolution_.input, convolution_.skipped_channels);
  if (store.copied) store.copied->times = static_cast<int>(filters_of_frame(convolution_, 0).count);
  return store;
}

Partner ConvolutionParts::partner() const {
  const auto half = [&](Packing which, Dim dim) {
    return packing_ == which ? static_cast<int>(extents_[dim].out) : 0;
  };
  return {half(Packing::slices, Dim::slice), half(Packing::rows, Dim::row),
          half(Packing::columns, Dim::column)};
}

}  // namespace fftcore
