// SPDX-License-Identifier: LGPL-2.1-or-later
// What an element's properties say, for the thread that works by it.
#pragma once

#include <gst/gst.h>

namespace fftcore::gst {

/// Setters store; what one g_object_set() sets (or what is set until g_object_thaw_notify()) is
/// published together, so that no state between is ever seen: to go from `filter` to `kernel` never
/// passes through a state where both or neither are set. Guarded by the element's object lock,
/// which callers take.
template <class Settings>
class PublishedSettings {
 public:
  Settings& stored() { return stored_; }
  const Settings& stored() const { return stored_; }
  const Settings& published() const { return published_; }

  void publish() {
    if (published_ == stored_) return;
    published_ = stored_;
    is_changed_ = true;
  }
  /// The published settings, which count as seen then.
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

}  // namespace fftcore::gst
