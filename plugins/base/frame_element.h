// SPDX-License-Identifier: LGPL-2.1-or-later
// The base of elements with video in and video out, of one format and size, in system or in CUDA
// memory. An element overrides set_info() and transform(), as those of GStreamer's own CUDA base
// transform do; those that let frames pass unchanged override passes() too.
//
// An element that works in place (ElementTexts) has its pools made by its neighbours.
#pragma once

#include <gst/video/video.h>

#include <memory>
#include <vector>

#include "element.h"

namespace fftcore::gst {

class FrameElement : public BaseElement {
 public:
  FrameElement(GstBaseTransform* transform, const ElementType& type);

  /// Every format that plane_jobs() knows, in every memory that works here.
  static std::vector<GstPadTemplate*> pads();

  void set_caps(GstCaps* input_caps, GstCaps* output_caps) override;
  bool propose_allocation(GstQuery* decided, GstQuery* query) override;
  bool decide_allocation(GstQuery* query) override;
  /// A frame of the same size and geometry: what describes the picture stays true.
  bool transform_meta(GstBuffer* output, GstMeta* meta, GstBuffer* input) override;
  void before_transform(GstBuffer* input) override;

 protected:
  /// New caps, or frames in another memory: all that is compiled for the old ones is of no use.
  virtual void set_info(std::shared_ptr<Engine> engine, const GstVideoInfo& info) = 0;
  /// Frames to come pass unchanged.
  virtual bool passes() const { return false; }
  /// What background work has finished; before each frame. Throws where it failed.
  virtual void poll() {}
  /// What becomes of the frames where new settings do not work, for the end of a warning.
  virtual std::string consequence() const;

  const GstVideoInfo& info() const { return info_; }
  const char* output_name() const override { return "frame"; }

  // What Adjustable defines and calls.
  virtual bool follow_settings() = 0;
  void has_begun();

 private:
  void follow_changes() noexcept;
  bool take_info();
  bool may_pass(GstBuffer* buffer) const;

  GstVideoInfo info_;
  bool downstream_takes_strides_ = true;  // that is, GstVideoMeta
};

}  // namespace fftcore::gst
