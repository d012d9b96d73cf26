// SPDX-License-Identifier: LGPL-2.1-or-later
#include "element_type.h"

#include <new>

#include "../gobject/authors.h"
#include "../gobject/published_settings.h"
#include "../memory/background_jobs.h"

namespace fftcore::gst {
namespace {

struct ElementInstance {
  GstBaseTransform parent;
  BaseElement* element;
  GstPadEventFunction take_event;  // GstBaseTransform's, for events at the sink pad
};

struct ElementClass {
  GstBaseTransformClass parent;
  const ElementType* type;
};

/// Null where there was no memory for it; then the instance does nothing, and does not start.
BaseElement* element_of(gpointer instance) {
  return static_cast<ElementInstance*>(instance)->element;
}

GObjectClass* parent_class() {
  static gpointer const parent = g_type_class_ref(GST_TYPE_BASE_TRANSFORM);
  return G_OBJECT_CLASS(parent);
}

gboolean succeeds(gpointer instance, auto&& body) noexcept {
  BaseElement* const element = element_of(instance);
  return static_cast<gboolean>(element != nullptr && element->guard([&] { body(*element); }));
}

// The result of `body`; `failure` where it throws, which is an error on the bus then.
template <class Result>
Result result_of(gpointer instance, Result failure, auto&& body) noexcept {
  Result result = failure;
  succeeds(instance, [&](BaseElement& element) { result = static_cast<Result>(body(element)); });
  return result;
}

/// A failure as GStreamer takes it: who stops an element is told of no error.
GstFlowReturn unless_stopping(gpointer instance, GstFlowReturn result) {
  BaseElement* const element = element_of(instance);
  const bool is_failure = result == GST_FLOW_ERROR || result == GST_FLOW_NOT_NEGOTIATED;
  return is_failure && element != nullptr && element->is_stopping() ? GST_FLOW_FLUSHING : result;
}

GstFlowReturn flow_of(gpointer instance, auto&& body) noexcept {
  return unless_stopping(instance, result_of(instance, GST_FLOW_ERROR, body));
}

// What GObject asks.

void set_property(GObject* object, guint id, const GValue* value, GParamSpec* spec) {
  if ((spec->flags & GST_PARAM_MUTABLE_PLAYING) == 0 && GST_STATE(object) > GST_STATE_READY) {
    GST_ELEMENT_WARNING(
        object, LIBRARY, SETTINGS,
        ("%s can only be set in state NULL or READY; it stays as it is", spec->name), (nullptr));
    return;
  }
  succeeds(object, [&](BaseElement& element) {
    with_object_lock(object, [&] { element.store(id, value); });
  });
}

void get_property(GObject* object, guint id, GValue* value, GParamSpec* /*spec*/) {
  succeeds(object, [&](BaseElement& element) {
    with_object_lock(object, [&] { element.load(id, value); });
  });
}

// GObject calls this once after all the properties of one g_object_set().
void dispatch_properties_changed(GObject* object, guint count, GParamSpec** specs) {
  succeeds(object,
           [&](BaseElement& element) { with_object_lock(object, [&] { element.publish(); }); });
  parent_class()->dispatch_properties_changed(object, count, specs);
}

void finalize(GObject* object) {
  delete element_of(object);
  parent_class()->finalize(object);
}

// What GstElement asks.

void set_context(GstElement* element, GstContext* context) {
  succeeds(element, [&](BaseElement& own) { own.set_context(context); });
  GST_ELEMENT_CLASS(parent_class())->set_context(element, context);
}

GstPad* request_new_pad(GstElement* element, GstPadTemplate* pad_template, const gchar* /*name*/,
                        const GstCaps* /*caps*/) {
  return result_of<GstPad*>(element, nullptr,
                            [&](BaseElement& own) { return own.request_new_pad(pad_template); });
}

void release_pad(GstElement* element, GstPad* pad) {
  succeeds(element, [&](BaseElement& own) { own.release_pad(pad); });
}

GstStateChangeReturn change_state(GstElement* element, GstStateChange change) {
  end_jobs_with_main_thread();
  if (!succeeds(element, [&](BaseElement& own) { own.before_change(change); }) &&
      change == GST_STATE_CHANGE_NULL_TO_READY) {
    if (element_of(element) == nullptr)
      GST_ELEMENT_ERROR(element, RESOURCE, FAILED, ("out of memory"), (nullptr));
    return GST_STATE_CHANGE_FAILURE;
  }
  return GST_ELEMENT_CLASS(parent_class())->change_state(element, change);
}

// What GstBaseTransform asks.

gboolean start(GstBaseTransform* transform) {
  return succeeds(transform, [](BaseElement& element) {
    element.has_worked();
    element.start();
  });
}

gboolean stop(GstBaseTransform* transform) {
  succeeds(transform, [](BaseElement& element) { element.stop(); });
  return TRUE;
}

GstCaps* transform_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                        GstCaps* filter) {
  GstCaps* const changed = result_of<GstCaps*>(transform, nullptr, [&](BaseElement& element) {
    return element.transform_caps(direction, caps, filter);
  });
  return changed != nullptr ? changed : gst_caps_new_empty();
}

GstCaps* fixate_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                     GstCaps* other_caps) {
  GstCaps* const fixed = result_of<GstCaps*>(transform, nullptr, [&](BaseElement& element) {
    return element.fixate_caps(direction, caps, other_caps);
  });
  return fixed != nullptr ? fixed : gst_caps_new_empty();
}

