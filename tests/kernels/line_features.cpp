// SPDX-License-Identifier: LGPL-2.1-or-later
// Features of kernels that transform lines.
#include <variant>

#include "feature_words.h"
#include "overloaded.h"

namespace kernels {
namespace {

using namespace fftcore;

/// How far a line of points is there.
std::string range_of(const PointSpan& span, std::int64_t points) {
  if (span.goes_round()) return "round the end";
  return span.first == 0 && span.count >= points ? "whole lines" : "a part";
}

void add_load(Words& f, const LineLoad& any, bool is_planar, const LineShape& shape) {
  std::visit(Overloaded{
                 [&](const ImageLoad& load) { add_image(f, load); },
                 [&](const ComplexLoad& load) {
                   f[Factor::load] = with_formula(is_planar        ? "planar values"
                                                  : load.is_scaled ? "scaled values"
                                                                   : "complex values",
                                                  load.formula.exists());
                   f[Factor::loaded] = word_of(load.storage);
                   f[Factor::edge] = range_of(load.span, line_points(shape) * load.step);
                 },
                 [&](const RealLoad& load) {
                   f[Factor::load] = with_formula(
                       load.is_folded ? "folded samples" : "real samples", load.formula.exists());
                   f[Factor::loaded] = word_of(load.storage);
                   f[Factor::edge] = range_of(
                       load.span, line_points(shape) * load.step * (load.is_folded ? 2 : 1));
                 },
                 [&](const HermitianLoad& load) {
                   f[Factor::load] = with_formula(load.is_packed   ? "packed bins"
                                                  : is_planar      ? "planar bins"
                                                  : load.is_folded ? "bins of folded lines"
                                                                   : "bins",
                                                  load.formula.exists());
                   f[Factor::loaded] = word_of(load.storage);
                   f[Factor::edge] = range_of(load.span, load.points / 2 + 1);
                 },
                 [&](const CosineLoad& load) {
                   f[Factor::load] = std::string(load.line.is_sine() ? "sines " : "cosines ") +
                                     std::to_string(load.line.type());
                   f[Factor::loaded] = word_of(load.storage);
                   f[Factor::edge] = range_of(load.span, load.line.points);
                 },
                 [&](const ChirpLoad& load) {
                   f[Factor::load] = load.around != 0 ? "inverse chirp" : "chirp";
                 },
             },
             any);
}

void add_store(Words& f, const LineStore& any, bool is_planar) {
  std::visit(Overloaded{
                 [&](const ImageStore& store) { add_image(f, store); },
                 [&](const ComplexStore& store) {
                   f[Factor::store] = with_formula(store.packed_points != 0 ? "packed bins"
                                                   : is_planar              ? "planar values"
                                                   : store.padded != 0      ? "padded bins"
                                                                            : "complex values",
                                                   store.formula.exists());
                   f[Factor::stored] = word_of(store.storage);
                 },
                 [&](const RealStore& store) {
                   f[Factor::store] = with_formula(
                       store.is_folded ? "folded samples" : "real samples", store.formula.exists());
                   f[Factor::stored] = word_of(store.storage);
                 },
                 [&](const SurfaceStore& store) {
                   f[Factor::store] = store.is_folded         ? "folded surface"
                                      : store.has_local_norms ? "normed surface"
                                                              : "surface";
                   f[Factor::stored] = "f32";
                 },
                 [&](const CosineStore& store) {
                   f[Factor::store] = std::string(store.line.is_sine() ? "sines " : "cosines ") +
                                      std::to_string(store.line.type());
                   f[Factor::stored] = word_of(store.storage);
                 },
             },
             any);
}

void add_work(Words& f, const Work& any) {
  const auto add_side = [&](const SpectralSide& side) {
    if (const auto* by = std::get_if<SpectrumMultiply>(&side)) f[Factor::product] = word_of(*by);
    if (const auto* step = std::get_if<FourStep>(&side))
      f[Factor::product] = step->chirp.points != 0 ? "four steps and chirp" : "four steps";
  };
  std::visit(Overloaded{
                 [&](const Forward& work) {
                   f[Factor::work] = "forward";
                   add_side(work.after);
                 },
                 [&](const Inverse& work) {
                   f[Factor::work] = "inverse";
                   add_side(work.before);
                 },
                 [&](const Convolve& work) {
                   f[Factor::work] = work.repeats > 1 ? "convolve by several" : "convolve";
                   f[Factor::product] = word_of(work.by);
                 },
                 [&](const Correlate&) {
                   f[Factor::work] = "correlate";
                   f[Factor::product] = "cross power";
                 },
                 [&](const Multiply& work) {
                   f[Factor::work] = "multiply";
                   f[Factor::product] = word_of(work.by);
                 },
             },
             any);
}

void add_shape(Words& f, const LineSpec& line) {
  const LineShape& shape = line.shape;
  f[Factor::number] = word_of(shape.real);
  if (std::holds_alternative<Multiply>(line.work)) {
    f[Factor::size] = "values";
    return;
  }
  const bool is_piece =
      four_step_points(line.work) != 0 || std::visit(
                                              [](const auto& load) {
                                                if constexpr (requires { load.step; })
                                                  return load.step > 1;
                                                return false;
                                              },
                                              line.load);
  f[Factor::size] = shape.chirped != 0          ? (is_piece ? "chirped pieces" : "chirped lines")
                    : is_piece                  ? "pieces of lines"
                    : shape.length == 1         ? "one value"
                    : shape.radices.size() == 1 ? "one butterfly"
                    : shape.radices.size() == 2 ? "two butterflies"
                                                : "more butterflies";
  f[Factor::primes] = primes_of(shape.length);
  f[Factor::block] = line.has_wide_indices         ? "wide indices"
                     : line.in_place               ? "in place"
                     : line.is_staged              ? "staged"
                     : line.channels_per_block > 1 ? "all channels"
                     : shape.has_mirrors           ? "mirrors in a thread"
                     : shape.lines_adjacent        ? "lines beside each other"
                     : shape.lines > 1             ? "several lines"
                                                   : "one line";
}

}  // namespace

void add_line(Words& f, const LineSpec& line) {
  add_load(f, line.load, line.input_imaginary != 0, line.shape);
  add_store(f, line.store, line.output_imaginary != 0);
  add_work(f, line.work);
  add_shape(f, line);
}

}  // namespace kernels
