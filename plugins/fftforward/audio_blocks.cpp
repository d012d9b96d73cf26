// SPDX-License-Identifier: LGPL-2.1-or-later
#include "audio_blocks.h"

#include <algorithm>

namespace fftcore::gst::forward {

void AudioBlocks::set_shape(const Shape& shape) {
  if (shape.rate != shape_.rate || shape.channels != shape_.channels) {
    shape_ = shape;
    reset();
  }
  shape_ = shape;
}

void AudioBlocks::reset() {
  samples_.clear();
  past_ = 0;
  count_ = 0;
  start_ = GST_CLOCK_TIME_NONE;
}

void AudioBlocks::add(std::span<const float> samples, GstClockTime pts) {
  if (samples_.empty()) start_ = pts;
  samples_.insert(samples_.end(), samples.begin(), samples.end());
}

GstClockTime AudioBlocks::time_of(guint64 sample) const {
  return start_ + gst_util_uint64_scale_int(sample, GST_SECOND, shape_.rate);
}

AudioBlocks::Block AudioBlocks::next() {
  const int carried = shape_.block - shape_.hop;
  const auto channels = static_cast<std::ptrdiff_t>(shape_.channels);
  // Old samples, as many as the block needs: the oldest go, or zeros come before.
  if (past_ > carried)
    samples_.erase(samples_.begin(), samples_.begin() + (past_ - carried) * channels);
  if (past_ < carried)
    samples_.insert(samples_.begin(), static_cast<std::size_t>((carried - past_) * channels), 0.0F);
  past_ = carried;

  Block block;
  block.new_samples = std::min(pending(), shape_.hop);
  const auto size = static_cast<std::size_t>(shape_.block * channels);
  if (samples_.size() < size) samples_.resize(size, 0.0F);
  block.samples = std::span(samples_).first(size);
  if (GST_CLOCK_TIME_IS_VALID(start_)) {
    block.pts = time_of(count_);
    block.duration = time_of(count_ + static_cast<guint64>(block.new_samples)) - block.pts;
  }
  block.offset = count_;
  count_ += static_cast<guint64>(block.new_samples);
  past_ = shape_.block;  // all of it: a longer overlap may be asked for before the next one
  return block;
}

}  // namespace fftcore::gst::forward
