// SPDX-License-Identifier: LGPL-2.1-or-later
#include "transform_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "axis_transform.h"
#include "chirped_shape.h"
#include "complex_array.h"
#include "transform_array.h"
#include "transform_sides.h"

namespace fftcore {
namespace {

/// Longer lines would make tables of more than 128 MiB, by way of a gigabyte of the host's memory.
constexpr std::int64_t kMostChirped = std::int64_t{1} << 23;

/// What all launches for one axis share.
struct AxisPass {
  std::size_t axis = 0;
  TransformArray from, to;
  PerDim<std::int64_t> lines{1};
  bool is_last = false;
  std::int64_t chirped = 0;  // where not 0, the transform convolves so many points with a chirp
  bool is_folded = false;    // samples 2e and 2e + 1 of a real line travel as one complex value
  Dim neighbours = Dim::row;
  AxisTransform transform;

  Dim dim() const { return kAxisDims[axis]; }
};

class Launches {
 public:
  Launches(const Transform& transform, const DeviceTraits& traits)
      : transform_(transform),
        traits_(traits),
        real_(is_in_double(transform.numbers) ? Real::f64 : Real::f32) {}

  Planned<LaunchPlan> plan() && {
    if (is_trigonometric(transform_.kind))
      return NoPlan{
          fmt::format("the kind is {}; c2c, r2c and c2r are possible", to_string(transform_.kind))};
    if (real_ == Real::f64 && !traits_.has_doubles)
      return NoPlan{
          fmt::format("{} needs double precision, which the device has not; f32 and f16 "
                      "are possible",
                      to_string(transform_.numbers))};
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < transform_.axes.size(); ++axis)
      if (transform_.axes[axis].extent > 1) axes.push_back(axis);
    if (axes.empty()) axes.push_back(0);  // a copy
    if (transform_.kind == TransformKind::c2r) std::reverse(axes.begin(), axes.end());
    for (const std::size_t axis : axes) {
      AxisPass pass;
      pass.axis = axis;
      pass.is_last = axis == axes.back();
      pass.from = axis == axes.front() ? array_of(transform_, true) : middle();
      pass.to = pass.is_last ? array_of(transform_, false) : middle();
      set_lines(pass);
      if (auto none = shape(pass)) return *std::move(none);
      if (pass.chirped != 0)
        add_three(pass);
      else if (pass.transform.inner)
        add_two(pass);
      else
        add(pass, pass.transform.outer, "", work({}), side(pass, pass.from, 1),
            side(pass, pass.to, 1));
      done_[axis] = true;
    }
    return std::move(plan_);
  }

 private:
  /// Lines that one launch loads or stores.
  struct Side {
    TransformArray array;
    Strides strides;
    int step = 1;
    bool is_between = false;  // of two launches for one axis, where no element is left out
  };

  /// Whether what lies between two axes has memory of its own: where the output has no room for
  /// it, or would round it.
  bool has_own_middle() const {
    return (transform_.kind == TransformKind::c2r && !transform_.in_place) ||
           storage_of(transform_.numbers) != fftcore::storage_of(real_);
  }

  /// Memory between the first axis and the last.
  TransformArray middle() {
    if (!has_own_middle()) return array_of(transform_, transform_.kind == TransformKind::c2r);
    ComplexArray array;
    for (std::size_t i = 0; i < transform_.axes.size(); ++i)
      array.extent[kAxisDims[i]] =
          std::min(input_extent(transform_, i), output_extent(transform_, i));
    for (std::size_t i = 0; i < transform_.batches.size(); ++i)
      array.extent[kBatchDims[i]] = transform_.batches[i].extent;
    reserve(Place::work_0, array);
    return own_array(Place::work_0, array);
  }
  TransformArray own_array(Place place, const ComplexArray& array) const {
    return {place, fftcore::storage_of(real_), false, array.strides(), 0};
  }

  void reserve(Place place, const ComplexArray& array) {
    std::int64_t& bytes = plan_.bytes_of(place);
    bytes = std::max(bytes, array.count() * 2 * size_bytes(real_));
  }

  void set_lines(AxisPass& pass) const {
    for (std::size_t other = 0; other < transform_.axes.size(); ++other)
      if (other != pass.axis)
        pass.lines[kAxisDims[other]] =
            done_[other] ? output_extent(transform_, other) : stored_extent(transform_, other);
    for (std::size_t i = 0; i < transform_.batches.size(); ++i)
      pass.lines[kBatchDims[i]] = transform_.batches[i].extent;
  }

