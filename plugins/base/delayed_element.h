// SPDX-License-Identifier: LGPL-2.1-or-later
// The base of elements whose frames wait for some that come after them. It holds them back, says so
// to LATENCY queries, and brings all out before what has nothing to do with them: the end, another
// segment, other caps, a gap.
#pragma once

#include <memory>

#include "frame_element.h"
#include "frame_window.h"
#include "latency.h"

namespace fftcore::gst {

class DelayedElement : public FrameElement {
 public:
  DelayedElement(GstBaseTransform* transform, const ElementType& type)
      : FrameElement(transform, type), latency_(GST_ELEMENT(transform)) {}

  void stop() override;
  bool query(GstPadDirection direction, GstQuery* query) override;
  /// Buffers upstream are as many more as are held.
  bool propose_allocation(GstQuery* decided, GstQuery* query) override;
  bool sink_event(GstEvent* event) override;
  /// The settings are those for the time of the frame that comes out, which `input` brings about.
  void before_transform(GstBuffer* input) override;
  GstFlowReturn submit_input_buffer(bool is_discont, GstBuffer* input) override;
  GstFlowReturn generate_output(GstBuffer** output) override;
  /// generate_output() does it all.
  void transform(GstBuffer* /*input*/, GstBuffer* /*output*/) final {}

 protected:
  /// How many frames before and after one are needed for it, once set_input() has worked; and how
  /// many before it may be needed some day, which are held.
  virtual int before() const { return 0; }
  virtual int after() const = 0;
  virtual int most_before() const { return 0; }

  /// As set_info() of FrameElement. Frames are worked on once this has not thrown.
  virtual void set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info) = 0;
  /// As poll() of FrameElement.
  virtual void poll_session() = 0;
  /// The frames to come have nothing to do with those before. Also while nothing has begun.
  virtual void restart() = 0;
  /// A frame has come; those before it may not have been due so far. Throws what is wrong with it.
  virtual void arrive(GstBuffer* /*input*/) {}
  /// Works on a frame that is due. When it returns, the output may be pushed.
  virtual void work_on(const DueFrame& due, GstBuffer* output) = 0;

  void set_info(std::shared_ptr<Engine> engine, const GstVideoInfo& info) final;
  void poll() final;

 private:
  bool are_new(GstEvent* event) const;
  void forget();
  void follow_latency();
  GstFlowReturn give(GstBuffer** output);
  GstFlowReturn drain();

  Latency latency_;
  FrameWindow window_;
  bool has_input_ = false;  // set_input() has worked, so frames can be done
};

/// How long a frame is shown; 40 ms where the caps do not say.
GstClockTime frame_duration(const GstVideoInfo& info);

}  // namespace fftcore::gst
