// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kernel_features.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

#include "feature_words.h"

namespace kernels {
namespace {

using namespace fftcore;

int count(const PerDim<int>& tiles) {
  return tiles[Dim::row] * tiles[Dim::column];
}

std::string tiles_of(int count) {
  return count > 1 ? "several tiles" : "one tile";
}

void add(Words& f, const TileSpec& tile) {
  f[Factor::work] = tile.filters() > 1 ? "tile by several" : "tile";
  f[Factor::product] = word_of(tile.multiply);
  add_image(f, tile.load);
  add_image(f, tile.store);
  f[Factor::number] = word_of(tile.rows.real);
  f[Factor::size] = tiles_of(count(tile.tiles));
  f[Factor::primes] = primes_of(tile.rows.length * tile.columns.length);
}

void add(Words& f, const DirectSpec& direct) {
  switch (direct.body) {
    case DirectBody::taps: f[Factor::work] = "taps"; break;
    case DirectBody::products: f[Factor::work] = "products of taps"; break;
    case DirectBody::matrices: f[Factor::work] = "matrices"; break;
    case DirectBody::transforms: f[Factor::work] = "transforms of halves"; break;
    case DirectBody::bands: f[Factor::work] = "band matrices"; break;
    case DirectBody::real_bands: f[Factor::work] = "band matrices of reals"; break;
  }
  add_image(f, direct.load);
  add_image(f, direct.store);
  const bool has_halves = direct.body == DirectBody::matrices ||
                          direct.body == DirectBody::transforms || direct.body == DirectBody::bands;
  f[Factor::number] = word_of(has_halves ? Real::f16x2 : Real::f32);
  f[Factor::size] = tiles_of(count(direct.tiles));
  f[Factor::block] = direct.pixel > 1     ? "whole pixels"
                     : direct.loads_quads ? (direct.stores_quads ? "quads in and out" : "quads in")
                                          : (direct.stores_quads ? "quads out" : "one by one");
}

void add(Words& f, const MovingSumSpec& sums) {
  switch (sums.part) {
    case MovingSumSpec::Part::rows: f[Factor::work] = "sums of rows"; break;
    case MovingSumSpec::Part::columns: f[Factor::work] = "sums of columns"; break;
    case MovingSumSpec::Part::whole_columns: f[Factor::work] = "whole sums of columns"; break;
    case MovingSumSpec::Part::whole_rows: f[Factor::work] = "whole sums of rows"; break;
  }
  f[Factor::load] = sums.weights.empty() ? "image" : "weighed channels";
  f[Factor::loaded] = word_of(sums.image.storage);
  f[Factor::store] = sums.is_normed ? (sums.is_centred ? "centred norms" : "norms") : "no norms";
}

void add(Words& f, const PeakSpec& peaks) {
  f[Factor::work] = peaks.wraps ? "peaks that wrap" : "peaks";
  f[Factor::size] = threads_of_row(peaks.surface) > 1 ? "long rows" : "short rows";
  f[Factor::block] = peaks.surface.templates > 1 ? "several templates" : "one template";
}

void add(Words& f, const NormSpec& norms) {
  f[Factor::work] = norms.are_half_spectra ? "norms of half spectra" : "norms";
  f[Factor::load] = "complex values";
  f[Factor::store] = norms.least == 0 ? "norms" : "one over norms";
}

void add(Words& f, const DenoiseSpec& denoise) {
  switch (denoise.kind) {
    case DenoiseKind::firm: f[Factor::work] = "firm"; break;
    case DenoiseKind::wiener: f[Factor::work] = "wiener"; break;
    case DenoiseKind::hard: f[Factor::work] = "hard"; break;
    case DenoiseKind::gain: f[Factor::work] = "gain"; break;
    case DenoiseKind::band: f[Factor::work] = "band"; break;
    case DenoiseKind::soft_band: f[Factor::work] = "soft band"; break;
  }
  f[Factor::product] = denoise.sharpens    ? "sharpened"
                       : denoise.zero_mean ? "weakened"
                                           : "mean kept";
  f[Factor::load] = denoise.frames() > 1 ? "several frames" : "one frame";
  f[Factor::loaded] = word_of(denoise.input.storage);
  f[Factor::store] = denoise.copied_channels.empty() ? "image" : "image and copies";
  f[Factor::stored] = word_of(denoise.output.storage);
  f[Factor::number] = word_of(Real::f32);
  f[Factor::size] = denoise.block > 16  ? "large blocks"
                    : denoise.block > 8 ? "blocks of 16"
                                        : "blocks of 8";
  f[Factor::block] = denoise.outside > 0                              ? "arrays outside"
                     : denoise.strips() > 1 || denoise.segments() > 1 ? "several strips"
                                                                      : "one strip";
}

void add(Words& f, const WarpSpec& warp) {
  f[Factor::work] = warp.is_projective ? "projective warp" : "warp";
  f[Factor::load] = to_string(warp.interpolation);
  f[Factor::loaded] = word_of(warp.input.storage);
  f[Factor::edge] = warp.keeps_outside ? "transparent" : to_string(warp.edge);
  f[Factor::store] = "image";
  f[Factor::stored] = word_of(warp.output.storage);
  f[Factor::number] = word_of(warp.real);
  f[Factor::block] = warp.channels > 1 ? "all channels" : "one channel";
}

void add(Words& f, const WindowSpec& windows) {
  switch (windows.score) {
    case WindowScore::plain: f[Factor::work] = "sums of windows"; break;
    case WindowScore::zncc: f[Factor::work] = "centred windows"; break;
    case WindowScore::phase: f[Factor::work] = "phases of windows"; break;
  }
  f[Factor::product] = windows.refine == 0    ? "peak as fitted"
                       : windows.keeps_window ? "peak refined"
                                              : "peak refined anew";
  const bool has_weights = std::ranges::count(windows.weights, 0.0F) + 1 !=
                           static_cast<std::ptrdiff_t>(windows.weights.size());
  f[Factor::load] =
      std::string(to_string(windows.interpolation)) + (windows.is_mapped ? " through maps" : "");
  f[Factor::loaded] = word_of(windows.image.storage);
  f[Factor::edge] = windows.search > 0 ? "replicate" : "wrap";
  f[Factor::number] = word_of(Real::f32);
  f[Factor::size] = windows.threads > 64 ? "large windows" : "small windows";
  f[Factor::primes] = primes_of(windows.down.length() * windows.across.length());
  f[Factor::block] = has_weights           ? "weighed windows"
                     : windows.has_taper() ? "tapered windows"
                                           : "bare windows";
}

void add(Words& f, const FilterSpec& filters) {
  f[Factor::work] = "filters of windows";
  f[Factor::load] = to_string(filters.windows.interpolation);
  f[Factor::loaded] = word_of(filters.windows.image.storage);
  f[Factor::edge] = "replicate";
  f[Factor::stored] = word_of(filters.stored);
  f[Factor::number] = word_of(Real::f32);
  f[Factor::size] = filters.windows.threads > 64 ? "large windows" : "small windows";
  f[Factor::primes] = primes_of(filters.windows.down.length() * filters.windows.across.length());
  f[Factor::block] = filters.windows.has_taper() ? "tapered windows" : "bare windows";
  f[Factor::product] = filters.pairs() > 1           ? "more channels met"
                       : filters.channels() % 2 == 0 ? "two channels met"
                                                     : "one channel met";
}

void add(Words& f, const LineSpec& line) {
  add_line(f, line);
}

}  // namespace

Features features_of(const LaunchSpec& spec, std::string_view kind) {
  Words features;
  features[Factor::rule] = kind;
  std::visit([&](const auto& one) { add(features, one); }, spec);
  return features.all;
}

}  // namespace kernels