  /// Chooses lengths and neighbours, or says why it cannot.
  std::optional<NoPlan> shape(AxisPass& pass) const {
    for (const Dim dim : kAllDims)
      if (pass.lines[dim] > std::numeric_limits<std::int32_t>::max())
        return NoPlan{
            fmt::format("there are {} lines beside each other, and a launch counts up to 2^31",
                        pass.lines[dim])};
    const std::int64_t points = transform_.axes[pass.axis].extent;

    // Lines that lie closer to each other than their points are shared out so that neighbouring
    // threads have neighbouring lines.
    const auto distance = [&](Dim dim) { return pass.from.strides[dim] + pass.to.strides[dim]; };
    std::optional<Dim> nearest, most;
    for (const Dim dim : kAllDims) {
      if (pass.lines[dim] == 1) continue;
      if (!nearest || distance(dim) < distance(*nearest)) nearest = dim;
      if (!most || pass.lines[dim] > pass.lines[*most]) most = dim;
    }
    const bool adjacent = nearest && distance(*nearest) < distance(pass.dim());
    pass.neighbours = adjacent ? *nearest : most.value_or(pass.neighbours);
    const int lines = static_cast<int>(pass.lines[pass.neighbours]);

    const bool is_real_axis = pass.axis == 0 && transform_.kind != TransformKind::c2c;
    if (is_real_axis && points % 2 == 0 && points > 2)
      if (const auto half = any_line_shape_of(points / 2, adjacent, lines, traits_, real_)) {
        pass.is_folded = true;
        pass.transform = AxisTransform{*half, {}};
        return std::nullopt;
      }
    auto transform = any_axis_transform_of(points, adjacent, lines, traits_, real_);
    if (!transform && points <= kMostChirped) {
      transform = axis_transform_for(2 * points - 1, !adjacent, 1, traits_, real_);
      pass.chirped = points;
    }
    if (!transform || (pass.chirped != 0 && !transform->inner)) return too_long(pass);
    pass.transform = *transform;
    if (pass.transform.inner && !adjacent) pass.neighbours = Dim::part;
    return std::nullopt;
  }

  NoPlan too_long(const AxisPass& pass) const {
    const std::int64_t points = transform_.axes[pass.axis].extent;
    const std::string three =
        points > kMostChirped ? fmt::format("; three take up to {}", kMostChirped) : ", nor three";
    return {fmt::format(
        "axis {} of {} points does not fit two launches with {} KiB of shared memory a block{}{}",
        pass.axis, points, traits_.shared_bytes / 1024, three,
        real_ == Real::f64 ? "; in single precision more fits" : "")};
  }

  /// Lines whose elements are `step` apart, their pieces beside each other.
  static Side side(const AxisPass& pass, const TransformArray& array, int step) {
    Side side{array, {}, step, false};
    for (const Dim dim : kAllDims)
      if (pass.lines[dim] > 1) side.strides.line[dim] = array.strides[dim];
    side.strides.offset = array.offset;
    side.strides.element = array.strides[pass.dim()] * step;
    side.strides.line[Dim::part] = pass.transform.inner ? array.strides[pass.dim()] : 0;
    return side;
  }

  /// Two launches (four-step). Forward: pieces of N1 points, N2 apart, then rows of N2 of these;
  /// element k2 of row k1 is number k1 + N1 * k2 of the result. Inverse: both backwards.
  void add_two(const AxisPass& pass) {
    const LineShape& outer = pass.transform.outer;
    const LineShape& inner = *pass.transform.inner;
    const TransformArray between = between_launches(pass);
    const FourStep pieces{pass.transform.length(), {}};
    const int n1 = line_points(outer), n2 = line_points(inner);
    Side columns = side(pass, between, n2), rows = side(pass, between, 1);
    rows.strides.line[Dim::part] *= n2;
    rows.step = n1;  // as if the elements of a row were so many apart: that counts them
    columns.is_between = rows.is_between = true;
    if (transform_.direction == Direction::forward) {
      add(pass, outer, "_outer", work(pieces), side(pass, pass.from, n2), columns);
      add(pass, inner, "_inner", work({}), rows, side(pass, pass.to, n1));
    } else {
      add(pass, inner, "_inner", work({}), side(pass, pass.from, n1), rows);
      add(pass, outer, "_outer", work(pieces), columns, side(pass, pass.to, n2));
    }
  }

