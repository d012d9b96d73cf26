// SPDX-License-Identifier: LGPL-2.1-or-later
// The border between C and C++: exceptions become a status and a message, NULL becomes an error.
#pragma once

#include <pthread.h>

#include <string_view>

#include "fftcore/c.h"

namespace fftcore {

/// While it lives, pthread_cancel() has no effect on its thread, but afterwards. Nearly each call
/// reads, waits or frees memory in destructors, so a thread cannot be ended in there without
/// ending the process.
class NotCancelled {
 public:
  NotCancelled() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~NotCancelled() { pthread_setcancelstate(before_, nullptr); }
  NotCancelled(const NotCancelled&) = delete;
  NotCancelled& operator=(const NotCancelled&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

/// Status of the exception that is being handled, whose text becomes the thread's message.
fftcore_status keep_current_exception() noexcept;

/// Throws InvalidArgument where the thread is in a log sink. It would wait for locks that it holds.
void refuse_in_log_sink();

/// Does `work`, whose exceptions become a status.
template <class Work>
fftcore_status with_status(Work&& work) noexcept {
  try {
    work();
    return FFTCORE_OK;
  } catch (...) {
    return keep_current_exception();
  }
}

/// Likewise, on a thread that is not in a log sink and cannot be cancelled meanwhile.
template <class Work>
fftcore_status guarded(Work&& work) noexcept {
  const NotCancelled call;
  return with_status([&] {
    refuse_in_log_sink();
    work();
  });
}

/// Throws InvalidArgument that says what must not be NULL.
[[noreturn]] void refuse_null(std::string_view what);

/// What a pointer of the caller's points to. `what` names it in messages.
template <class Object>
Object& object(Object* pointer, std::string_view what) {
  if (pointer == nullptr) refuse_null(what);
  return *pointer;
}

/// Does `make`, and gives the caller what it returns by a pointer that is NULL otherwise. An
/// object's memory is the caller's from then on.
template <class Object, class Make>
fftcore_status created(Object** place, std::string_view what, Make&& make) noexcept {
  if (place != nullptr) *place = nullptr;
  return guarded([&] {
    Object*& given = object(place, what);
    given = make().release();
  });
}

/// Ends what created() made.
template <class Object>
void freed(Object* object) noexcept {
  const NotCancelled call;
  delete object;
}

/// A copy of a text for fftcore_text_free().
char* copy_of(std::string_view text);

/// Gives the caller the text that `make` returns.
template <class Make>
fftcore_status text_given(char** place, Make&& make) noexcept {
  if (place != nullptr) *place = nullptr;
  return guarded([&] {
    char*& given = object(place, "the place for a text");
    given = copy_of(make());
  });
}

}  // namespace fftcore
