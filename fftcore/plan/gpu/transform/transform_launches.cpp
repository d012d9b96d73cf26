// SPDX-License-Identifier: LGPL-2.1-or-later
#include "transform_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "chirp_launches.h"
#include "complex_array.h"
#include "counted_launches.h"
#include "pass_side.h"
#include "transform_formulas.h"
#include "transform_pass.h"
#include "transform_sides.h"

namespace fftcore {
namespace {

/// Whether lines are rows that few threads share: each load would touch a segment of memory for
/// nearly every thread. Chirped lines have too few blocks at once to hide two more barriers.
bool gains_by_staging(const LineShape& shape) {
  constexpr std::int64_t kBytes = 96;  // measured: 80 gains, and 120 loses
  return shape.length > 1 && shape.lines > 1 && !shape.lines_adjacent && shape.chirped == 0 &&
         shape.threads * 2 * size_bytes(shape.real) < kBytes;
}

class TransformLaunches {
 public:
  TransformLaunches(const Transform& transform, const DeviceTraits& traits)
      : transform_(transform),
        traits_(traits),
        real_(real_of(transform.numbers)),
        goes_back_(is_trigonometric(transform.kind)
                       ? CosineLine{.kind = kind_of(transform)}.goes_back()
                       : transform.direction == Direction::inverse) {}

  Planned<LaunchPlan> plan() && {
    if (real_ == Real::f64 && !traits_.has_doubles)
      return NoPlan{
          fmt::format("{} needs double precision, which the device has not; f32 and f16 "
                      "are possible",
                      to_string(transform_.numbers))};
    if (has_formulas(transform_) && (transform_.packed || is_trigonometric(transform_.kind)))
      return NoPlan{fmt::format(
          "{} has formulas, which GPUs compute of c2c, and of r2c and c2r that are not packed; "
          "backend 'cpu' computes them of all",
          transform_.packed ? "a packed transform" : to_string(transform_.kind))};
    std::vector<std::size_t> axes;
    // Of one point a Fourier transform is that point; cosine and sine transforms are multiples.
    for (std::size_t axis = 0; axis < transform_.axes.size(); ++axis)
      if (transform_.axes[axis].extent > 1 || is_trigonometric(transform_.kind))
        axes.push_back(axis);
    if (axes.empty()) axes.push_back(0);  // a copy
    if (transform_.kind == TransformKind::c2r) std::reverse(axes.begin(), axes.end());
    for (const std::size_t axis : axes) {
      TransformPass pass;
      pass.axis = axis;
      pass.is_first = axis == axes.front();
      pass.is_last = axis == axes.back();
      pass.from = pass.is_first ? array_of(transform_, true) : middle();
      pass.to = pass.is_last ? array_of(transform_, false) : middle();
      set_lines(pass);
      if (auto none = shape_pass(pass, transform_, traits_)) return *std::move(none);
      pass.chirped != 0 ? add_chirped(pass) : add_all(pass);
      done_[axis] = true;
    }
    return std::move(plan_);
  }

 private:
  /// Whether what lies between two axes has memory of its own: where the output has no room for
  /// it, or would round it.
  bool has_own_middle() const {
    return !callers_hold_middle(transform_) ||
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
    const std::int64_t reals = is_trigonometric(transform_.kind) ? 1 : 2;
    reserve(Place::work_0, array, reals);
    TransformArray own = own_array(Place::work_0, array);
    own.is_real = reals == 1;
    return own;
  }
  TransformArray own_array(Place place, const ComplexArray& array) const {
    return {place, fftcore::storage_of(real_), false, array.strides(), 0, 0};
  }

  /// Room for an array of values of so many real numbers.
  void reserve(Place place, const ComplexArray& array, std::int64_t reals = 2) {
    std::int64_t& bytes = plan_.bytes_of(place);
    bytes = std::max(bytes, array.count() * reals * size_bytes(real_));
  }

  void set_lines(TransformPass& pass) const {
    for (std::size_t other = 0; other < transform_.axes.size(); ++other)
      if (other != pass.axis)
        pass.numbers[kAxisDims[other]] =
            done_[other] ? output_span(transform_, other) : input_span(transform_, other);
    for (std::size_t i = 0; i < transform_.batches.size(); ++i) {
      const std::int64_t extent = transform_.batches[i].extent;
      pass.numbers[kBatchDims[i]] = PointSpan(0, extent, extent);
    }
    for (const Dim dim : kAllDims) pass.lines[dim] = pass.numbers[dim].count;
  }

