// SPDX-License-Identifier: LGPL-2.1-or-later
// The one place where exceptions become GStreamer messages. No exception leaves a vmethod: each
// puts its work in guarded().
#pragma once

#include <gst/gst.h>

#include <exception>
#include <mutex>
#include <string>
#include <utility>

#include "fftcore/error.h"

namespace fftcore::gst {

/// A file that does not exist, as opposed to one that cannot be understood.
class MissingFile : public FileError {
 public:
  using FileError::FileError;
};

/// A buffer that is not what its caps or its metas claim.
class WrongBuffer : public Error {
 public:
  using Error::Error;
};

/// The element stops: what is under way is given up, and nothing is wrong.
class Interrupted : public Error {
 public:
  using Error::Error;
};

/// An exception in GStreamer's terms.
struct Trouble {
  GQuark domain = 0;
  gint code = 0;
  std::string text;
  bool operator==(const Trouble&) const = default;
};

Trouble describe(std::exception_ptr exception);

/// Posts on the bus; `type` is GST_MESSAGE_ERROR or GST_MESSAGE_WARNING.
void post(GstElement* element, GstMessageType type, const Trouble& trouble);

/// What is wrong at every frame is said once, until it changes or forget() says that something
/// works again.
class RepeatedWarning {
 public:
  void post(GstElement* element, const Trouble& trouble);
  void forget() { last_ = {}; }

 private:
  Trouble last_;
};

/// Errors of an element. Upstream may send what was refused again with each buffer: the same error
/// is posted once, until forget() says that something works again. From any thread.
class RepeatedError {
 public:
  void post(GstElement* element, Trouble trouble) noexcept;
  void forget() noexcept;

 private:
  std::mutex mutex_;
  Trouble last_;  // guarded by mutex_
};

/// Posts the exception that is being handled as an error, by way of `errors` where that is not
/// null. Where there is no memory for its text, it is posted as that.
void post_exception(GstElement* element, RepeatedError* errors = nullptr) noexcept;

/// Runs `body`; what it throws is posted as an error of `element`. Returns whether nothing was
/// thrown.
template <class Body>
bool guarded(GstElement* element, Body&& body, RepeatedError* errors = nullptr) noexcept {
  try {
    std::forward<Body>(body)();
    return true;
  } catch (const Interrupted&) {
    return false;
  } catch (...) {
    post_exception(element, errors);
    return false;
  }
}

}  // namespace fftcore::gst
