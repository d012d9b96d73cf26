// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_fields.h"

namespace fftcore {

void read_image_size(ImageDraft& image, std::string_view word) {
  const auto sizes = parse_numbers(word, 'x', "a size or a number of channels");
  if (sizes.size() < 2 || sizes.size() > 3)
    throw InvalidArgument(message("'{}' is no size; expected ROWSxCOLUMNS[xCHANNELS]", word));
  image.extent = {sizes[0], sizes[1]};
  image.channels = sizes.size() == 3 ? sizes[2] : 1;
}

Extent parse_extent(std::string_view word, const FieldFacts& field) {
  const auto text = value_of(word, field.before);
  if (!text)
    throw InvalidArgument(
        message("'{}' is no {}; expected {}ROWSxCOLUMNS", word, field.name, field.before));
  const auto sizes = parse_numbers(*text, 'x', field.name);
  if (sizes.size() != 2)
    throw InvalidArgument(message("'{}' is no {}; ROWSxCOLUMNS is expected", *text, field.name));
  return {sizes[0], sizes[1]};
}

std::string image_size_text(const Layout& image) {
  std::string text = fmt::format("{}x{}", image.rows.extent, image.columns.extent);
  if (image.channels.extent != 1) text += fmt::format("x{}", image.channels.extent);
  return text;
}

}  // namespace fftcore
