// SPDX-License-Identifier: LGPL-2.1-or-later
// Places: what launches read from and write to. This is the one list of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fftcore {

/// What a launch reads from or writes to.
enum class Place : std::uint8_t {
  input,         ///< what run() reads
  output,        ///< what run() writes; of a search the surface S
  source,        ///< the image that channels are copied from; of a convolution its input
  second,        ///< the second image of a convolution, which its formula reads; a warp's map
  work_0,        ///< what lies between launches
  work_1,        ///< likewise
  taps,          ///< what set_taps() is given
  spectrum,      ///< what others are multiplied by
  own_spectrum,  ///< where an image's spectrum goes that may become the reference's
  first_sums,    ///< sums under templates, along rows or columns (moving_sum_spec.h)
  local_norms,   ///< norms of what lies under templates
  candidates,    ///< what the search chooses from (peak_spec.h)
  row_bests,     ///< the best candidate of each row
  row_norms,     ///< norms of the rows of half spectra (norm_spec.h)
  image_scale,   ///< what an image is multiplied by whose noise is measured
  block_arrays,  ///< what blocks of threads have no room for in shared memory (denoise_spec.h)
  frame_0,       ///< frames that are denoised together, in the order of time
  frame_1,
  frame_2,
  frame_3,
  frame_4,
  frame_5,
  frame_6,
  state,  ///< what a run reads and updates
  found,  ///< the peaks
};

struct PlaceEntry {
  Place place;
  std::string_view text;  ///< in plans
  /// The parameter of kernels that is this place, whatever their launch reads from and writes to;
  /// empty: there is none.
  std::string_view parameter;
  bool is_programs;  ///< Whoever runs the plan has one memory for it, as large as the plan says.
};

inline constexpr std::array kPlaceTable = {
    PlaceEntry{Place::input, "input", "", false},
    PlaceEntry{Place::output, "output", "surface", false},
    PlaceEntry{Place::source, "source", "image", false},
    PlaceEntry{Place::second, "second", "second", false},
    PlaceEntry{Place::work_0, "work 0", "", true},
    PlaceEntry{Place::work_1, "work 1", "", true},
    PlaceEntry{Place::taps, "taps", "", true},
    PlaceEntry{Place::spectrum, "spectrum", "taps_spectrum", false},
    PlaceEntry{Place::own_spectrum, "own spectrum", "own_spectrum", false},
    PlaceEntry{Place::first_sums, "first sums", "first_sums", true},
    PlaceEntry{Place::local_norms, "local norms", "local_norms", true},
    PlaceEntry{Place::candidates, "candidates", "candidates", true},
    PlaceEntry{Place::row_bests, "row bests", "row_bests", true},
    PlaceEntry{Place::row_norms, "row norms", "", true},
    PlaceEntry{Place::image_scale, "image scale", "image_scale", true},
    PlaceEntry{Place::block_arrays, "block arrays", "block_arrays", true},
    PlaceEntry{Place::frame_0, "frame 0", "frame_0", false},
    PlaceEntry{Place::frame_1, "frame 1", "frame_1", false},
    PlaceEntry{Place::frame_2, "frame 2", "frame_2", false},
    PlaceEntry{Place::frame_3, "frame 3", "frame_3", false},
    PlaceEntry{Place::frame_4, "frame 4", "frame_4", false},
    PlaceEntry{Place::frame_5, "frame 5", "frame_5", false},
    PlaceEntry{Place::frame_6, "frame 6", "frame_6", false},
    PlaceEntry{Place::state, "state", "state", false},
    PlaceEntry{Place::found, "found", "found", false},
};
inline constexpr std::size_t kPlaces = kPlaceTable.size();

/// A value for each place.
template <class T>
struct PerPlace {
  std::array<T, kPlaces> values{};

  constexpr T& operator[](Place place) { return values[static_cast<std::size_t>(place)]; }
  constexpr const T& operator[](Place place) const {
    return values[static_cast<std::size_t>(place)];
  }
  constexpr auto begin() const { return values.begin(); }
  constexpr auto end() const { return values.end(); }
  bool operator==(const PerPlace&) const = default;
};

constexpr bool place_table_is_in_order() {
  for (std::size_t i = 0; i < kPlaces; ++i)
    if (kPlaceTable[i].place != static_cast<Place>(i)) return false;
  return kPlaceTable.back().place == Place::found;
}
static_assert(place_table_is_in_order(), "an entry for each place, in their order");

/// The place of a frame.
constexpr Place frame_place(int frame) {
  return static_cast<Place>(static_cast<int>(Place::frame_0) + frame);
}

constexpr std::string_view to_string(Place place) {
  return kPlaceTable[static_cast<std::size_t>(place)].text;
}

}  // namespace fftcore
