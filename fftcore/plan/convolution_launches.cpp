// SPDX-License-Identifier: LGPL-2.1-or-later
#include "convolution_launches.h"

#include <fmt/format.h>

#include <algorithm>

#include "bank.h"
#include "canonical.h"
#include "launch_steps.h"
#include "plan.h"

namespace fftcore {
namespace {

class Launches {
 public:
  Launches(const Problem& problem, Halves halves, std::vector<Step> steps, PerDim<AxisExtents> extents)
      : problem_(problem), halves_(halves), steps_(std::move(steps)), extents_(extents), channels_(filtered_channels(problem)) {}

  LaunchPlan plan() && {
    // One launch leaves nothing in memory but the kernel's spectrum.
    if (problem_.precision == Precision::fast && steps_.size() > 1) stored_ = Storage::f16;
    plan_set_kernels();
    plan_run();
    return std::move(plan_);
  }

  /// The steps being whole rows and whole columns of a tile.
  /// `earlier`: columns that tiles begin before what they need.
  LaunchPlan tile_plan(TileSpec tile, int earlier, const DeviceTraits& traits) && {
    earlier_ = earlier;
    spectrum_group_ = kTileColumnsOfWarp;
    plan_set_kernels();
    const auto tiles = [&](Dim dim, int useful) { return static_cast<int>((extents_[dim].out + useful - 1) / useful); };
    tile.tiles[Dim::row] = tiles(Dim::row, tile.useful_rows);
    tile.tiles[Dim::column] = tiles(Dim::column, tile.useful_columns);
    tile.tiles[Dim::channel] = channel_count();
    tile.tiles[Dim::frame] = static_cast<int>(problem_.input.frames.extent);
    tile.in_rows = static_cast<int>(extents_[Dim::row].needed());
    tile.out_rows = static_cast<int>(extents_[Dim::row].out);
    tile.load = image_load();
    tile.load.first_column -= earlier;
    tile.load.count = static_cast<int>(extents_[Dim::column].needed()) + earlier;
    tile.multiply = multiply(steps_.back());
    tile.store = image_store(steps_.front());
    tile.store.window = tile.useful_columns;
    // A block that goes from tile to tile begins the next one while its last rows are stored; few tiles are better dealt out as blocks end.
    constexpr int kMany = 8;
    const auto count = static_cast<int>(line_count(tile)), beside = tiles_beside(tile) * traits.compute_units;
    tile.blocks = count < kMany * beside ? count : beside;
    plan_.run.push_back({std::move(tile), Place::input, Place::output});
    return std::move(plan_);
  }

 private:
  /// In half precision nothing may grow: no value between two launches exceeds the largest sample times the sum of |taps|, times sqrt(2) where
  /// samples are packed in pairs. Nor may anything vanish: the kernel's spectrum is kept without the factor of 1 / points.
  bool is_scaled_on_the_way() const { return stored_ == Storage::f16; }

  int channel_count() const { return static_cast<int>(channels_.size()); }
  std::int64_t planes() const { return taps_needed(problem_) / problem_.kernels; }  // kernels of one

  void reserve(Place place, const ComplexArray& array) { plan_.bytes_of(place) = array.count() * 2 * size_bytes(stored_); }

  /// Where values lie between launches, which work in place: along each axis there is room for the transform.
  ComplexArray array_for(const PerDim<std::int64_t>& extents) const {
    ComplexArray array{extents};
    for (const Step& step : steps_) array.extent[step.axis] = step.transform.length();
    return array;
  }

