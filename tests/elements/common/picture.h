// SPDX-License-Identifier: LGPL-2.1-or-later
// Video frames as plain numbers: made at random, put into buffers of any stride, read back.
#pragma once

#include <gst/video/video.h>

#include <cstdint>
#include <vector>

namespace fftcore::test {

/// Brightness, or all colours together, wherever they lie; chroma; or alpha.
struct Plane {
  /// Where the samples of one channel lie: in which plane of memory, the first one's place in a
  /// row and how far it is to the next one's, in samples.
  struct Channel {
    char letter;
    int plane;
    int place;
    int step;
  };
  int rows = 0;
  int columns = 0;
  int channels = 1;
  bool is_chroma = false;
  bool is_alpha = false;  ///< alone
  std::vector<Channel> in_memory;
  std::vector<int> samples;  // row by row, the channels of a pixel together
  int at(int row, int column, int channel) const {
    return samples[(row * columns + column) * channels + channel];
  }
  /// Which channel has that letter, as R in RGBx; -1: none.
  int channel_of(char letter) const;
};

struct Picture {
  GstVideoFormat format = GST_VIDEO_FORMAT_UNKNOWN;
  int white = 255;             // largest sample
  int no_colour = 128;         // of chroma
  double level = 1;            // of the properties' units, in which white is 255
  int untouched_channel = -1;  // of colours: alpha or padding
  std::vector<Plane> planes;
};

struct Size {
  int width;
  int height;
};

const std::vector<GstVideoFormat>& all_formats();
/// One for each way that samples lie, for what takes long.
const std::vector<GstVideoFormat>& some_formats();

GstVideoInfo info_of(GstVideoFormat format, Size size);
GstCaps* caps_of(const GstVideoInfo& info);  ///< at 25 frames/s; the caller's

/// Random samples that reach from black to white; always the same for a seed.
Picture random_picture(GstVideoFormat format, Size size, unsigned seed = 1);

/// Frame number `index` at 25 frames/s, laid out as `info` says.
GstBuffer* buffer_of(const Picture& picture, int index = 0);
/// The same with rows `row_padding` bytes longer than they need be (rounded up to words where
/// samples share them), gaps between planes, and a GstVideoMeta that says so.
GstBuffer* strided_buffer_of(const Picture& picture, int row_padding, int index = 0);

/// By the buffer's GstVideoMeta, if any.
Picture read(GstVideoFormat format, Size size, GstBuffer* buffer);

/// Largest difference of any sample.
int largest_difference(const Picture& a, const Picture& b);

}  // namespace fftcore::test
