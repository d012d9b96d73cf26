// SPDX-License-Identifier: LGPL-2.1-or-later
// Stands where no elements are built.
#include "scenario.h"

namespace fftcore::test {

std::span<const Scenario> element_scenarios() {
  return {};
}

}  // namespace fftcore::test
