// SPDX-License-Identifier: LGPL-2.1-or-later
// A work of any kind: what it is called, its text and fields, and the buffers of its runs. The
// table of kinds (kinds.cpp) says them. parse_work() in the public work.h reads by that table, and
// plan_launches() in planner.h plans by it.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fftcore/work.h"
#include "field.h"
#include "ports.h"

namespace fftcore {

struct DeviceTraits;
struct LaunchPlan;
template <class Value>
class Planned;

/// What people call the kind.
std::string_view kind_of(const AnyWork& work);

inline std::string text_of(const AnyWork& work) {
  return std::visit([](const auto& one) { return to_string(one); }, work);
}

/// Its fields, with their texts.
std::vector<WrittenField> fields_of_any(const AnyWork& work);

/// The buffers of a run; none of a stream.
Ports ports_of_any(const AnyWork& work);

/// The launches of a valid work on a GPU, by launches_of() of its kind. A Convolution and a stream,
/// whose plans are ranked (planner.h), have none.
Planned<LaunchPlan> launches_of_any(const AnyWork& work, const DeviceTraits& traits);

/// Whether the text says all of the work. It does not say strides that nothing depends on, such as
/// that of a single channel.
template <class Work>
bool says_all(std::string_view text, const Work& work) {
  try {
    const AnyWork parsed = parse_work(text);
    const auto* const same = std::get_if<Work>(&parsed);
    return same != nullptr && *same == work;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace fftcore
