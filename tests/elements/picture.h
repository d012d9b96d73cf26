// SPDX-License-Identifier: LGPL-2.1-or-later
// Video frames as plain numbers: made at random, put into buffers of any stride, read back. Its own
// table of formats, so that the plugin's reading of caps is checked against something.
#pragma once

#include <gst/video/video.h>

#include <cstdint>
#include <vector>

namespace fftcore::test {

struct Plane {
  int rows = 0;
  int columns = 0;
  int channels = 1;
  bool is_chroma = false;
  std::vector<int> samples;  // row by row, the channels of a pixel together
  int at(int row, int column, int channel) const {
    return samples[(row * columns + column) * channels + channel];
  }
};

struct Picture {
  GstVideoFormat format = GST_VIDEO_FORMAT_UNKNOWN;
  int white = 255;             // largest sample
  int untouched_channel = -1;  // alpha or padding
  std::vector<Plane> planes;
};

struct Size {
  int width;
  int height;
};

const std::vector<GstVideoFormat>& all_formats();

GstVideoInfo info_of(GstVideoFormat format, Size size);
GstCaps* caps_of(const GstVideoInfo& info);  ///< at 25 frames/s; the caller's

/// Random samples that reach from black to white; always the same for a seed.
Picture random_picture(GstVideoFormat format, Size size, unsigned seed = 1);

/// Frame number `index` at 25 frames/s, laid out as `info` says.
GstBuffer* buffer_of(const Picture& picture, int index = 0);
/// The same with rows `row_padding` bytes longer than they need be, gaps between planes, and a
/// GstVideoMeta that says so.
GstBuffer* strided_buffer_of(const Picture& picture, int row_padding, int index = 0);

/// By the buffer's GstVideoMeta, if any.
Picture read(GstVideoFormat format, Size size, GstBuffer* buffer);

/// Largest difference of any sample.
int largest_difference(const Picture& a, const Picture& b);

}  // namespace fftcore::test
