// SPDX-License-Identifier: LGPL-2.1-or-later
#include "work.h"

#include <memory>

#include "fields.h"
#include "guard.h"

using namespace fftcore;

fftcore_status fftcore_work_create(const char* text, fftcore_work** work) {
  return created(work, "the place for a work", [&] {
    return std::make_unique<fftcore_work>(parse_work(&object(text, "the text of a work")));
  });
}

void fftcore_work_free(fftcore_work* work) {
  freed(work);
}

fftcore_status fftcore_work_text(const fftcore_work* work, char** text) {
  return text_given(text, [&] { return text_of(object(work, "the work").value); });
}

fftcore_status fftcore_work_set(fftcore_work* work, const char* field, const char* value) {
  return guarded([&] {
    AnyWork& changed = object(work, "the work").value;
    changed = with_field(changed, &object(field, "the name of a field"), value);
  });
}

fftcore_status fftcore_work_get(const fftcore_work* work, const char* field, char** value) {
  return text_given(value, [&] {
    return field_of(object(work, "the work").value, &object(field, "the name of a field"));
  });
}

int fftcore_work_equal(const fftcore_work* one, const fftcore_work* other) {
  return one != nullptr && other != nullptr && one->value == other->value ? 1 : 0;
}
