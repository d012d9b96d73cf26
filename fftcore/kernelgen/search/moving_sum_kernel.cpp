// SPDX-License-Identifier: LGPL-2.1-or-later
#include "moving_sum_kernel.h"

#include <fmt/format.h>

#include "fftcore/error.h"
#include "moving_sums.h"

namespace fftcore {

GeneratedKernel moving_sum_kernel(const MovingSumSpec& spec) {
  if (spec.rows() < 1 || spec.columns() < 1 || spec.template_rows < 1 ||
      spec.template_columns < 1 || spec.threads < 1 || spec.strip < 1 ||
      spec.strip % MovingSumSpec::kAtOnce != 0)
    throw InvalidArgument(fmt::format(
        "moving sums {}: a template of {}x{} in an image of {}x{}, {} threads, strips of {} rows",
        spec.name, spec.template_rows, spec.template_columns, spec.image.rows, spec.image.columns,
        spec.threads, spec.strip));
  switch (spec.part) {
    case MovingSumSpec::Part::rows: return moving_sums_of_rows(spec);
    case MovingSumSpec::Part::columns: return moving_sums_of_columns(spec);
    case MovingSumSpec::Part::whole_columns: return whole_sums_of_columns(spec);
    case MovingSumSpec::Part::whole_rows: return whole_sums_of_rows(spec);
  }
  throw InvalidArgument("moving sums: no such part");
}

}  // namespace fftcore
