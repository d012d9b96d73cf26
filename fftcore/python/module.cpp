// SPDX-License-Identifier: LGPL-2.1-or-later
// Module fftcore._core: the library for Python. What people call is written in Python above it.
#include <nanobind/nanobind.h>

#include "bindings.h"
#include "fftcore/error.h"

namespace nb = nanobind;

namespace {

/// The library's errors as Python's, with the library's words.
void translate(const std::exception_ptr& error, void*) {
  try {
    std::rethrow_exception(error);
  } catch (const fftcore::InvalidArgument& one) {
    PyErr_SetString(PyExc_ValueError, one.what());
  } catch (const fftcore::Unsupported& one) {
    PyErr_SetString(PyExc_ValueError, one.what());
  } catch (const fftcore::FileError& one) {
    PyErr_SetString(PyExc_OSError, one.what());
  } catch (const fftcore::Error& one) {
    PyErr_SetString(PyExc_RuntimeError, one.what());
  }
}

}  // namespace

NB_MODULE(_core, module) {
#ifdef NDEBUG
  // They are for those who write bindings. A program that ends while a thread works leaves objects.
  nb::set_leak_warnings(false);
#endif
  nb::register_exception_translator(&translate);
  module.attr("__version__") = FFTCORE_VERSION;
  fftcore::bind_queue(module);
  fftcore::bind_executable(module);
  fftcore::bind_marks(module);
  fftcore::bind_motion(module);
  fftcore::bind_noise(module);
  fftcore::bind_taps(module);
}
