// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftcore throws. Every message says what was asked, what is possible and what to change; it
// is meant for the person at the keyboard and can be shown as it is. At a C boundary (a GStreamer
// element) each is translated once.
#pragma once

#include <stdexcept>

#include "fftcore/export.h"

namespace fftcore {

/// Base of all errors of this library.
class FFTCORE_API Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A Convolution, filter or text that contradicts itself or lies outside the documented limits.
class FFTCORE_API InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// A kernel file that cannot be read or does not hold a kernel.
class FFTCORE_API FileError : public Error {
 public:
  using Error::Error;
};

/// A valid Convolution that no rule of the planner, or not the backend asked for, can do.
class FFTCORE_API Unsupported : public Error {
 public:
  using Error::Error;
};

/// A backend that does not work on this machine (no driver, not built in).
class FFTCORE_API BackendUnavailable : public Error {
 public:
  using Error::Error;
};

}  // namespace fftcore
