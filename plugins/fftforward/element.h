// SPDX-License-Identifier: LGPL-2.1-or-later
// The element's state, which its vmethods share: caps_vmethods.h has those of caps, fftforward.cpp
// the others.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "../common/element_shell.h"
#include "audio_stream.h"
#include "fftforward.h"
#include "forward_session.h"
#include "properties.h"

GST_DEBUG_CATEGORY_EXTERN(fftforward_debug);
#define GST_CAT_DEFAULT fftforward_debug

namespace fftcore::gst::forward {

struct State {
  explicit State(GstBaseTransform* transform)
      : memories(GST_ELEMENT(transform)), audio(transform) {}

  StageMemories memories;

  // Guarded by the object lock.
  PublishedSettings<Settings> settings;
  std::optional<Settings> in_use;  // from start to stop: the last ones that worked

  // Of the streaming thread, or of the one that changes the element's state while there is none.
  std::shared_ptr<Engine> engine;
  std::unique_ptr<ForwardSession> session;  // from start to stop
  AudioStream audio;
  RepeatedWarning warning;
};

}  // namespace fftcore::gst::forward

struct _GstFftForward {
  GstBaseTransform parent;
  fftcore::gst::forward::State* state;
};

namespace fftcore::gst::forward {

struct Forward {
  using State = forward::State;
  static State& state(void* instance) { return *GST_FFT_FORWARD(instance)->state; }
  static gpointer parent_class();
  static void store(Settings& settings, guint id, const GValue* value) {
    forward::store(settings, id, value);
  }
  static void load(const Settings& settings, guint id, GValue* value) {
    forward::load(settings, id, value);
  }
};
using Shell = ElementShell<Forward>;

inline State& state_of(void* instance) {
  return Forward::state(instance);
}
inline GstBaseTransformClass* parent_class() {
  return GST_BASE_TRANSFORM_CLASS(Forward::parent_class());
}

/// Those in use. From any thread.
inline Settings settings_of(void* instance) {
  State& state = state_of(instance);
  return with_object_lock(instance,
                          [&] { return state.in_use.value_or(state.settings.published()); });
}

inline void use(void* instance, std::optional<Settings> settings) {
  with_object_lock(instance, [&] { state_of(instance).in_use = std::move(settings); });
}

}  // namespace fftcore::gst::forward