  /// `there`: how many values there are along each dimension, before and after.
  StageSpec forward_stage(const Step& step, const ComplexArray& array, PerDim<std::int64_t>& there, const ImageLoad* image) const {
    StageSpec stage;
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

  ComplexLoad load_all(const ComplexArray& array, const Step& step) const {
    ComplexLoad load;
    load.storage = stored_;
    load.strides = strides_of(array, step);
    load.count = kAllElements;
    return load;
  }

  ComplexStore store_all(const ComplexArray& array, const Step& step) const {
    ComplexStore store;
    store.storage = stored_;
    store.strides = strides_of(array, step);
    store.count = kAllElements;
    return store;
  }

  void plan_set_kernels() {
    PerDim<std::int64_t> there{1};
    there[Dim::column] = problem_.kernel.columns + earlier_;
    there[Dim::row] = problem_.kernel.rows;
    there[Dim::slice] = problem_.kernel.slices;
    there[Dim::channel] = planes();
    there[Dim::frame] = problem_.kernels;
    plan_.bytes_of(Place::taps) = ComplexArray{there}.count() / there[Dim::column] * problem_.kernel.columns * static_cast<std::int64_t>(sizeof(float));
    spectrum_ = array_for(there);
    reserve(Place::spectrum, spectrum_);
    const Place between = spectrum_group_ == 1 ? Place::spectrum : Place::work_0;
    reserve(between, spectrum_);
    const Layout taps = Layout::planar(Element::f32, problem_.kernel, planes()).with_frames(problem_.kernels);
    ImageLoad load;
    load.image = geometry_of(taps, {});
    load.first_column = -earlier_;
    double points = 1;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      StageSpec stage = forward_stage(step, spectrum_, there, i == 0 ? &load : nullptr);
      stage.name = "taps_" + stage.name;
      points *= step.shape().length;
      ComplexStore store = store_all(spectrum_, step);
      if (i + 1 == steps_.size()) {
        // Conjugated, so that products correlate, and divided by what the transforms there and back multiply by.
        if (!is_scaled_on_the_way()) store.scale = 1 / points;
        store.conjugate = true;
      }
      stage.store = store;
      const bool is_last = i + 1 == steps_.size();
      if (is_last && spectrum_group_ > 1) group_columns(stage);
      plan_.set_kernels.push_back({std::move(stage), i == 0 ? Place::taps : between, is_last ? Place::spectrum : between});
    }
  }

  /// Of the kernel's spectrum: groups of columns lie one after the other, each row by row, so that what a warp reads at a time lies together.
  /// Dim::column counts groups then, Dim::slice columns in them.
  Strides grouped(Strides strides) const {
    strides.element = spectrum_group_;
    strides.line[Dim::column] = spectrum_group_ * spectrum_.extent[Dim::row];
    strides.line[Dim::slice] = 1;
    return strides;
  }

  void group_columns(StageSpec& stage) const {
    stage.in_place = false;
    stage.lines[Dim::column] /= spectrum_group_;
    stage.lines[Dim::slice] = spectrum_group_;
    Strides& from = std::get<ComplexLoad>(stage.load).strides;
    from.line[Dim::slice] = from.line[Dim::column];
    from.line[Dim::column] *= spectrum_group_;
    Strides& to = std::get<ComplexStore>(stage.store).strides;
    to = grouped(to);
  }

  SpectrumMultiply multiply(const Step& step) const {
    SpectrumMultiply by;
    by.storage = stored_;
    by.strides = strides_of(spectrum_, step);
    if (spectrum_group_ > 1) by.strides = grouped(by.strides);
    const std::int64_t plane = spectrum_.strides()[Dim::channel];
    // What does not tell one kernel from another does not move through them.
    by.strides.line[Dim::channel] = problem_.mixing == Mixing::diagonal ? plane : 0;
    if (mixed_channels(problem_) == 1) return by;
    by.plane_stride = plane;
    for (int to = 0; to < channel_count(); ++to)
      for (int from = 0; from < channel_count(); ++from) by.planes.push_back(static_cast<int>(taps_index(problem_, 0, to, from)));
    return by;
  }

  ImageLoad image_load() const {
    const Lead lead = lead_of(problem_);
    ImageLoad load;
    load.image = geometry_of(problem_.input, channels_);
    load.edge = problem_.edge;
    load.first_row = static_cast<int>(lead.rows);
    load.first_column = static_cast<int>(lead.columns);
    load.first_slice = static_cast<int>(lead.slices);
    load.bias = problem_.bias;
    load.paired = pairing();
    return load;
  }

  ImageStore image_store(const Step& step) const {
    ImageStore store;
    store.image = geometry_of(problem_.output, channels_);
    store.paired = pairing();
    store.mirrored = is_mirrored(problem_);
    store.step = step.part == Step::Part::outer ? step.transform.inner->length : 1;
    store.count = static_cast<int>(extents_[Dim::column].out);
    store.copied = copied_channels(problem_.input, problem_.copied_channels);
    return store;
  }