gboolean accept_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps) {
  return result_of<gboolean>(
      transform, FALSE, [&](BaseElement& element) { return element.accept_caps(direction, caps); });
}

gboolean query(GstBaseTransform* transform, GstPadDirection direction, GstQuery* query) {
  return result_of<gboolean>(transform, FALSE,
                             [&](BaseElement& element) { return element.query(direction, query); });
}

gboolean set_caps(GstBaseTransform* transform, GstCaps* input_caps, GstCaps* output_caps) {
  return succeeds(transform, [&](BaseElement& element) {
    element.set_caps(input_caps, output_caps);
    element.has_worked();
  });
}

gboolean get_unit_size(GstBaseTransform* transform, GstCaps* caps, gsize* size) {
  return succeeds(transform, [&](BaseElement& element) { *size = element.unit_size(caps); });
}

gboolean transform_size(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                        gsize /*size*/, GstCaps* other_caps, gsize* other_size) {
  return succeeds(transform, [&](BaseElement& element) {
    *other_size = element.transform_size(direction, caps, other_caps);
  });
}

gboolean propose_allocation(GstBaseTransform* transform, GstQuery* decided, GstQuery* query) {
  return result_of<gboolean>(transform, FALSE, [&](BaseElement& element) {
    return element.propose_allocation(decided, query);
  });
}

gboolean decide_allocation(GstBaseTransform* transform, GstQuery* query) {
  return result_of<gboolean>(
      transform, FALSE, [&](BaseElement& element) { return element.decide_allocation(query); });
}

gboolean transform_meta(GstBaseTransform* transform, GstBuffer* output, GstMeta* meta,
                        GstBuffer* input) {
  return result_of<gboolean>(transform, FALSE, [&](BaseElement& element) {
    return element.transform_meta(output, meta, input);
  });
}

gboolean sink_event(GstBaseTransform* transform, GstEvent* event) {
  return result_of<gboolean>(transform, FALSE,
                             [&](BaseElement& element) { return element.sink_event(event); });
}

gboolean src_event(GstBaseTransform* transform, GstEvent* event) {
  return result_of<gboolean>(transform, FALSE,
                             [&](BaseElement& element) { return element.src_event(event); });
}

GstFlowReturn prepare_output_buffer(GstBaseTransform* transform, GstBuffer* input,
                                    GstBuffer** output) {
  return flow_of(transform, [&](BaseElement& element) {
    return element.prepare_output_buffer(input, output);
  });
}

GstFlowReturn submit_input_buffer(GstBaseTransform* transform, gboolean is_discont,
                                  GstBuffer* input) {
  return flow_of(transform, [&](BaseElement& element) {
    return element.submit_input_buffer(is_discont != FALSE, input);
  });
}

GstFlowReturn generate_output(GstBaseTransform* transform, GstBuffer** output) {
  return flow_of(transform, [&](BaseElement& element) {
    const GstFlowReturn result = element.generate_output(output);
    if (result == GST_FLOW_OK) element.has_worked();
    return result;
  });
}

void before_transform(GstBaseTransform* transform, GstBuffer* input) {
  succeeds(transform, [&](BaseElement& element) { element.before_transform(input); });
}

GstFlowReturn transform(GstBaseTransform* transform, GstBuffer* input, GstBuffer* output) {
  return flow_of(transform, [&](BaseElement& element) {
    element.transform(input, output);
    return GST_FLOW_OK;
  });
}

GstFlowReturn transform_in_place(GstBaseTransform* base, GstBuffer* buffer) {
  return transform(base, buffer, buffer);
}

/// Events at the sink pad. GstPad takes an event's failure for nothing, but that of caps for
/// GST_FLOW_NOT_NEGOTIATED, which a source posts as an error.
GstFlowReturn take_event(GstPad* pad, GstObject* parent, GstEvent* event) {
  const bool is_caps = GST_EVENT_TYPE(event) == GST_EVENT_CAPS;
  const auto take = reinterpret_cast<ElementInstance*>(parent)->take_event;
  if (take(pad, parent, event) != FALSE || !is_caps) return GST_FLOW_OK;
  return unless_stopping(parent, GST_FLOW_NOT_NEGOTIATED);
}