  /// All launches of a pass (four-step, and again for the rows that it makes of a line): pieces, as
  /// far apart as there are, then those of each row, then rows. Inverse: backwards.
  void add_all(const TransformPass& pass) {
    const std::size_t launches = pass.shapes.size();
    const TransformArray between = launches > 1 ? between_launches(pass) : TransformArray{};
    for (std::size_t i = 0; i < launches; ++i) {
      const std::size_t launch = goes_back_ ? launches - 1 - i : i;
      const bool is_first = i == 0, is_last = i + 1 == launches;
      SpectralSide twiddles;
      if (launch + 1 < launches) twiddles = FourStep{pass.points_from(launch), {}};
      add(pass, launch, part_name(launch, launches), work(twiddles),
          side_of(pass, is_first ? pass.from : between, launch, !is_first),
          side_of(pass, is_last ? pass.to : between, launch, !is_last));
    }
  }

  static std::string_view part_name(std::size_t launch, std::size_t launches) {
    if (launches == 1) return "";
    return launch == 0 ? "_outer" : launch + 1 < launches ? "_middle" : "_inner";
  }

  /// Launches of the pieces forward; of the last ones also times the chirp's spectrum and back; and
  /// of the others back (Bluestein).
  void add_chirped(const TransformPass& pass) {
    const std::size_t last = pass.shapes.size() - 1;
    const TransformArray between = between_launches(pass);
    const PassSide rows = side_of(pass, between, last, true);
    const ChirpArrays arrays = add_chirp_launches(plan_, pass, traits_);
    const ChirpOfWhole chirp{pass.chirped, arrays.chirp, goes_back_};
    const auto pieces = [&](std::size_t launch) {
      return FourStep{pass.points_from(launch), launch == 0 ? chirp : ChirpOfWhole{}};
    };
    const auto outside = [&](const TransformArray& array, std::size_t launch) {
      return launch == 0 ? side_of(pass, array, 0, false) : side_of(pass, between, launch, true);
    };
    for (std::size_t i = 0; i < last; ++i)
      add(pass, i, chirp_part("_chirp", i), Forward{pieces(i)}, outside(pass.from, i),
          side_of(pass, between, i, true));
    SpectrumMultiply spectrum;
    spectrum.storage = fftcore::storage_of(real_);
    spectrum.strides = arrays.spectrum;
    spectrum.op.conjugate_factor = goes_back_;
    add(pass, last, "_rows", Convolve{std::move(spectrum)}, rows, rows);
    for (std::size_t i = last; i-- > 0;)
      add(pass, i, chirp_part("_back", i), Inverse{pieces(i)}, side_of(pass, between, i, true),
          outside(pass.to, i));
  }
  static std::string chirp_part(std::string_view part, std::size_t launch) {
    return std::string(part) + (launch == 0 ? "" : "_middle");
  }

  /// Memory between launches for one axis.
  TransformArray between_launches(const TransformPass& pass) {
    ComplexArray array;
    for (const Dim dim : kAllDims) array.extent[dim] = pass.numbers[dim].end();
    array.extent[pass.dim()] = pass.length();
    const Place place = has_own_middle() ? Place::work_1 : Place::work_0;
    reserve(place, array);
    return own_array(place, array);
  }

  /// The transform alone.
  Work work(SpectralSide side) const {
    if (goes_back_) return Inverse{side};
    return Forward{side};
  }

