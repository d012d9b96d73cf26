// SPDX-License-Identifier: LGPL-2.1-or-later
// The dimensions that work is repeated along.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

namespace fftcore {

/// `part` numbers the pieces of lines that are transformed in two launches.
enum class Dim : std::uint8_t { column, row, slice, channel, frame, batch, part };
inline constexpr std::array kAllDims = {Dim::column, Dim::row,   Dim::slice, Dim::channel,
                                        Dim::frame,  Dim::batch, Dim::part};

/// One value for each dimension.
template <class T>
struct PerDim {
  std::array<T, kAllDims.size()> values;

  constexpr PerDim() : values{} {}
  constexpr explicit PerDim(const T& all) : values{all, all, all, all, all, all, all} {}
  /// `all` for every dimension that is not named.
  constexpr PerDim(const T& all, std::initializer_list<std::pair<Dim, T>> named) : PerDim(all) {
    for (const auto& [dim, value] : named) (*this)[dim] = value;
  }
  constexpr T& operator[](Dim dim) { return values[static_cast<std::size_t>(dim)]; }
  constexpr const T& operator[](Dim dim) const { return values[static_cast<std::size_t>(dim)]; }
  bool operator==(const PerDim&) const = default;
};

}  // namespace fftcore
