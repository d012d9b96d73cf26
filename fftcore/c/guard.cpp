// SPDX-License-Identifier: LGPL-2.1-or-later
#include "guard.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "fftcore/error.h"
#include "log_line.h"

namespace fftcore {
namespace {

constexpr const char* kNoMemory = "the host has no memory left for what was asked";

/// The thread's message: a text of its own, or one that needs no memory.
thread_local std::string kept_text;
thread_local const char* last_message = "";

fftcore_status keep(fftcore_status status, const char* text) noexcept {
  try {
    kept_text = text;
    last_message = kept_text.c_str();
  } catch (const std::bad_alloc&) {
    last_message = kNoMemory;
  }
  return status;
}

}  // namespace

fftcore_status keep_current_exception() noexcept {
  try {
    throw;
  } catch (const InvalidArgument& error) {
    return keep(FFTCORE_ERROR_INVALID_ARGUMENT, error.what());
  } catch (const FileError& error) {
    return keep(FFTCORE_ERROR_FILE, error.what());
  } catch (const Unsupported& error) {
    return keep(FFTCORE_ERROR_UNSUPPORTED, error.what());
  } catch (const BackendUnavailable& error) {
    return keep(FFTCORE_ERROR_BACKEND_UNAVAILABLE, error.what());
  } catch (const std::bad_alloc&) {
    last_message = kNoMemory;
    return FFTCORE_ERROR_OUT_OF_MEMORY;
  } catch (const std::length_error&) {
    return keep(FFTCORE_ERROR_INVALID_ARGUMENT, "a count or a size is larger than any memory");
  } catch (const std::exception& error) {
    return keep(FFTCORE_ERROR_OTHER, error.what());
  } catch (...) {
    return keep(FFTCORE_ERROR_OTHER, "an error without a text");
  }
}

void refuse_in_log_sink() {
  if (in_log_sink())
    throw InvalidArgument("a log sink calls the library, which may wait for this sink");
}

void refuse_null(std::string_view what) {
  throw InvalidArgument(fmt::format("{} is NULL", what));
}

char* copy_of(std::string_view text) {
  char* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

}  // namespace fftcore

const char* fftcore_last_message() {
  return fftcore::last_message;
}

void fftcore_text_free(char* text) {
  std::free(text);
}

int fftcore_version_number() {
  return FFTCORE_VERSION_NUMBER;
}
