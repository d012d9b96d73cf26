// SPDX-License-Identifier: LGPL-2.1-or-later
#include "drivers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cuda_driver.h"
#include "excerpt.h"
#include "fftcore/error.h"
#include "opencl_driver.h"

namespace fftcore {
namespace {

void list(std::string& names, std::string_view name) {
  names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
}

}  // namespace

std::span<const Driver* const> drivers() {
  static const std::array rows = {&cuda_driver(), &opencl_driver()};
  return rows;
}

const Driver& driver_of_language(std::string_view language) {
  std::string names;
  for (const Driver* driver : drivers()) {
    if (driver->name == language) return *driver;
    list(names, driver->name);
  }
  throw InvalidArgument(
      message("kernels are not written in '{}'; one of {} is expected", language, names));
}

const Driver* find_driver(std::string_view architecture) {
  const auto found = std::ranges::find_if(drivers(), [&](const Driver* driver) {
    return driver->compiler != nullptr && driver->compiler->takes(architecture);
  });
  return found == drivers().end() ? nullptr : *found;
}

const Driver& driver_for(std::string_view architecture) {
  if (const Driver* driver = find_driver(architecture)) return *driver;
  std::string examples;
  for (const Driver* driver : drivers())
    if (driver->compiler != nullptr) list(examples, driver->compiler->examples());
  throw InvalidArgument(
      message("'{}' is no architecture; {} are expected", architecture, examples));
}

std::string drivers_with_compilers() {
  std::string names;
  for (const Driver* driver : drivers())
    if (driver->compiler != nullptr) list(names, driver->name);
  return names;
}

}  // namespace fftcore