  Pairing pairing() const {
    const auto half = [&](Halves which, Dim dim) { return halves_ == which ? static_cast<int>(extents_[dim].out) : 0; };
    return {half(Halves::slices, Dim::slice), half(Halves::rows, Dim::row), half(Halves::columns, Dim::column)};
  }

  void plan_run() {
    PerDim<std::int64_t> there{1};
    for (const Dim dim : {Dim::column, Dim::row, Dim::slice}) there[dim] = extents_[dim].needed();
    there[Dim::channel] = channel_count();
    there[Dim::frame] = problem_.input.frames.extent;
    ComplexArray array = array_for(there);
    const ImageLoad load = image_load();
    Place place = Place::input;
    const auto put = [&](StageSpec stage, Place to) {
      plan_.run.push_back({std::move(stage), place, to});
      place = to;
    };
    const auto store_back = [&](const Step& step, bool is_last) -> StageStore {
      if (step.part != Step::Part::inner) there[step.axis] = extents_[step.axis].out;
      if (is_last) return image_store(step);
      ComplexStore store = store_all(array, step);
      set_elements(store, step, there[step.axis]);
      return store;
    };
    // Each launch up to the middle one divides by its length.
    const auto scale = [&](StageStore& store, const Step& step) {
      if (auto* values = std::get_if<ComplexStore>(&store); values != nullptr && is_scaled_on_the_way()) values->scale = 1.0 / step.shape().length;
    };

    const std::size_t count = steps_.size();
    if (count > 1) reserve(Place::work_0, array);
    for (std::size_t i = 0; i + 1 < count; ++i) {
      StageSpec stage = forward_stage(steps_[i], array, there, i == 0 ? &load : nullptr);
      stage.store = store_all(array, steps_[i]);
      scale(stage.store, steps_[i]);
      put(std::move(stage), Place::work_0);
    }

    const Step& middle = steps_.back();
    StageSpec stage = forward_stage(middle, array, there, count == 1 ? &load : nullptr);
    stage.name = name_of(middle, "convolve");
    stage.work = Work::convolve;
    stage.multiply = multiply(middle);
    stage.together = static_cast<int>(mixed_channels(problem_));
    if (problem_.input.frames.extent == 1) stage.repeats = static_cast<int>(problem_.kernels);
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
      StageSpec back;
      back.name = name_of(step, "inverse");
      set_lines(back, there, step);
      back.work = Work::inverse;
      back.load = load_all(array, step);
      back.in_place = i > 0;
      back.store = store_back(step, i == 0);
      put(std::move(back), i == 0 ? Place::output : results);
    }
  }

  const Problem& problem_;
  Halves halves_;
  std::vector<Step> steps_;
  PerDim<AxisExtents> extents_;
  std::vector<int> channels_;
  int spectrum_group_ = 1;
  int earlier_ = 0;  // columns that the image's first sample is too early by, so taps come later
  Storage stored_ = Storage::f32;  // pairs of these are what lies between launches, and the kernel's spectrum
  ComplexArray spectrum_;
  LaunchPlan plan_;
};

PerDim<AxisExtents> extents_of(const Problem& problem, Halves halves, bool circular, const DeviceTraits& traits) {
  PerDim<AxisExtents> extents;
  const Extent out = problem.output.extent();
  const auto set = [&](Dim dim, std::int64_t taps, std::int64_t outputs, Halves half) {
    extents[dim] = {taps, halves == half ? (outputs + 1) / 2 : outputs, false};
    const bool wraps = problem.edge == EdgeMode::wrap && problem.region == Region::same && taps > 1 && taps <= outputs && halves != half;
    extents[dim].is_circular = circular && wraps && axis_transform_of(outputs, dim != Dim::column, kAllElements, traits).has_value();
  };
  set(Dim::column, problem.kernel.columns, out.columns, Halves::columns);
  set(Dim::row, problem.kernel.rows, out.rows, Halves::rows);
  set(Dim::slice, problem.kernel.slices, out.slices, Halves::slices);
  return extents;
}

}  // namespace

