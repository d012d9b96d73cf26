// SPDX-License-Identifier: LGPL-2.1-or-later
#include "strided_values.h"

#include "strided_axes.h"

namespace fftcore {

namespace {

/// Bytes of the words of a row which begins with that sample of the first one.
std::size_t row_bytes(const Layout& image, std::int64_t first) {
  return static_cast<std::size_t>(
      byte_of(image.type, whole_words(image.type, first + row_reach(image))));
}

}  // namespace

StridedValues image_values(const Layout& image, std::uint32_t skipped) {
  const SampleTraits traits = traits_of(image.type);
  StridedValues values{traits.bytes, 0, {}, skipped};
  const auto set = [&](std::size_t axis, const Axis& of) {
    const auto stride = static_cast<std::size_t>(byte_of(image.type, of.stride));
    values.axes[axis] = {static_cast<std::size_t>(of.extent), stride, stride};
  };
  if (traits.is_packed()) {
    values.value_bytes = row_bytes(image, traits.samples - 1);
    values.skipped_channels = 0;
  } else {
    set(kColumns, image.columns);
    set(kChannels, image.channels);
  }
  set(kRows, image.rows);
  set(kSlices, image.slices);
  set(kFrames, image.frames);
  return values;
}

StridedValues spectrum_values(const SpectrumLayout& spectrum) {
  return {size_bytes(spectrum), 0, {}, 0};
}

StridedValues values_at(StridedValues values, const std::optional<Layout>& image,
                        std::int64_t row_stride, std::int64_t first) {
  if (!image) return values;
  if (row_stride != 0)
    values.axes[kRows].host_stride = static_cast<std::size_t>(byte_of(image->type, row_stride));
  if (traits_of(image->type).is_packed()) values.value_bytes = row_bytes(*image, first);
  return values;
}

std::size_t reach_bytes(const StridedValues& values) {
  std::size_t reach = values.offset + values.value_bytes;
  for (const ByteAxis& axis : values.axes)
    reach += (axis.first + axis.count - 1) * axis.device_stride;
  return reach;
}

}  // namespace fftcore
