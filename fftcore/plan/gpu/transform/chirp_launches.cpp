// SPDX-License-Identifier: LGPL-2.1-or-later
#include "chirp_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "counted_launches.h"
#include "pass_side.h"

namespace fftcore {
namespace {

class ChirpLaunches {
 public:
  ChirpLaunches(LaunchPlan& plan, const TransformPass& pass, const DeviceTraits& traits)
      : plan_(plan), pass_(pass), traits_(traits) {
    pass_.lines = PerDim<std::int64_t>{1};
    pass_.numbers = PerDim<PointSpan>{PointSpan(0, 1, 1)};
    pass_.is_adjacent = false;
    array_.place = Place::spectrum;
    array_.storage = storage_of(real());
    array_.strides[pass_.dim()] = 1;
    array_.offset = plan.bytes_of(Place::spectrum) / value_bytes();
  }

  ChirpArrays add() && {
    const std::int64_t chirp = array_.offset + pass_.length();
    plan_.bytes_of(Place::spectrum) = (chirp + pass_.chirped) * value_bytes();
    add_chirp(chirp);
    for (std::size_t i = 0; i < pass_.shapes.size(); ++i) add_transform(i);
    return {side_of(pass_, array_, pass_.shapes.size() - 1, true).strides, chirp};
  }

 private:
  Real real() const { return pass_.shapes.front().real; }
  std::int64_t value_bytes() const { return 2 * size_bytes(real()); }

  /// The chirp, as lines of one element each.
  void add_chirp(std::int64_t first) {
    constexpr int kThreads = 256;
    constexpr std::int64_t kRow = 1 << 16;
    LineSpec stage = stage_of("chirp");
    stage.shape.radices = {1};
    stage.shape.lines = std::min(kThreads, traits_.block_threads);
    stage.shape.lines_adjacent = true;
    stage.shape.exchange_buffers = 1;
    stage.shape.real = real();
    const std::int64_t row = std::min(pass_.chirped, kRow);
    PerDim<std::int64_t> lines{1};
    lines[Dim::whole] = row;
    lines[Dim::part] = (pass_.chirped + row - 1) / row;
    stage.neighbours = Dim::whole;
    stage.load = ChirpLoad{.points = pass_.chirped};
    Strides strides{1, {}, first};
    strides.line[Dim::part] = row;
    strides.line[Dim::whole] = 1;
    stage.store = ComplexStore{array_.storage, strides, pass_.chirped};
    add(std::move(stage), lines);
  }

  /// Part of the transform of the chirp that goes round.
  void add_transform(std::size_t launch) {
    const PassSide side = side_of(pass_, array_, launch, true);
    LineSpec stage = stage_of(fmt::format("chirp_{}", launch));
    stage.shape = pass_.shapes[launch];
    stage.neighbours = neighbours_of(pass_, launch);
    if (launch + 1 < pass_.shapes.size()) stage.work = Forward{FourStep{pass_.points_from(launch)}};
    const std::int64_t length = pass_.length();
    if (launch == 0)
      stage.load = ChirpLoad{pass_.chirped, length, 1 / static_cast<double>(length), side.step};
    else
      stage.load = ComplexLoad{array_.storage, side.strides, length, side.step};
    stage.in_place = launch > 0;
    stage.store = ComplexStore{array_.storage, side.strides, length, 1, false, side.step};
    PerDim<std::int64_t> lines{1};
    for (const PieceAxis& axis : piece_axes(pass_, launch)) lines[axis.dim] = axis.count;
    add(std::move(stage), lines);
  }

  LineSpec stage_of(std::string_view part) const {
    LineSpec stage;
    stage.name = fmt::format("axis{}_{}", pass_.axis, part);
    return stage;
  }

  void add(LineSpec stage, const PerDim<std::int64_t>& lines) {
    add_counted_launches(plan_.prepare, {std::move(stage), Place::spectrum, Place::spectrum}, lines,
                         traits_);
  }

  LaunchPlan& plan_;
  TransformPass pass_;  // of one line
  const DeviceTraits& traits_;
  TransformArray array_;
};

}  // namespace

ChirpArrays add_chirp_launches(LaunchPlan& plan, const TransformPass& pass,
                               const DeviceTraits& traits) {
  return ChirpLaunches(plan, pass, traits).add();
}

}  // namespace fftcore
