// SPDX-License-Identifier: LGPL-2.1-or-later
// Errors that fftcore throws. Every message says what was asked, what is possible and what to
// change. It is meant for the person at the keyboard and can be shown as it is. A C boundary, such
// as a GStreamer element, translates each class once.
#pragma once

#include <stdexcept>

#include "fftcore/export.h"

namespace fftcore {

/// Base of all errors of this library.
class FFTCORE_API Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A value, filter or text that contradicts itself or lies outside the documented limits.
class FFTCORE_API InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// A file that cannot be read or does not hold taps.
class FFTCORE_API FileError : public Error {
 public:
  using Error::Error;
};

/// A valid value that no plan can do, or that the backend asked for cannot do.
class FFTCORE_API Unsupported : public Error {
 public:
  using Error::Error;
};

/// A backend that does not work on this machine: it has no driver, or is not built in.
class FFTCORE_API BackendUnavailable : public Error {
 public:
  using Error::Error;
};

}  // namespace fftcore
