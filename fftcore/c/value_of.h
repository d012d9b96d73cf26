// SPDX-License-Identifier: LGPL-2.1-or-later
// Works that must be of one kind.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <variant>

#include "fftcore/error.h"
#include "guard.h"
#include "work.h"

namespace fftcore {

/// The value of a work that must be a `Value`. `what` is asked of it.
template <class Value>
const Value& value_of(const fftcore_work* work, std::string_view what) {
  const AnyWork& value = object(work, "the work").value;
  if (const auto* one = std::get_if<Value>(&value)) return *one;
  throw InvalidArgument(fmt::format("a {} has no {}", kind_of(value), what));
}

}  // namespace fftcore