  void add(const TransformPass& pass, std::size_t launch, std::string_view part, Work work,
           const PassSide& from, const PassSide& to) {
    const LineShape& shape = pass.shapes[launch];
    const std::vector<PieceAxis> pieces = piece_axes(pass, launch);
    LineSpec stage;
    stage.name =
        fmt::format("axis{}{}_{}", pass.axis, part,
                    pass.cosine ? to_string(pass.cosine->kind) : to_string(transform_.direction));
    stage.shape = shape;
    for (const Dim dim : kAllDims) {
      const PointSpan& numbers = pass.numbers[dim];
      stage.first_line[dim] = static_cast<int>(numbers.first);
      stage.around[dim] = numbers.goes_round() ? static_cast<int>(numbers.around) : 0;
    }
    PerDim<std::int64_t> lines = pass.lines;
    for (const PieceAxis& axis : pieces) lines[axis.dim] = axis.count;
    stage.neighbours = neighbours_of(pass, launch);
    stage.work = std::move(work);
    stage.in_place = is_same_memory(from.array.place, to.array.place);
    stage.load = load(pass, from);
    stage.store = store(pass, to);
    stage.input_imaginary = from.array.imaginary;
    stage.output_imaginary = to.array.imaginary;
    stage.is_staged = pieces.empty() && gains_by_staging(shape);
    add_counted_launches(plan_.run, {std::move(stage), from.array.place, to.array.place}, lines,
                         traits_);
  }

  bool is_same_memory(Place from, Place to) const {
    const auto is_callers = [](Place place) {
      return place == Place::input || place == Place::output;
    };
    return from == to || (transform_.in_place && is_callers(from) && is_callers(to));
  }

  LineLoad load(const TransformPass& pass, const PassSide& side) const {
    const PointSpan span = input_span(transform_, pass.axis);
    const Storage storage = side.array.storage;
    if (side.is_between) return ComplexLoad{storage, side.strides, pass.length(), side.step};
    if (pass.cosine) return CosineLoad{*pass.cosine, whole_lines(side), span, side.step, storage};
    const AxisFormula formula =
        pass.is_first ? formula_of(pass, load_formula(transform_)) : AxisFormula{};
    if (side.array.is_real)
      return RealLoad{side.strides, span, side.step, pass.is_folded, storage, formula};
    const std::int64_t points = transform_.axes[pass.axis].extent;
    if (transform_.kind != TransformKind::c2r || pass.axis != 0 || points == 1)
      return ComplexLoad{storage, side.strides, span, side.step, formula};
    HermitianLoad bins{whole_lines(side), points, span, side.step, pass.is_folded, storage};
    bins.is_packed = transform_.packed;
    bins.formula = formula;
    return bins;
  }

  AxisFormula formula_of(const TransformPass& pass, SampleFormula formula) const {
    AxisFormula all{std::move(formula), pass.dim()};
    for (std::size_t i = 0; i < std::min(all.points.size(), transform_.axes.size()); ++i)
      all.points[i] = transform_.axes[i].extent;
    for (std::size_t i = 0; i < std::min(all.batches.size(), transform_.batches.size()); ++i)
      all.batches[i] = transform_.batches[i].extent;
    return all;
  }

  /// Strides of lines, also where these are in pieces.
  static Strides whole_lines(const PassSide& side) {
    Strides lines = side.strides;
    lines.element /= side.step;
    lines.line[Dim::part] = lines.line[Dim::whole] = 0;
    return lines;
  }

  LineStore store(const TransformPass& pass, const PassSide& side) const {
    const Storage storage = side.array.storage;
    if (side.is_between)
      return ComplexStore{storage, side.strides, pass.length(), 1, false, side.step};
    const PointSpan span = output_span(transform_, pass.axis);
    const double scale = scale_along(transform_, pass.axis, pass.is_last);
    if (pass.cosine)
      return CosineStore{*pass.cosine, whole_lines(side), span,   pass.cosine->results(),
                         scale,        side.step,         storage};
    const AxisFormula formula =
        pass.is_last ? formula_of(pass, store_formula(transform_)) : AxisFormula{};
    if (side.array.is_real)
      return RealStore{side.strides, span, scale, side.step, pass.is_folded, storage, formula};
    ComplexStore values{storage, side.strides, span, scale, false, side.step};
    values.formula = formula;
    if (transform_.packed) values.packed_points = transform_.axes[pass.axis].extent;
    return values;
  }

  const Transform& transform_;
  const DeviceTraits& traits_;
  const Real real_;
  const bool goes_back_;
  std::array<bool, kAxisDims.size()> done_{};
  LaunchPlan plan_;
};

}  // namespace

Planned<LaunchPlan> launches_of(const Transform& transform, const DeviceTraits& traits) {
  return TransformLaunches(transform, traits).plan();
}

}  // namespace fftcore
