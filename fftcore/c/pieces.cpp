// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions that are cut into pieces.
#include "fftcore/pieces.h"

#include <fmt/format.h>

#include <cstdint>
#include <memory>

#include "fftcore/error.h"
#include "guard.h"
#include "named.h"
#include "value_of.h"

struct fftcore_pieces {
  fftcore::PiecedConvolution cut;
};

using namespace fftcore;

namespace {

fftcore_part shown(const Part& part) {
  const auto range = [](const AxisRange& from) { return fftcore_range{from.first, from.count}; };
  return {range(part.columns), range(part.rows), range(part.slices)};
}

/// Positions stay far from where they overflow.
constexpr std::int64_t kMostPiecePosition = std::int64_t{1} << 60;

void check_run(std::int64_t position, std::int64_t most, std::int64_t extent) {
  if (position < -kMostPiecePosition || position > kMostPiecePosition)
    throw InvalidArgument(fmt::format("position {}; -2^60 to 2^60 are allowed", position));
  if (most < 1) throw InvalidArgument(fmt::format("a run of {}; 1 or more are allowed", most));
  if (extent < 1 || extent > kMaxExtent)
    throw InvalidArgument(
        fmt::format("an axis of {} samples; 1 to {} are allowed", extent, kMaxExtent));
}

}  // namespace

fftcore_status fftcore_pieces_create(const fftcore_work* whole, const fftcore_extent* most,
                                     fftcore_pieces** pieces) {
  return created(pieces, "the place for pieces", [&] {
    const fftcore_extent& given = object(most, "the extent of a piece");
    const Extent sides{given.rows == 0 ? 1 : given.rows, given.columns,
                       given.slices == 0 ? 1 : given.slices};
    return std::unique_ptr<fftcore_pieces>(
        new fftcore_pieces{in_pieces(value_of<Convolution>(whole, "pieces"), sides)});
  });
}

void fftcore_pieces_free(fftcore_pieces* pieces) {
  freed(pieces);
}

fftcore_status fftcore_pieces_work(const fftcore_pieces* pieces, fftcore_work** work) {
  return created(work, "the place for a work", [&] {
    return std::make_unique<fftcore_work>(object(pieces, "the pieces").cut.work);
  });
}

int64_t fftcore_pieces_count(const fftcore_pieces* pieces, fftcore_extent* grid) {
  if (pieces == nullptr) return 0;
  const Extent& along = pieces->cut.grid;
  if (grid != nullptr) *grid = {along.columns, along.rows, along.slices};
  return piece_count(pieces->cut);
}

fftcore_status fftcore_pieces_at(const fftcore_pieces* pieces, int64_t number,
                                 fftcore_piece* piece) {
  return guarded([&] {
    const Piece one = piece_at(object(pieces, "the pieces").cut, number);
    object(piece, "the place for a piece") = {shown(one.output), shown(one.input)};
  });
}

fftcore_status fftcore_edge_run(int64_t position, int64_t most, int64_t extent, const char* edge,
                                fftcore_edge_samples* run) {
  return guarded([&] {
    check_run(position, most, extent);
    const EdgeRun found =
        edge_run(position, most, extent, edge_named(&object(edge, "the name of an edge mode")));
    object(run, "the place for a run") = {found.source, found.step, found.count};
  });
}
