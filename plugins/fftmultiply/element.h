// SPDX-License-Identifier: LGPL-2.1-or-later
// The element's state, which its vmethods share: caps_vmethods.h has those of caps, fftmultiply.cpp
// the others.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "../common/element_shell.h"
#include "../common/errors.h"
#include "../common/spectrum_info.h"
#include "../common/stage_memory.h"
#include "fftmultiply.h"
#include "kernel_pad.h"
#include "multiply_session.h"
#include "negotiation.h"
#include "properties.h"

GST_DEBUG_CATEGORY_EXTERN(fftmultiply_debug);
#define GST_CAT_DEFAULT fftmultiply_debug

namespace fftcore::gst::multiply {

struct State {
  explicit State(GstElement* element)
      : memories(element), kernel_pad([this](GstQuery* query) { return memories.answer(query); }) {}

  PublishedSettings<Settings> settings;
  StageMemories memories;
  KernelPad kernel_pad;

  std::mutex mutex;
  Factors factors;  // what caps are made of, in any thread; guarded by mutex

  // Of the streaming thread, or of the one that changes the element's state while there is none.
  Device device;
  std::unique_ptr<MultiplySession> session;  // from start to stop
  std::optional<SpectrumInfo> input;         // of the caps that came last
  std::optional<SpectrumLayout> output;      // of the caps in service
  MemoryKind input_memory = MemoryKind::host;
  MemoryKind output_memory = MemoryKind::host;
  std::optional<Factor> asked_for;  // caps for it, since the last ones came
  RepeatedWarning warning;
};

}  // namespace fftcore::gst::multiply

struct _GstFftMultiply {
  GstBaseTransform parent;
  fftcore::gst::multiply::State* state;
};

namespace fftcore::gst::multiply {

struct Multiply {
  using State = multiply::State;
  static State& state(void* instance) { return *GST_FFT_MULTIPLY(instance)->state; }
  static gpointer parent_class();
  static void store(Settings& settings, guint id, const GValue* value) {
    multiply::store(settings, static_cast<Property>(id), value);
  }
  static void load(const Settings& settings, guint id, GValue* value) {
    multiply::load(settings, static_cast<Property>(id), value);
  }
};
using Shell = ElementShell<Multiply>;

inline State& state_of(void* instance) {
  return Multiply::state(instance);
}

inline GstBaseTransformClass* parent() {
  return GST_BASE_TRANSFORM_CLASS(Multiply::parent_class());
}

}  // namespace fftcore::gst::multiply
