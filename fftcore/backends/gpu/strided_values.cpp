// SPDX-License-Identifier: LGPL-2.1-or-later
#include "strided_values.h"

namespace fftcore {

StridedValues image_values(const Layout& image, std::uint32_t left_out) {
  const std::size_t element = size_bytes(image.element);
  StridedValues values{element, 0, {}, left_out};
  const auto set = [&](std::size_t axis, const Axis& of) {
    const std::size_t stride = static_cast<std::size_t>(of.stride) * element;
    values.axes[axis] = {static_cast<std::size_t>(of.extent), stride, stride};
  };
  set(kColumns, image.columns);
  set(kChannels, image.channels);
  set(kRows, image.rows);
  set(kSlices, image.slices);
  set(kFrames, image.frames);
  return values;
}

StridedValues spectrum_values(const SpectrumLayout& spectrum) {
  return {size_bytes(spectrum), 0, {}, 0};
}

StridedValues with_host_rows(StridedValues values, std::int64_t row_stride) {
  if (row_stride != 0)
    values.axes[kRows].host_stride = static_cast<std::size_t>(row_stride) * values.value_bytes;
  return values;
}

std::size_t reach_bytes(const StridedValues& values) {
  std::size_t reach = values.offset + values.value_bytes;
  for (const ByteAxis& axis : values.axes) reach += (axis.count - 1) * axis.device_stride;
  return reach;
}

}  // namespace fftcore
