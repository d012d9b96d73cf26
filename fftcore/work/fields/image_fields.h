// SPDX-License-Identifier: LGPL-2.1-or-later
// Fields of work on images: their sample type, their extents, and how they lie in memory.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "field_rows.h"
#include "layout_words.h"
#include "sample_type_words.h"

namespace fftcore {

/// What a text says of one image, or of an input and an output.
struct ImageDraft {
  SampleType in = SampleType::u8, out = SampleType::u8;
  Extent extent;
  std::int64_t channels = 1;
  LayoutWords strides;

  Layout input() const { return strides.layout(0, in, extent, channels); }
  Layout output(Extent own) const { return strides.layout(1, out, own, channels); }
};

/// Sets both from `ROWSxCOLUMNS[xCHANNELS]`. Their limits are the kind's own.
void read_image_size(ImageDraft& image, std::string_view word);
/// Rows and columns of a field such as p64x64, whose word begins with what the field says.
Extent parse_extent(std::string_view word, const FieldFacts& field);
/// Such a text.
std::string image_size_text(const Layout& image);

/// A value with one image.
template <class Value>
struct OneImageDraft {
  Value value;
  ImageDraft image;

  static Value usual(const Value&) { return {}; }
  static std::array<Layout, 1> images(const Value& value) { return {value.image}; }
  Value finish() {
    value.image = image.input();
    return std::move(value);
  }
};

/// Rows of a kind whose Draft has `image`, and images(value): the Layouts that strides are of.
template <class Value>
struct ImageRows : Rows<Value> {
  using Row = Field<Value>;

  /// `u8`, or `u8>f32` where the second of several images differs.
  static constexpr Row type() {
    return Rows<Value>::place(
        "type", "sample type", {},
        [](const Value& value) {
          const auto images = Draft<Value>::images(value);
          std::string text(to_string(images.front().type));
          if (images.size() > 1 && images[1].type != images[0].type)
            text += fmt::format(">{}", to_string(images[1].type));
          return text;
        },
        [](Draft<Value>& draft, std::string_view text, const FieldFacts& field) {
          const bool are_two = Draft<Value>::images(draft.value).size() > 1;
          const auto words = are_two ? split(text, '>') : std::vector{text};
          draft.image.in = parse_word(kSampleTypeWords, words.front(), field.what);
          draft.image.out = parse_word(kSampleTypeWords, words.back(), field.what);
        });
  }
  static constexpr Row planar() {
    return {{Form::flag, "planar"},
            [](const Value& value) {
              return std::string(has_planes(Draft<Value>::images(value).front()) ? kFlagSet : "");
            },
            [](Draft<Value>& draft, std::string_view, const FieldFacts&) {
              draft.image.strides.set_planar();
            }};
  }
  template <Axis Layout::*axis>
  static constexpr Row stride(std::string_view name) {
    return Rows<Value>::option(
        name, [](const Value& value) { return stride_text(Draft<Value>::images(value), axis); },
        [](Draft<Value>& draft, std::string_view text, const FieldFacts&) {
          draft.image.strides.set(axis, text);
        });
  }
};

}  // namespace fftcore
