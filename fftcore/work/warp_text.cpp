// SPDX-License-Identifier: LGPL-2.1-or-later
// Warp <-> text.
#include <fmt/format.h>

#include <array>

#include "convolution_words.h"
#include "fftcore/warp.h"
#include "field_text.h"
#include "image_fields.h"
#include "interpolation_words.h"
#include "kind_fields.h"

namespace fftcore {

template <>
struct Draft<Warp> {
  Warp value;
  ImageDraft image;
  std::optional<Extent> output;  // where it is not the input's

  static Warp usual(const Warp&) { return {}; }
  static std::array<Layout, 2> images(const Warp& warp) { return {warp.input, warp.output}; }
  Warp finish() {
    value.input = image.input();
    value.output = image.output(output.value_or(image.extent));
    return value;
  }
};

namespace {

using WarpRow = ImageRows<Warp>;

constexpr Usage kWarpUsage = {
    "warp", "warp TYPE ROWSxCOLUMNS[xCHANNELS] [out=ROWSxCOLUMNS] [INTERPOLATION] [edge=MODE] ..."};

Extent limited_extent(const Extent& extent) {
  limited(extent.rows, kMaxWarpExtent, "rows");
  limited(extent.columns, kMaxWarpExtent, "columns");
  return extent;
}

void read_warped_size(Draft<Warp>& draft, std::string_view word, const FieldFacts&) {
  read_image_size(draft.image, word);
  limited_extent(draft.image.extent);
  limited(draft.image.channels, kMaxChannels, "channels");
}

std::string get_output(const Warp& warp) {
  const Extent output = warp.output.extent();
  return output != warp.input.extent() ? fmt::format("{}x{}", output.rows, output.columns) : "";
}
void set_output(Draft<Warp>& draft, std::string_view text, const FieldFacts&) {
  const auto sizes = parse_numbers(text, 'x', "a size");
  if (sizes.size() != 2)
    throw InvalidArgument(message("'{}' is no size; expected out=ROWSxCOLUMNS", text));
  draft.output = limited_extent({sizes[0], sizes[1]});
}

/// Two numbers, of columns and of rows.
template <double Warp::*x, double Warp::*y>
constexpr Field<Warp> pair(std::string_view name) {
  return WarpRow::option(
      name,
      [](const Warp& warp) {
        const Warp usual;
        const bool is_usual = warp.*x == usual.*x && warp.*y == usual.*y;
        return is_usual ? "" : fmt::format("{},{}", warp.*x, warp.*y);
      },
      [](Draft<Warp>& draft, std::string_view text, const FieldFacts& field) {
        const auto numbers = split(text, ',');
        if (numbers.size() != 2)
          throw InvalidArgument(
              message("'{}' is no {}; expected {}=X,Y", text, field.name, field.name));
        draft.value.*x = parse_number<double>(numbers[0], "a number of columns");
        draft.value.*y = parse_number<double>(numbers[1], "a number of rows");
      });
}

constexpr Field<Warp> kWarpFields[] = {
    WarpRow::literal("warp"),
    WarpRow::type(),
    WarpRow::place(
        "extent", "size", {}, [](const Warp& warp) { return image_size_text(warp.input); },
        read_warped_size),
    WarpRow::option("out", get_output, set_output),
    WarpRow::planar(),
    WarpRow::stride<&Layout::rows>("pitch"),
    WarpRow::stride<&Layout::columns>("pixel"),
    WarpRow::stride<&Layout::channels>("channel"),
    WarpRow::choice<kInterpolationWords, &Warp::interpolation>("interpolation", "interpolation")
        .written_by([](const Warp& warp) { return std::string(to_string(warp.interpolation)); }),
    WarpRow::word<kEdgeWords, &Warp::edge>("edge", "edge mode"),
    WarpRow::number<&Warp::fill>("fill", "a number", within(-kMaxWarpFill, kMaxWarpFill)),
    WarpRow::flag<true, &Warp::is_projective>("projective"),
    WarpRow::flag<true, &Warp::keeps_outside>("transparent"),
    pair<&Warp::scale_x, &Warp::scale_y>("scale"),
    pair<&Warp::origin_x, &Warp::origin_y>("origin"),
};

}  // namespace

std::vector<WrittenField> fields_of(const Warp& warp) {
  return written_fields(warp, kWarpFields);
}

void check_ranges(const Warp& warp) {
  check_ranges(warp, kWarpFields);
}

std::string_view to_string(Interpolation interpolation) {
  return word_of(kInterpolationWords, interpolation);
}

std::string to_string(const Warp& warp) {
  return text_of_fields(fields_of(warp));
}

Warp parse_warp(std::string_view text) {
  return read_fields(text, kWarpFields, kWarpUsage);
}

}  // namespace fftcore
