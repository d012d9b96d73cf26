// SPDX-License-Identifier: LGPL-2.1-or-later
// What ThreadSanitizer cannot see: GLib and GStreamer are not built with it, and their locks are
// not pthread's. Programs linked with this file tell it what each lock and count of references
// orders. It stands before the libraries' own functions, which it calls.
#include <dlfcn.h>
#include <glib-object.h>
#include <gst/gst.h>
#include <sanitizer/tsan_interface.h>

#pragma GCC diagnostic ignored "-Wmissing-declarations"

#undef g_once_init_enter
#undef g_once_init_leave
#undef g_object_ref

namespace {

template <class Function>
Function* next(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void acquire(const volatile void* object) {
  __tsan_acquire(const_cast<void*>(object));
}
void release(const volatile void* object) {
  __tsan_release(const_cast<void*>(object));
}

}  // namespace

#define NEXT(name) static auto* const real = next(&name, #name)
#define EXPORT extern "C" __attribute__((visibility("default")))

// A lock that was taken is after the one who gave it back.
#define LOCK(Type, name)           \
  EXPORT void name(Type* object) { \
    NEXT(name);                    \
    real(object);                  \
    acquire(object);               \
  }
#define TRY_LOCK(Type, name)             \
  EXPORT gboolean name(Type* object) {   \
    NEXT(name);                          \
    const gboolean taken = real(object); \
    if (taken) acquire(object);          \
    return taken;                        \
  }
#define UNLOCK(Type, name)         \
  EXPORT void name(Type* object) { \
    NEXT(name);                    \
    release(object);               \
    real(object);                  \
  }
LOCK(GMutex, g_mutex_lock)
TRY_LOCK(GMutex, g_mutex_trylock)
UNLOCK(GMutex, g_mutex_unlock)
LOCK(GRecMutex, g_rec_mutex_lock)
TRY_LOCK(GRecMutex, g_rec_mutex_trylock)
UNLOCK(GRecMutex, g_rec_mutex_unlock)
LOCK(GRWLock, g_rw_lock_writer_lock)
TRY_LOCK(GRWLock, g_rw_lock_writer_trylock)
UNLOCK(GRWLock, g_rw_lock_writer_unlock)
LOCK(GRWLock, g_rw_lock_reader_lock)
TRY_LOCK(GRWLock, g_rw_lock_reader_trylock)
UNLOCK(GRWLock, g_rw_lock_reader_unlock)

// A wait gives the mutex back meanwhile.
EXPORT void g_cond_wait(GCond* condition, GMutex* mutex) {
  NEXT(g_cond_wait);
  release(mutex);
  real(condition, mutex);
  acquire(mutex);
}
EXPORT gboolean g_cond_wait_until(GCond* condition, GMutex* mutex, gint64 end) {
  NEXT(g_cond_wait_until);
  release(mutex);
  const gboolean signalled = real(condition, mutex, end);
  acquire(mutex);
  return signalled;
}

// What is made once is made before who finds it made.
EXPORT gboolean g_once_init_enter(volatile void* location) {
  NEXT(g_once_init_enter);
  const gboolean first = real(location);
  acquire(location);
  return first;
}
EXPORT void g_once_init_leave(volatile void* location, gsize result) {
  NEXT(g_once_init_leave);
  release(location);
  real(location, result);
}

// Who gives back the last reference is after all who gave theirs back.
EXPORT void g_object_unref(gpointer object) {
  NEXT(g_object_unref);
  release(object);
  acquire(object);
  real(object);
}
EXPORT void gst_object_unref(gpointer object) {
  NEXT(gst_object_unref);
  release(object);
  acquire(object);
  real(object);
}
EXPORT void gst_mini_object_unref(GstMiniObject* object) {
  NEXT(gst_mini_object_unref);
  release(object);
  acquire(object);
  real(object);
}