  /// Three launches (Bluestein): forward, the product with the chirp's spectrum in the midst of the
  /// second one, back. All is in memory of the plan's own in between, in the order that add_two()
  /// has there.
  void add_three(const AxisPass& pass) {
    const LineShape& outer = pass.transform.outer;
    const LineShape& inner = *pass.transform.inner;
    const TransformArray between = between_launches(pass);
    Side columns = side(pass, between, inner.length), rows = side(pass, between, 1);
    rows.strides.line[Dim::part] *= inner.length;
    rows.step = outer.length;
    columns.is_between = rows.is_between = true;
    const ChirpOfWhole chirp{pass.chirped, transform_.direction == Direction::inverse};
    const FourStep pieces{pass.transform.length(), chirp};
    add(pass, outer, "_chirp", Forward{pieces}, side(pass, pass.from, inner.length), columns);
    add(pass, inner, "_rows", ConvolveChirp{chirp}, rows, rows);
    add(pass, outer, "_back", Inverse{pieces}, columns, side(pass, pass.to, inner.length));
  }

  /// Memory between launches for one axis.
  TransformArray between_launches(const AxisPass& pass) {
    ComplexArray array;
    array.extent = pass.lines;
    array.extent[pass.dim()] = pass.transform.length();
    const Place place = has_own_middle() ? Place::work_1 : Place::work_0;
    reserve(place, array);
    return own_array(place, array);
  }

  /// The transform alone.
  Work work(SpectralSide side) const {
    if (transform_.direction == Direction::forward) return Forward{side};
    return Inverse{side};
  }

  void add(const AxisPass& pass, const LineShape& shape, std::string_view part, Work work,
           const Side& from, const Side& to) {
    LineSpec stage;
    stage.name = fmt::format("axis{}{}_{}", pass.axis, part, to_string(transform_.direction));
    stage.shape = shape;
    for (const Dim dim : kAllDims) stage.lines[dim] = static_cast<int>(pass.lines[dim]);
    if (pass.transform.inner)
      stage.lines[Dim::part] = static_cast<int>(pass.transform.length() / line_points(shape));
    stage.neighbours = pass.neighbours;
    stage.work = std::move(work);
    stage.in_place = is_same_memory(from.array.place, to.array.place);
    stage.load = load(pass, from);
    stage.store = store(pass, to);
    plan_.run.push_back({std::move(stage), from.array.place, to.array.place});
  }

  bool is_same_memory(Place from, Place to) const {
    const auto is_callers = [](Place place) {
      return place == Place::input || place == Place::output;
    };
    return from == to || (transform_.in_place && is_callers(from) && is_callers(to));
  }

  LineLoad load(const AxisPass& pass, const Side& side) const {
    const auto count = static_cast<int>(stored_extent(transform_, pass.axis));
    const Storage storage = side.array.storage;
    if (side.is_between)
      return ComplexLoad{storage, side.strides, static_cast<int>(pass.transform.length()),
                         side.step};
    if (side.array.is_real)
      return RealLoad{side.strides, count, side.step, pass.is_folded, storage};
    const std::int64_t points = transform_.axes[pass.axis].extent;
    if (transform_.kind != TransformKind::c2r || pass.axis != 0 || points == 1)
      return ComplexLoad{storage, side.strides, count, side.step};
    Strides bins = side.strides;
    bins.element /= side.step;
    bins.line[Dim::part] = 0;
    return HermitianLoad{bins, points, count, side.step, pass.is_folded, storage};
  }

  LineStore store(const AxisPass& pass, const Side& side) const {
    const Storage storage = side.array.storage;
    if (side.is_between)
      return ComplexStore{storage, side.strides, static_cast<int>(pass.transform.length()),
                          1,       false,        side.step};
    const auto count = static_cast<int>(output_extent(transform_, pass.axis));
    const double scale =
        pass.is_last && transform_.normalized ? 1 / static_cast<double>(points_of(transform_)) : 1;
    if (side.array.is_real)
      return RealStore{side.strides, count, scale, side.step, pass.is_folded, storage};
    return ComplexStore{storage, side.strides, count, scale, false, side.step};
  }

  const Transform& transform_;
  const DeviceTraits& traits_;
  const Real real_;
  std::array<bool, kAxisDims.size()> done_{};
  LaunchPlan plan_;
};

}  // namespace

Planned<LaunchPlan> transform_launches(const Transform& transform, const DeviceTraits& traits) {
  return Launches(transform, traits).plan();
}

}  // namespace fftcore
