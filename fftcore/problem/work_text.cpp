// SPDX-License-Identifier: LGPL-2.1-or-later
#include "work_text.h"

#include "transform_sides.h"

namespace fftcore {

AnyWork parse_work(std::string_view text) {
  const std::string_view first = text.substr(0, text.find(' '));
  if (first == "match") return parse_matching(text);
  if (first == "phase") return parse_phase_correlation(text);
  if (first == "denoise") return parse_denoise(text);
  if (is_transform_kind(first)) return parse_transform(text);
  if (first == "stream") return parse_stream(text);
  if (first == "forward") return parse_forward_stage(text);
  // Formulas and code of others may hold any words.
  if (first == "conjugate" || first == to_string(Transformed::rows) ||
      first == to_string(Transformed::rows_and_columns)) {
    if (text.find(" times ") != std::string_view::npos) return parse_multiply_stage(text);
    return parse_inverse_stage(text);
  }
  return parse_convolution(text);
}

}  // namespace fftcore
