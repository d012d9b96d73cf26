// SPDX-License-Identifier: LGPL-2.1-or-later
// What the blocks of a DirectSpec do between the tile and the outputs: one function for each
// DirectBody. Taps are in `taps_spectrum`.
#pragma once

#include "direct_tile.h"

namespace fftcore {

inline constexpr const char* kDirectTaps = "taps_spectrum";

/// Each output is the sum over all taps (direct_taps.cpp).
void sum_taps(Builder& builder, const DirectSpec& spec);

/// Columns first, then rows, for each product of a column and a row (direct_products.cpp).
void sum_products(Builder& builder, const DirectSpec& spec);

/// The tile's rows times band matrices, in halves (direct_matrices.cpp).
void sum_matrices(Builder& builder, const DirectSpec& spec);

/// Two tiles as one of complex numbers, transformed there and back, in halves
/// (direct_transforms.cpp).
void filter_by_transforms(Builder& builder, const DirectSpec& spec);

/// Slab after slab of rows times band matrices of a row and a column of taps, in halves
/// (direct_bands.cpp).
void sum_bands(Builder& builder, const DirectSpec& spec);

/// Likewise of real numbers, in two parts (real_bands.cpp).
void sum_real_bands(Builder& builder, const DirectSpec& spec);

/// Pairs of taps from pair number `first` on, of which `count` numbers are taps.
std::vector<ast::Expr> taps_from(Builder& builder, const ast::Expr& first, int count);

}  // namespace fftcore
