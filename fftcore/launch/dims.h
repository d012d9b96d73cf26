// SPDX-License-Identifier: LGPL-2.1-or-later
// The dimensions that work is repeated along.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

namespace fftcore {

/// `axis_3` and so on are what Transforms have beyond slices. `part` numbers the pieces of lines
/// that are transformed in several launches. Where these are three, `whole` numbers the lines that
/// the first makes of one: pieces are theirs.
enum class Dim : std::uint8_t {
  column,
  row,
  slice,
  axis_3,
  axis_4,
  axis_5,
  axis_6,
  axis_7,
  channel,
  frame,
  batch,
  whole,
  part,
};
inline constexpr std::array kAllDims = {
    Dim::column, Dim::row,     Dim::slice, Dim::axis_3, Dim::axis_4, Dim::axis_5, Dim::axis_6,
    Dim::axis_7, Dim::channel, Dim::frame, Dim::batch,  Dim::whole,  Dim::part};

/// One value for each dimension.
template <class T>
struct PerDim {
  std::array<T, kAllDims.size()> values;

  constexpr PerDim() : values{} {}
  constexpr explicit PerDim(const T& all)
      : PerDim(all, std::make_index_sequence<kAllDims.size()>{}) {}
  /// `all` for every dimension that is not named.
  constexpr PerDim(const T& all, std::initializer_list<std::pair<Dim, T>> named) : PerDim(all) {
    for (const auto& [dim, value] : named) (*this)[dim] = value;
  }
  constexpr T& operator[](Dim dim) { return values[static_cast<std::size_t>(dim)]; }
  constexpr const T& operator[](Dim dim) const { return values[static_cast<std::size_t>(dim)]; }
  bool operator==(const PerDim&) const = default;

 private:
  template <std::size_t... kDims>  // T may have no default
  constexpr PerDim(const T& all, std::index_sequence<kDims...>)
      : values{(static_cast<void>(kDims), all)...} {}
};

}  // namespace fftcore