void init_transform(GstBaseTransformClass* klass, bool works_in_place) {
  klass->start = GST_DEBUG_FUNCPTR(start);
  klass->stop = GST_DEBUG_FUNCPTR(stop);
  klass->transform_caps = GST_DEBUG_FUNCPTR(transform_caps);
  klass->fixate_caps = GST_DEBUG_FUNCPTR(fixate_caps);
  klass->accept_caps = GST_DEBUG_FUNCPTR(accept_caps);
  klass->query = GST_DEBUG_FUNCPTR(query);
  klass->set_caps = GST_DEBUG_FUNCPTR(set_caps);
  klass->get_unit_size = GST_DEBUG_FUNCPTR(get_unit_size);
  klass->transform_size = GST_DEBUG_FUNCPTR(transform_size);
  klass->propose_allocation = GST_DEBUG_FUNCPTR(propose_allocation);
  klass->decide_allocation = GST_DEBUG_FUNCPTR(decide_allocation);
  klass->transform_meta = GST_DEBUG_FUNCPTR(transform_meta);
  klass->sink_event = GST_DEBUG_FUNCPTR(sink_event);
  klass->src_event = GST_DEBUG_FUNCPTR(src_event);
  klass->prepare_output_buffer = GST_DEBUG_FUNCPTR(prepare_output_buffer);
  klass->submit_input_buffer = GST_DEBUG_FUNCPTR(submit_input_buffer);
  klass->generate_output = GST_DEBUG_FUNCPTR(generate_output);
  klass->before_transform = GST_DEBUG_FUNCPTR(before_transform);
  if (works_in_place) {
    klass->transform_ip = GST_DEBUG_FUNCPTR(transform_in_place);
    klass->transform_ip_on_passthrough = TRUE;
  } else {
    klass->transform = GST_DEBUG_FUNCPTR(transform);
  }
}

void init_class(gpointer klass, gpointer data) {
  auto& type = *static_cast<ElementType*>(data);
  static_cast<ElementClass*>(klass)->type = &type;
  GST_DEBUG_CATEGORY_INIT(type.category, type.texts.name, 0, type.texts.long_name);

  auto* const object_class = G_OBJECT_CLASS(klass);
  object_class->set_property = GST_DEBUG_FUNCPTR(set_property);
  object_class->get_property = GST_DEBUG_FUNCPTR(get_property);
  object_class->dispatch_properties_changed = GST_DEBUG_FUNCPTR(dispatch_properties_changed);
  object_class->finalize = GST_DEBUG_FUNCPTR(finalize);
  type.install_properties(object_class);

  auto* const element_class = GST_ELEMENT_CLASS(klass);
  element_class->set_context = GST_DEBUG_FUNCPTR(set_context);
  element_class->request_new_pad = GST_DEBUG_FUNCPTR(request_new_pad);
  element_class->release_pad = GST_DEBUG_FUNCPTR(release_pad);
  element_class->change_state = GST_DEBUG_FUNCPTR(change_state);
  gst_element_class_set_static_metadata(element_class, type.texts.long_name, type.texts.klass,
                                        type.texts.description, kAuthors);
  for (GstPadTemplate* const pad : type.pads)
    gst_element_class_add_pad_template(element_class, pad);

  init_transform(GST_BASE_TRANSFORM_CLASS(klass), type.texts.works_in_place);
}

void init_instance(GTypeInstance* instance, gpointer klass) {
  auto* const transform = reinterpret_cast<GstBaseTransform*>(instance);
  const ElementType& type = *static_cast<ElementClass*>(klass)->type;
  auto* const own = reinterpret_cast<ElementInstance*>(instance);
  GstPad* const sink = GST_BASE_TRANSFORM_SINK_PAD(transform);
  own->take_event = GST_PAD_EVENTFUNC(sink);
  gst_pad_set_event_full_function(sink, take_event);
  try {
    own->element = type.create(transform, type);
  } catch (const std::bad_alloc&) {
    return;  // element_of()
  }
  gst_base_transform_set_qos_enabled(transform, TRUE);
  if (type.texts.works_in_place) gst_base_transform_set_passthrough(transform, TRUE);
}

}  // namespace

GType register_element_type(ElementType& type) {
  GTypeInfo info{};
  info.class_size = sizeof(ElementClass);
  info.class_init = init_class;
  info.class_data = &type;
  info.instance_size = sizeof(ElementInstance);
  info.instance_init = init_instance;
  return g_type_register_static(GST_TYPE_BASE_TRANSFORM, type.texts.type_name, &info,
                                G_TYPE_FLAG_FINAL);
}

GstPadTemplate* always_pad(GstPadDirection direction, GstCaps* caps) {
  GstPadTemplate* const pad = gst_pad_template_new(direction == GST_PAD_SINK ? "sink" : "src",
                                                   direction, GST_PAD_ALWAYS, caps);
  gst_caps_unref(caps);
  return pad;
}

}  // namespace fftcore::gst
