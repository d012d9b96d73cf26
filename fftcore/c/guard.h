// SPDX-License-Identifier: LGPL-2.1-or-later
// The border between C and C++: exceptions become a status and a message, NULL becomes an error.
#pragma once

#include <string_view>

#include "fftcore/c.h"

namespace fftcore {

/// Status of the exception that is being handled, whose text becomes the thread's message.
fftcore_status keep_current_exception() noexcept;

/// Does `work`, whose exceptions become a status.
template <class Work>
fftcore_status guarded(Work&& work) noexcept {
  try {
    work();
    return FFTCORE_OK;
  } catch (...) {
    return keep_current_exception();
  }
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
