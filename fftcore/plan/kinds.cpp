// SPDX-License-Identifier: LGPL-2.1-or-later
// The table of kinds of work.
#include "kinds.h"

#include <array>
#include <cstddef>
#include <type_traits>

#include "denoise_launches.h"
#include "device_traits.h"
#include "filter_launches.h"
#include "kind_fields.h"
#include "launch_plan.h"
#include "matching_launches.h"
#include "no_plan.h"
#include "phase_launches.h"
#include "stage_launches.h"
#include "transform_launches.h"
#include "transform_sides.h"
#include "warp_launches.h"
#include "window_launches.h"

namespace fftcore {
namespace {

/// A kind. Its functions take works of this kind only.
struct Kind {
  std::size_t index;      // in AnyWork
  std::string_view name;  // as people call it
  /// Whether a text is one of this kind. `first` is its first word.
  bool (*has_text)(std::string_view first, std::string_view text);
  AnyWork (*parse)(std::string_view text);
  std::vector<WrittenField> (*fields)(const AnyWork& work);
  Ports (*ports)(const AnyWork& work);
  Planned<LaunchPlan> (*launches)(const AnyWork& work, const DeviceTraits& traits);
};

template <class Work, std::size_t i = 0>
constexpr std::size_t index_of() {
  if constexpr (std::is_same_v<Work, std::variant_alternative_t<i, AnyWork>>)
    return i;
  else
    return index_of<Work, i + 1>();
}

/// The row of the kind whose texts parse_one() reads.
template <auto parse_one>
constexpr Kind row(std::string_view name, decltype(Kind::has_text) has_text) {
  using Work = std::invoke_result_t<decltype(parse_one), std::string_view>;
  return {.index = index_of<Work>(),
          .name = name,
          .has_text = has_text,
          .parse = [](std::string_view text) -> AnyWork { return parse_one(text); },
          .fields = [](const AnyWork& work) { return fields_of(std::get<Work>(work)); },
          .ports = [](const AnyWork& work) -> Ports {
            if constexpr (requires { ports_of(std::get<Work>(work)); })
              return ports_of(std::get<Work>(work));
            else
              return {};
          },
          .launches = [](const AnyWork& work, const DeviceTraits& traits) -> Planned<LaunchPlan> {
            if constexpr (requires { launches_of(std::get<Work>(work), traits); })
              return launches_of(std::get<Work>(work), traits);
            else
              return NoPlan{"GPUs do not compute it"};  // a Convolution's plans are ranked
          }};
}

/// Spectra begin with what is done to them. Formulas and code of others may hold any words.
bool begins_with_spectrum(std::string_view first) {
  return first == "conjugate" || first == to_string(Transformed::rows) ||
         first == to_string(Transformed::rows_and_columns);
}
bool has_factor(std::string_view text) {
  return text.find(" times ") != std::string_view::npos;
}

/// In the order of AnyWork. A text that no other kind has is a Convolution's.
constexpr std::array kKinds = {
    row<parse_convolution>("Convolution", [](auto, auto) { return false; }),
    row<parse_transform>("Transform", [](auto first, auto) { return is_transform_kind(first); }),
    row<parse_matching>("TemplateMatching", [](auto first, auto) { return first == "match"; }),
    row<parse_phase_correlation>("PhaseCorrelation",
                                 [](auto first, auto) { return first == "phase"; }),
    row<parse_denoise>("Denoise", [](auto first, auto) { return first == "denoise"; }),
    row<parse_warp>("Warp", [](auto first, auto) { return first == "warp"; }),
    row<parse_forward_stage>("ForwardStage", [](auto first, auto) { return first == "forward"; }),
    row<parse_multiply_stage>(
        "MultiplyStage",
        [](auto first, auto text) { return begins_with_spectrum(first) && has_factor(text); }),
    row<parse_inverse_stage>(
        "InverseStage",
        [](auto first, auto text) { return begins_with_spectrum(first) && !has_factor(text); }),
    row<parse_window_correlation>("WindowCorrelation",
                                  [](auto first, auto) { return first == "windows"; }),
    row<parse_window_filters>("WindowFilters", [](auto first, auto) { return first == "filters"; }),
    row<parse_stream>("StreamConvolution", [](auto first, auto) { return first == "stream"; }),
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (kKinds[i].index != i) return false;
  return kKinds.size() == std::variant_size_v<AnyWork>;
}
static_assert(is_in_order(), "a row for each kind, in their order");

const Kind& row_of(const AnyWork& work) {
  return kKinds[work.index()];
}

}  // namespace

AnyWork parse_work(std::string_view text) {
  const std::string_view first = text.substr(0, text.find(' '));
  for (const Kind& kind : kKinds)
    if (kind.has_text(first, text)) return kind.parse(text);
  return parse_convolution(text);
}

std::string_view kind_of(const AnyWork& work) {
  return row_of(work).name;
}

std::vector<WrittenField> fields_of_any(const AnyWork& work) {
  return row_of(work).fields(work);
}

Ports ports_of_any(const AnyWork& work) {
  return row_of(work).ports(work);
}

Planned<LaunchPlan> launches_of_any(const AnyWork& work, const DeviceTraits& traits) {
  return row_of(work).launches(work, traits);
}

}  // namespace fftcore
