// SPDX-License-Identifier: LGPL-2.1-or-later
// What the elements' shells have in common: properties that take effect together, GObject's and
// GStreamer's ways to set them, devices shared with other elements. An element is a GObject struct
// with one member, `state`; the rest is C++.
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

#include <utility>

#include "errors.h"
#include "stage_memory.h"

namespace fftcore::gst {

/// Flags of properties: may change at any time (kControllable: by a controller too), or in NULL and
/// READY only.
inline constexpr auto kPlainProperty = static_cast<GParamFlags>(
    G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING);
inline constexpr auto kControllableProperty =
    static_cast<GParamFlags>(kPlainProperty | GST_PARAM_CONTROLLABLE);
inline constexpr auto kReadyProperty =
    static_cast<GParamFlags>(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

/// What an element's properties say. Setters store; what one g_object_set() sets (or what is set
/// until g_object_thaw_notify()) is published together, so that no state between is ever seen.
/// Guarded by the object lock, which the callers below take.
template <class Settings>
class PublishedSettings {
 public:
  Settings& stored() { return stored_; }
  const Settings& published() const { return published_; }

  void publish() {
    if (published_ == stored_) return;
    published_ = stored_;
    is_changed_ = true;
  }
  /// Those published, which count as seen then.
  Settings take() {
    is_changed_ = false;
    return published_;
  }
  bool is_changed() const { return is_changed_; }

 private:
  Settings stored_;
  Settings published_;
  bool is_changed_ = false;
};

/// `work` under the object lock.
decltype(auto) with_object_lock(void* object, auto&& work) {
  struct Lock {
    explicit Lock(void* locked) : object(locked) { GST_OBJECT_LOCK(object); }
    ~Lock() { GST_OBJECT_UNLOCK(object); }
    void* object;
  } const lock(object);
  return work();
}

/// The vmethods. `Element` is a struct of the element's own with
///   State                          type of `state`, with members PublishedSettings<...> settings;
///                                  StageMemories memories, or FrameMemories; its Settings have a
///                                  member Device device
///   static State& state(void*)     of an instance
///   static gpointer parent_class() G_DEFINE_TYPE's
///   static void store(Settings&, guint id, const GValue*), load(const Settings&, guint id,
///     GValue*)
template <class Element>
struct ElementShell {
  /// Of GObject: properties and finalize (which deletes the state), and of GstElement: set_context.
  static void override_vmethods(GObjectClass* object_class, GstElementClass* element_class) {
    object_class->set_property = GST_DEBUG_FUNCPTR(set_property);
    object_class->get_property = GST_DEBUG_FUNCPTR(get_property);
    object_class->dispatch_properties_changed = GST_DEBUG_FUNCPTR(dispatch_properties_changed);
    object_class->finalize = GST_DEBUG_FUNCPTR(finalize);
    element_class->set_context = GST_DEBUG_FUNCPTR(set_context);
  }

  /// For GstBaseTransformClass::query, where an element has nothing to add: contexts, and caps in
  /// the order that suits the backend.
  static gboolean query(GstBaseTransform* transform, GstPadDirection direction, GstQuery* query) {
    auto& memories = Element::state(transform).memories;
    if (memories.answer(query)) return TRUE;
    if (!GST_BASE_TRANSFORM_CLASS(Element::parent_class())->query(transform, direction, query))
      return FALSE;
    memories.sort_caps(query);
    return TRUE;
  }

  /// The settings published last, which count as seen then.
  static auto take_settings(void* element) {
    return with_object_lock(element, [&] { return Element::state(element).settings.take(); });
  }
  static bool has_new_settings(void* element) {
    return with_object_lock(element, [&] { return Element::state(element).settings.is_changed(); });
  }

 private:
  static void set_property(GObject* object, guint id, const GValue* value, GParamSpec* spec) {
    if ((spec->flags & GST_PARAM_MUTABLE_PLAYING) == 0 && GST_STATE(object) > GST_STATE_READY) {
      GST_ELEMENT_WARNING(
          object, LIBRARY, SETTINGS,
          ("%s can only be set in state NULL or READY; it stays as it is", spec->name), (nullptr));
      return;
    }
    with_object_lock(object,
                     [&] { Element::store(Element::state(object).settings.stored(), id, value); });
  }

  static void get_property(GObject* object, guint id, GValue* value, GParamSpec* /*spec*/) {
    with_object_lock(object,
                     [&] { Element::load(Element::state(object).settings.stored(), id, value); });
  }

  // GObject calls this once after all the properties of one g_object_set().
  static void dispatch_properties_changed(GObject* object, guint count, GParamSpec** specs) {
    with_object_lock(object, [&] { Element::state(object).settings.publish(); });
    G_OBJECT_CLASS(Element::parent_class())->dispatch_properties_changed(object, count, specs);
  }

  static void set_context(GstElement* element, GstContext* context) {
    const Device device = with_object_lock(
        element, [&] { return Element::state(element).settings.published().device; });
    Element::state(element).memories.set_context(context, device);
    GST_ELEMENT_CLASS(Element::parent_class())->set_context(element, context);
  }

  static void finalize(GObject* object) {
    delete &Element::state(object);
    G_OBJECT_CLASS(Element::parent_class())->finalize(object);
  }
};

/// `change`, of settings while frames flow: what it throws is a warning, said once while it goes
/// on. `consequence()`, which is called then, says what becomes of the frames.
void attempt_change(GstElement* element, RepeatedWarning& warning, auto&& change,
                    auto&& consequence) noexcept {
  try {
    change();
  } catch (...) {
    Trouble trouble = describe(std::current_exception());
    trouble.text += consequence();
    warning.post(element, trouble);
  }
}

/// The same of an element that does nothing else then.
void attempt_change(GstElement* element, RepeatedWarning& warning, auto&& change) noexcept {
  attempt_change(element, warning, change,
                 [] { return "; the last settings that worked stay in use"; });
}

/// Sets the properties that have a controller as it says for the time of `buffer`.
void sync_controllers(GstBaseTransform* transform, GstBuffer* buffer);

/// What the filter of a CAPS query leaves of `caps`, in the filter's order; all of them where that
/// is null. Takes `caps`, gives new ones.
GstCaps* filtered_caps(GstCaps* caps, GstCaps* filter);

/// A pool says in the log only that it has no memory left: says it on the bus where `result` is
/// GST_FLOW_ERROR. `what`: as in "another frame".
GstFlowReturn report_no_memory(GstElement* element, GstFlowReturn result, const char* what);

/// What an element has on its pads, as its properties' texts call it.
enum class Flowing { frames, buffers };

/// The properties `backend` and `cuda-device-id`, which all elements have.
GParamSpec* backend_property(Flowing flowing = Flowing::buffers);
GParamSpec* cuda_device_property(Flowing flowing = Flowing::buffers);

}  // namespace fftcore::gst
