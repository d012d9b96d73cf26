// SPDX-License-Identifier: LGPL-2.1-or-later
// A value of any kind, as C has it.
#pragma once

#include <string>
#include <string_view>

#include "fftcore/c.h"
#include "work_text.h"

namespace fftcore {

std::string text_of(const AnyWork& value);

/// What people call the kind of a value, or of an executable that was compiled from one.
std::string_view kind_of(const AnyWork& value);

}  // namespace fftcore

struct fftcore_work {
  fftcore::AnyWork value;
};