ConvolutionOffer convolution_launches(const Problem& problem, Halves halves, bool circular, const DeviceTraits& traits) {
  const PerDim<AxisExtents> extents = extents_of(problem, halves, circular && mixed_channels(problem) == 1, traits);
  // An axis along which no kernel reaches needs no transform; one must be left.
  std::vector<Dim> axes = {Dim::column};
  for (const Dim dim : {Dim::row, Dim::slice})
    if (extents[dim].taps > 1) axes.push_back(dim);
  std::vector<Step> steps;
  for (const Dim axis : axes) {
    const int together = axis == axes.back() ? static_cast<int>(mixed_channels(problem)) : 1;
    const auto transform = extents[axis].is_circular ? axis_transform_of(extents[axis].out, axis != Dim::column, kAllElements, traits)
                                                     : axis_transform_for(extents[axis].needed(), axis == Dim::column, together, traits);
    if (!transform)
      return {{}, fmt::format("{} of {} points do not fit a block of {} ({} KiB of shared memory){}", lines_along(axis), extents[axis].needed(), traits.name,
                              traits.shared_bytes / 1024, together == 1 ? "" : fmt::format(", {} channels together", together))};
    if (transform->inner) {
      steps.push_back({axis, Step::Part::outer, *transform});
      steps.push_back({axis, Step::Part::inner, *transform});
    } else {
      steps.push_back({axis, Step::Part::whole, *transform});
    }
  }
  return {Launches(problem, halves, std::move(steps), extents).plan(), {}};
}

namespace {

/// 8, 12 or 16 values a thread: few exchanges, and short code, which every block reads anew.
std::optional<LineShape> tile_shape(int side) {
  LineShape shape;
  if (side == 64) shape.radices = {8, 8};
  else if (side == 96) shape.radices = {12, 8};
  else if (side == 128) shape.radices = {16, 8};
  else return std::nullopt;
  shape.length = shape.lines = side;
  shape.threads = 8;
  shape.exchange_buffers = 1;
  return shape;
}

}  // namespace

namespace {

/// Tiles begin at whole sectors of memory (32 bytes are 8 samples of f32) of both halves where that takes no more of them. Returns by how many
/// columns they begin earlier for that.
int align(TileSpec& tile, AxisExtents& columns, const Problem& problem, Halves halves, int side) {
  constexpr int kSector = 8;
  const auto ceil_div = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
  const int earlier = static_cast<int>((lead_of(problem).columns % kSector + kSector) % kSector);
  const int useful = (side - static_cast<int>(problem.kernel.columns) - earlier + 1) / kSector * kSector;
  const std::int64_t out = halves == Halves::columns ? ceil_div(columns.out, kSector) * kSector : columns.out;
  if (useful < kSector || ceil_div(out, useful) > ceil_div(columns.out, tile.useful_columns)) return 0;
  tile.useful_columns = useful;
  columns.out = out;
  return earlier;
}

}  // namespace

ConvolutionOffer tile_launches(const Problem& problem, Halves halves, int side, const DeviceTraits& traits) {
  PerDim<AxisExtents> extents = extents_of(problem, halves, false, traits);
  TileSpec tile;
  tile.name = "tiles";
  tile.useful_rows = side - static_cast<int>(problem.kernel.rows) + 1;
  tile.useful_columns = side - static_cast<int>(problem.kernel.columns) + 1;
  if (tile.useful_rows < side / 4 || tile.useful_columns < side / 4)
    return {{}, fmt::format("{}x{} taps leave too little of tiles of {}x{}", problem.kernel.rows, problem.kernel.columns, side, side)};
  const auto row = axis_transform_of(side, false, kAllElements, traits), column = axis_transform_of(side, true, kAllElements, traits);
  const auto shape = tile_shape(side);
  if (!row || !column || !shape) return {{}, fmt::format("there are no tiles of {}x{}", side, side)};
  tile.rows = tile.columns = *shape;
  tile.columns.lines_adjacent = true;
  if (shared_bytes_of(tile) > traits.shared_bytes || shape->threads * side > traits.block_threads)
    return {{}, fmt::format("tiles of {}x{} do not fit a block of {} ({} KiB of shared memory)", side, side, traits.name, traits.shared_bytes / 1024)};
  const int earlier = align(tile, extents[Dim::column], problem, halves, side);
  std::vector<Step> steps{{Dim::column, Step::Part::whole, *row}, {Dim::row, Step::Part::whole, *column}};
  return {Launches(problem, halves, std::move(steps), extents).tile_plan(std::move(tile), earlier, traits), {}};
}

}  // namespace fftcore
