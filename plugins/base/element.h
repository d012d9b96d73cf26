// SPDX-License-Identifier: LGPL-2.1-or-later
// The base of all elements here: what GstBaseTransform asks of an element, in C++. An element
// derives from FrameElement or SpectrumElement by way of Adjustable, overrides what it does itself,
// and registers by FFTCORE_ELEMENT (element_type.h).
//
// Functions that are named as functions of GstBaseTransformClass are called in their stead; without
// an override they do what GstBaseTransform does. Each may throw: that becomes an error on the bus
// and the function's failure, which is GST_FLOW_FLUSHING while the element stops. They are called
// by the streaming thread, or while there is none, but for those that say otherwise.
#pragma once

#include <gst/base/gstbasetransform.h>

#include <mutex>
#include <optional>
#include <string>

#include "../gobject/errors.h"
#include "../memory/device_share.h"
#include "../spectra/stage_memory.h"

namespace fftcore::gst {

struct ElementType;

class BaseElement {
 public:
  BaseElement(GstBaseTransform* transform, const ElementType& type);
  virtual ~BaseElement() = default;
  BaseElement(const BaseElement&) = delete;
  BaseElement& operator=(const BaseElement&) = delete;

  // From any thread. The object lock is held by the callers of store(), load(), publish() and
  // published_device().
  virtual void store(guint property, const GValue* value) = 0;
  virtual void load(guint property, GValue* value) const = 0;
  virtual void publish() = 0;
  virtual Device published_device() const = 0;
  void set_context(GstContext* context);

  virtual GstPad* request_new_pad(GstPadTemplate* /*pad_template*/) { return nullptr; }
  virtual void release_pad(GstPad* /*pad*/) {}
  /// Before GstElement changes the state, which waits for what the streaming thread is at.
  virtual void before_change(GstStateChange change);
  /// From then until start(): what fails is given up, and nothing is wrong.
  bool is_stopping() { return memories_.frames().is_interrupted(); }

  virtual void start() = 0;
  virtual void stop();

  // Caps, from any thread. Those that return caps give them away.
  virtual GstCaps* transform_caps(GstPadDirection direction, GstCaps* caps, GstCaps* filter);
  virtual GstCaps* fixate_caps(GstPadDirection direction, GstCaps* caps, GstCaps* other_caps);
  virtual bool accept_caps(GstPadDirection direction, GstCaps* caps);
  virtual bool query(GstPadDirection direction, GstQuery* query);

  virtual void set_caps(GstCaps* input_caps, GstCaps* output_caps) = 0;
  /// Bytes of a frame of video, or of a spectrum.
  virtual gsize unit_size(GstCaps* caps);
  /// Bytes of a buffer on the other side. Input may be longer than its caps say (strides of its
  /// own, memory of a device); output is as long as they say.
  virtual gsize transform_size(GstPadDirection direction, GstCaps* caps, GstCaps* other_caps);

  virtual bool propose_allocation(GstQuery* decided, GstQuery* query);
  virtual bool decide_allocation(GstQuery* query);
  virtual bool transform_meta(GstBuffer* output, GstMeta* meta, GstBuffer* input);

  virtual bool sink_event(GstEvent* event);
  virtual bool src_event(GstEvent* event);

  virtual GstFlowReturn prepare_output_buffer(GstBuffer* input, GstBuffer** output);
  virtual GstFlowReturn submit_input_buffer(bool is_discont, GstBuffer* input);
  virtual GstFlowReturn generate_output(GstBuffer** output);
  virtual void before_transform(GstBuffer* /*input*/) {}
  /// When it returns, the output may be pushed. An element that works in place gets the same buffer
  /// twice.
  virtual void transform(GstBuffer* input, GstBuffer* output) = 0;

  /// `body`; what it throws is an error on the bus. Returns whether nothing was thrown.
  bool guard(auto&& body) const noexcept { return guarded(element(), body, &errors_); }
  /// Caps or a buffer were good: what goes wrong from here on is news.
  void has_worked() const noexcept { errors_.forget(); }

 protected:
  GstBaseTransform* base() const { return transform_; }
  GstElement* element() const { return GST_ELEMENT(transform_); }
  const ElementType& type() const { return type_; }
  /// What the element's log goes to.
  GstDebugCategory* category() const;

  /// For start(): the device that serves until stop(). Throws BackendUnavailable, and
  /// InvalidArgument where `devices` is wrong.
  void open(const Device& device);
  /// After an engine was asked for: the place on a GPU is where it works.
  void follow_share();
  /// Sets the properties that have a controller as it says for the time of `buffer`.
  void sync_controllers(GstBuffer* buffer);
  /// What an output buffer is, for messages.
  virtual const char* output_name() const = 0;

  StageMemories memories_;
  Device device_;
  RepeatedWarning warning_;  // about settings

 private:
  void warn_of_format(const GstCaps* caps);

  GstBaseTransform* transform_;  // which owns this
  const ElementType& type_;
  mutable RepeatedError errors_;
  std::mutex refusal_mutex_;
  std::string refusal_;               // the last one; guarded by refusal_mutex_
  std::optional<DeviceShare> share_;  // from open() to stop(), where `devices` says so
};

/// A pool says in its log only that it has no memory left: says it on the bus where `result` is
/// GST_FLOW_ERROR. `what`: as in "another frame".
GstFlowReturn report_no_memory(GstElement* element, GstFlowReturn result, const char* what);

/// What the filter of a CAPS query leaves of `caps`, in the filter's order; all of them where that
/// is null. Takes `caps`, gives new ones.
GstCaps* filtered_caps(GstCaps* caps, GstCaps* filter);

/// `change`, of settings while frames flow: what it throws is a warning, said once while it goes
/// on, with `consequence()`, what becomes of the frames. Returns whether nothing was thrown.
bool attempt_change(GstElement* element, RepeatedWarning& warning, auto&& change,
                    auto&& consequence) noexcept {
  try {
    change();
    return true;
  } catch (const Interrupted&) {
    return false;
  } catch (...) {
    Trouble trouble = describe(std::current_exception());
    trouble.text += consequence();
    warning.post(element, trouble);
    return false;
  }
}

}  // namespace fftcore::gst
