// SPDX-License-Identifier: LGPL-2.1-or-later
// The request pad `template`: its newest frame waits here until the next frame of the video takes
// it.
#pragma once

#include <gst/video/video.h>

#include <condition_variable>
#include <memory>
#include <mutex>

#include "template_image.h"

namespace fftcore::gst::correlate {

class TemplatePad {
 public:
  static constexpr char kName[] = "template";
  /// Every format of raw video in system memory.
  static GstPadTemplate* pad_template();

  /// Adds the pad; null where there is one already.
  GstPad* add(GstElement* element, GstPadTemplate* pad_template);
  void remove(GstElement* element, GstPad* pad);
  bool exists() const;

  /// The newest frame, if it was not taken before. From the video's streaming thread.
  std::shared_ptr<const TemplateImage> take();
  /// Whether the video goes on; where it does not, no more templates are wanted.
  void set_video_ended(bool has_ended);

 private:
  static GstFlowReturn chain(GstPad* pad, GstObject* parent, GstBuffer* buffer);
  static gboolean event(GstPad* pad, GstObject* parent, GstEvent* event);
  static gboolean activate(GstPad* pad, GstObject* parent, GstPadMode mode, gboolean active);

  GstFlowReturn put(GstBuffer* buffer);
  void set_flushing(bool is_flushing);

  // All guarded by mutex_, but for the format, which is of the pad's streaming thread.
  mutable std::mutex mutex_;
  std::condition_variable taken_;
  GstPad* pad_ = nullptr;  // the element's
  std::shared_ptr<const TemplateImage> waiting_;
  bool is_flushing_ = false;
  bool has_video_ended_ = false;
  GstVideoInfo info_{};
  bool has_caps_ = false;
};

}  // namespace fftcore::gst::correlate
