// SPDX-License-Identifier: LGPL-2.1-or-later
// Audio in blocks that overlap: each begins with samples that were in the ones before, zeros at
// first.
#pragma once

#include <gst/gst.h>

#include <span>
#include <vector>

namespace fftcore::gst::forward {

/// Interleaved samples; times are counted in samples from the first one's on.
class AudioBlocks {
 public:
  struct Shape {
    int rate = 1;
    int channels = 1;
    int block = 1;  ///< samples of a block, a channel each
    int hop = 1;    ///< new ones among them, at its end
    bool operator==(const Shape&) const = default;
  };
  struct Block {
    std::span<const float> samples;          ///< until the next call
    int new_samples = 0;                     ///< that are no padding
    GstClockTime pts = GST_CLOCK_TIME_NONE;  ///< of the first new sample
    GstClockTime duration = 0;               ///< of the new samples
    guint64 offset = 0;                      ///< the first new sample's number
  };

  /// For the blocks to come. Samples stay where they are of the same rate and channels: what was
  /// carried serves the new shape, too.
  void set_shape(const Shape& shape);
  const Shape& shape() const { return shape_; }

  /// No samples, as at first.
  void reset();
  /// `pts` is looked at after reset() only.
  void add(std::span<const float> samples, GstClockTime pts);

  bool has_block() const { return pending() >= shape_.hop; }
  /// New samples that wait.
  int pending() const {
    return static_cast<int>(samples_.size() / static_cast<std::size_t>(shape_.channels)) - past_;
  }
  /// The next block; where less than a hop waits, zeros follow. Needs pending() > 0.
  Block next();

 private:
  GstClockTime time_of(guint64 sample) const;

  Shape shape_;
  std::vector<float> samples_;  // past_ old ones, then those that wait
  int past_ = 0;
  guint64 count_ = 0;  // samples that were new in a block
  GstClockTime start_ = GST_CLOCK_TIME_NONE;
};

}  // namespace fftcore::gst::forward
