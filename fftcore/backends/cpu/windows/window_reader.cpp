// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_reader.h"

#include <algorithm>
#include <cmath>

#include "interpolation_taps.h"
#include "window_loops.h"

namespace fftcore {
namespace {

/// Beyond the image by more than interpolation reaches, where all is alike.
constexpr double kBeyond = 8;

/// How many of `count` places, one pixel apart from `first` on, lie in [-1/2, extent - 1/2).
double places_inside(double first, std::int64_t count, std::int64_t extent) {
  const double begin = std::max(std::ceil(-0.5 - first), 0.0),
               end = std::min(std::ceil(static_cast<double>(extent) - 0.5 - first),
                              static_cast<double>(count));
  return std::max(end - begin, 0.0);
}

struct SamplePlace {
  double x, y;
};

SamplePlace place_of(const WindowCentre& centre, double row, double column) {
  return {centre.x + centre.map[0] * column + centre.map[1] * row,
          centre.y + centre.map[2] * column + centre.map[3] * row};
}

}  // namespace

/// Rows [top, bottom) and columns [left, right) of a window.
struct WindowReader::Part {
  const WindowCentre& centre;
  double middle_row, middle_column;
  std::int64_t top, bottom, left, right, pitch;

  SamplePlace place(std::int64_t row, std::int64_t column) const {
    return place_of(centre, static_cast<double>(row) - middle_row,
                    static_cast<double>(column) - middle_column);
  }
};

WindowReader::WindowReader(const WindowCorrelation& windows)
    : samples_(windows),
      image_(windows.image.extent()),
      interpolation_(windows.interpolation),
      table_(interpolation_table(windows.interpolation)),
      patch_floats_((windows.window.rows + 2 * windows.search + 16) *
                    (windows.window.columns + 2 * windows.search + 24)) {}

bool WindowReader::is_inside(const WindowCentre& centre, std::int64_t rows,
                             std::int64_t columns) const {
  for (const double number :
       {centre.x, centre.y, centre.map[0], centre.map[1], centre.map[2], centre.map[3]})
    if (!std::isfinite(number)) return false;
  const double down = static_cast<double>(rows - 1) / 2,
               across = static_cast<double>(columns - 1) / 2;
  const double all = static_cast<double>(rows * columns);
  if (!centre.has_map())
    return 2 * places_inside(centre.y - down, rows, image_.rows) *
               places_inside(centre.x - across, columns, image_.columns) >=
           all;
  const auto inside = [&](double row, double column) {
    const auto [x, y] = place_of(centre, row, column);
    return x >= -0.5 && y >= -0.5 && x < static_cast<double>(image_.columns) - 0.5 &&
           y < static_cast<double>(image_.rows) - 0.5;
  };
  // A map keeps straight lines, so between corners that are inside all is.
  if (inside(-down, -across) && inside(-down, across) && inside(down, -across) &&
      inside(down, across))
    return true;
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      count += inside(static_cast<double>(i) - down, static_cast<double>(j) - across) ? 1 : 0;
  return 2 * static_cast<double>(count) >= all;
}

void WindowReader::read(const ConstBuffer& image, const WindowCentre& centre, std::int64_t rows,
                        std::int64_t columns, std::int64_t pitch, const Scratch& scratch,
                        float* to) const {
  if (centre.has_map())
    read_part(image,
              {centre, static_cast<double>(rows - 1) / 2, static_cast<double>(columns - 1) / 2, 0,
               rows, 0, columns, pitch},
              scratch, to);
  else
    read_shifted(image, centre, rows, columns, pitch, scratch, to);
}

/// All samples are as far from the image's, so rows are weighed first, then columns.
void WindowReader::read_shifted(const ConstBuffer& image, const WindowCentre& centre,
                                std::int64_t rows, std::int64_t columns, std::int64_t pitch,
                                const Scratch& scratch, float* to) const {
  const auto reach = [](double place, std::int64_t count, std::int64_t extent) {
    const double first = place - static_cast<double>(count - 1) / 2;
    return std::clamp(first, -kBeyond - static_cast<double>(count),
                      static_cast<double>(extent) + kBeyond);
  };
  const InterpolationTaps across = interpolation_taps(interpolation_,
                                                      reach(centre.x, columns, image_.columns)),
                          down = interpolation_taps(interpolation_,
                                                    reach(centre.y, rows, image_.rows));
  if (across.count == 1 && down.count == 1) {
    samples_.read(image, down.first, across.first, rows, columns, pitch, scratch.rows.data(), to);
    return;
  }
  const std::int64_t wide = columns + across.count - 1, high = rows + down.count - 1;
  float* const patch = scratch.patch.data();
  samples_.read(image, down.first, across.first, high, wide, wide, scratch.rows.data(), patch);
  for (std::int64_t i = 0; i < high; ++i)
    weigh_rows(patch + i * wide, 1, across.weights.data(), across.count, columns,
               scratch.rows.data() + i * columns);
  for (std::int64_t i = 0; i < rows; ++i)
    weigh_rows(scratch.rows.data() + i * columns, columns, down.weights.data(), down.count, columns,
               to + i * pitch);
}

/// A part whose samples fit the patch, or both its halves.
void WindowReader::read_part(const ConstBuffer& image, const Part& part, const Scratch& scratch,
                             float* to) const {
  const auto clamped = [&](SamplePlace place) {
    return SamplePlace{std::clamp(place.x, -kBeyond, static_cast<double>(image_.columns) + kBeyond),
                       std::clamp(place.y, -kBeyond, static_cast<double>(image_.rows) + kBeyond)};
  };
  double least_x = 1e300, most_x = -1e300, least_y = 1e300, most_y = -1e300;
  for (const std::int64_t row : {part.top, part.bottom - 1})
    for (const std::int64_t column : {part.left, part.right - 1}) {
      const auto [x, y] = clamped(part.place(row, column));
      least_x = std::min(least_x, x), most_x = std::max(most_x, x);
      least_y = std::min(least_y, y), most_y = std::max(most_y, y);
    }
  // From two before to five behind: weigh_line() reads eight samples of a row. Places are computed
  // again there, and one may round over a whole number.
  const auto x0 = static_cast<std::int64_t>(std::floor(least_x)) - 3,
             x1 = static_cast<std::int64_t>(std::floor(most_x)) + 7,
             y0 = static_cast<std::int64_t>(std::floor(least_y)) - 3,
             y1 = static_cast<std::int64_t>(std::floor(most_y)) + 5;
  const std::int64_t wide = x1 - x0, high = y1 - y0;
  const std::int64_t rows = part.bottom - part.top, columns = part.right - part.left;
  if (wide * high > scratch.patch.size() && rows * columns > 1) {
    Part first = part, second = part;
    if (rows >= columns)
      first.bottom = second.top = part.top + rows / 2;
    else
      first.right = second.left = part.left + columns / 2;
    read_part(image, first, scratch, to);
    read_part(image, second, scratch, to);
    return;
  }
  float* const patch = scratch.patch.data();
  samples_.read(image, y0, x0, high, wide, wide, scratch.rows.data(), patch);
  for (std::int64_t row = part.top; row < part.bottom; ++row) {
    float* const samples = to + row * part.pitch;
    if (interpolation_ == Interpolation::nearest) {
      for (std::int64_t column = part.left; column < part.right; ++column) {
        const auto [x, y] = clamped(part.place(row, column));
        samples[column] = patch[(static_cast<std::int64_t>(std::floor(y + 0.5)) - y0) * wide +
                                static_cast<std::int64_t>(std::floor(x + 0.5)) - x0];
      }
      continue;
    }
    const auto [x, y] = part.place(row, part.left);
    const auto left = static_cast<double>(x0), top = static_cast<double>(y0);
    const WeighedLine line{x - left,           y - top,
                           part.centre.map[0], part.centre.map[2],
                           -kBeyond - left,    static_cast<double>(image_.columns) + kBeyond - left,
                           -kBeyond - top,     static_cast<double>(image_.rows) + kBeyond - top};
    if (interpolation_ == Interpolation::bilinear)
      weigh_line_linearly(line, patch, wide, columns, samples + part.left);
    else
      weigh_line(table_.data(), line, patch, wide, columns, samples + part.left);
  }
}

}  // namespace fftcore
