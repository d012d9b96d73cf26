// SPDX-License-Identifier: LGPL-2.1-or-later
#include "field_tables.h"

#include <array>

namespace fftcore {
namespace {

using enum Form;

constexpr Field kConvolution[] = {
    {place, "operation"}, {place, "element"},  {place, "extent"},     {place, "taps", "k"},
    {place, "edge"},      {place, "region"},   {flag, "planar"},      {option, "pitch"},
    {option, "pixel"},    {option, "channel"}, {option, "slice"},     {option, "frame"},
    {option, "bias"},     {option, "copy"},    {option, "frames"},    {option, "filters"},
    {option, "bank"},     {option, "mix"},     {option, "precision"}, {quoted, "load"},
    {quoted, "spectrum"}, {quoted, "store"},   {quoted, "code"},
};

constexpr Field kTransform[] = {
    {place, "kind"},
    {place, "extent"},
    {choice, "numbers", "f32 f64 f16 f32-in-f64"},
    {choice, "direction", "forward inverse"},
    {flag, "packed"},
    {option, "batch"},
    {option, "zero"},
    {option, "keep"},
    {flag, "in-place"},
    {flag, "normalized"},
    {flag, "ortho"},
    {option, "scale"},
    {option, "in"},
    {option, "out"},
    {option, "offset"},
    {option, "imaginary"},
    {quoted, "load"},
    {quoted, "store"},
    {quoted, "code"},
};

constexpr Field kMatching[] = {
    {literal, "match"},       {place, "score"},    {place, "element"},    {place, "extent"},
    {place, "template", "p"}, {flag, "planar"},    {option, "pitch"},     {option, "pixel"},
    {option, "channel"},      {option, "weights"}, {option, "templates"}, {option, "peaks"},
    {option, "radius"},       {option, "flat"},    {flag, "surface"},
};

constexpr Field kPhase[] = {
    {literal, "phase"},  {place, "element"}, {place, "extent"},   {flag, "planar"},
    {option, "pitch"},   {option, "pixel"},  {option, "channel"}, {option, "weights"},
    {option, "peaks"},   {option, "radius"}, {option, "noise"},   {option, "bandwidth"},
    {flag, "no-window"}, {flag, "surface"},
};

constexpr Field kDenoise[] = {
    {literal, "denoise"},
    {place, "element"},
    {place, "extent"},
    {place, "block", "b"},
    {place, "step", "step"},
    {flag, "planar"},
    {option, "pitch"},
    {option, "pixel"},
    {option, "channel"},
    {option, "copy"},
    {option, "prev"},
    {option, "next"},
    {option, "window"},
    {option, "temporal"},
    {flag, "keep-mean"},
    {choice, "kind", "firm wiener hard gain band soft-band"},
    {option, "sigma", "power"},
    {option, "power", "sigma"},
    {option, "curve"},
    {flag, "sigma-is-threshold"},
    {option, "strength"},
    {option, "beta"},
    {option, "floor"},
    {option, "m"},
    {option, "m2"},
    {option, "pmin"},
    {option, "pmax"},
    {option, "sharpen"},
    {option, "dehalo"},
    {option, "sharpen-cutoff"},
    {option, "sharpen-min"},
    {option, "sharpen-max"},
    {option, "halo-radius"},
    {option, "halo-threshold"},
    {option, "vertical-ratio"},
};

constexpr Field kStream[] = {
    {literal, "stream"}, {place, "channels"}, {place, "taps", "k"}, {choice, "numbers", "f32 f64"},
    {option, "mix"},     {option, "latency"}, {option, "block"},    {option, "fade"},
};

constexpr Field kForward[] = {
    {literal, "forward"}, {place, "element"},
    {place, "extent"},    {flag, "planar"},
    {option, "pitch"},    {option, "pixel"},
    {option, "channel"},  {place, "edge"},
    {option, "border"},   {choice, "window", "none hann"},
    {option, "left-out"}, {option, "bias"},
    {literal, "->"},      {phrase, "spectrum"},
};

constexpr Field kMultiply[] = {
    {phrase, "input"},
    {literal, "times"},
    {phrase, "factor"},
    {option, "mix"},
    {phrase, "weight", "phase-only wiener"},
    {quoted, "formula"},
    {quoted, "code"},
    {literal, "->"},
    {phrase, "output"},
};

constexpr Field kInverse[] = {
    {phrase, "spectrum"},
    {literal, "->"},
    {literal, "inverse"},
    {place, "element"},
    {place, "extent"},
    {flag, "planar"},
    {option, "pitch"},
    {option, "pixel"},
    {option, "channel"},
    {option, "copy", "left-out"},
    {option, "left-out", "copy"},
    {option, "bias"},
    {literal, "from"},
    {place, "first"},
};

}  // namespace

std::span<const Field> fields_of(const AnyWork& value) {
  // In the order of AnyWork.
  constexpr std::array<std::span<const Field>, std::variant_size_v<AnyWork>> kTables = {
      kConvolution, kTransform, kMatching, kPhase, kDenoise,
      kForward,     kMultiply,  kInverse,  kStream};
  return kTables[value.index()];
}

}  // namespace fftcore
