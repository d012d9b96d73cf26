// SPDX-License-Identifier: LGPL-2.1-or-later
// The table of all features. What is here and in no case is a pair without a case, which
// pairs_test.cpp counts.
#include <array>

#include "kernel_case.h"
#include "kernel_features.h"

namespace kernels {
namespace {

using Values = std::vector<std::string>;

struct FactorEntry {
  Factor factor;
  std::string_view name;
  Values values;
};

Values formats() {
  return {"u8",  "u16", "parts of words", "u16-be",    "u10-packed", "f16",
          "f32", "f64", "complex64",      "complex128"};
}

/// Each, and each with a formula.
Values with_formulas(Values values) {
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) values.push_back(values[i] + " by a formula");
  return values;
}

Values joined(Values a, const Values& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Values cosines() {
  return {"cosines 1", "cosines 2", "cosines 3", "cosines 4",
          "sines 1",   "sines 2",   "sines 3",   "sines 4"};
}

const std::array<FactorEntry, kFactors>& table() {
  static const std::array<FactorEntry, kFactors> entries = {{
      {Factor::rule, "rule", Values(kKinds.begin(), kKinds.end())},
      {Factor::work,
       "work",
       {"forward",
        "inverse",
        "convolve",
        "convolve by several",
        "correlate",
        "multiply",
        "tile",
        "tile by several",
        "taps",
        "products of taps",
        "matrices",
        "transforms of halves",
        "band matrices",
        "band matrices of reals",
        "sums of rows",
        "sums of columns",
        "whole sums of rows",
        "whole sums of columns",
        "peaks",
        "peaks that wrap",
        "norms of half spectra",
        "norms",
        "firm",
        "wiener",
        "hard",
        "gain",
        "band",
        "soft band",
        "warp",
        "projective warp",
        "sums of windows",
        "centred windows",
        "phases of windows",
        "filters of windows"}},
      {Factor::product,
       "product",
       {"product",
        "product in halves",
        "mixed channels",
        "mirror",
        "conjugate",
        "phase",
        "wiener",
        "formula",
        "cross power",
        "four steps",
        "four steps and chirp",
        "weakened",
        "mean kept",
        "sharpened",
        "peak as fitted",
        "peak refined",
        "peak refined anew",
        "one channel met",
        "two channels met",
        "more channels met"}},
      {Factor::load, "load",
       joined(with_formulas({"image", "folded image", "image in halves", "image in pairs",
                             "complex image", "complex values", "planar values", "real samples",
                             "folded samples", "bins", "bins of folded lines", "planar bins"}),
              joined({"scaled values", "windowed image", "weighed channels", "packed bins", "chirp",
                      "inverse chirp", "one frame", "several frames", "nearest", "bilinear",
                      "bicubic", "lanczos", "nearest through maps", "bilinear through maps",
                      "bicubic through maps", "lanczos through maps"},
                     cosines()))},
      {Factor::loaded, "loaded", formats()},
      {Factor::edge,
       "edge",
       {"constant", "replicate", "reflect", "reflect-101", "wrap", "transparent", "whole lines",
        "a part", "round the end"}},
      {Factor::store, "store",
       joined(with_formulas({"image", "image and copies", "reversed image", "image in pairs",
                             "image in halves", "complex image", "complex values", "planar values",
                             "real samples", "folded samples"}),
              joined({"image by a formula of two", "image and copies by a formula of two",
                      "reversed image by a formula of two", "image in pairs by a formula of two",
                      "image in halves by a formula of two", "complex image by a formula of two",
                      "image that wraps", "packed bins", "padded bins", "surface", "folded surface",
                      "normed surface", "norms", "centred norms", "no norms", "one over norms"},
                     cosines()))},
      {Factor::stored, "stored", formats()},
      {Factor::number, "number", {"f32", "f64", "f16"}},
      {Factor::size,
       "size",
       {"one value", "one butterfly", "two butterflies", "more butterflies", "pieces of lines",
        "chirped lines", "chirped pieces", "values", "one tile", "several tiles", "short rows",
        "long rows", "blocks of 8", "blocks of 16", "large blocks", "small windows",
        "large windows"}},
      {Factor::primes, "primes", {"2 to 5", "7 to 13", "17 to 31"}},
      {Factor::block,
       "block",
       {"one line",
        "several lines",
        "lines beside each other",
        "all channels",
        "in place",
        "staged",
        "mirrors in a thread",
        "wide indices",
        "one by one",
        "quads in",
        "quads out",
        "quads in and out",
        "whole pixels",
        "one template",
        "several templates",
        "one strip",
        "several strips",
        "arrays outside",
        "one channel",
        "weighed windows",
        "tapered windows",
        "bare windows"}},
  }};
  return entries;
}

const FactorEntry& entry(Factor factor) {
  return table().at(static_cast<std::size_t>(factor));
}

}  // namespace

std::string_view name_of(Factor factor) {
  return entry(factor).name;
}

const std::vector<std::string>& values_of(Factor factor) {
  return entry(factor).values;
}

}  // namespace kernels
