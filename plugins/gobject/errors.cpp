// SPDX-License-Identifier: LGPL-2.1-or-later
#include "errors.h"

#include <new>
#include <utility>

namespace fftcore::gst {

Trouble describe(std::exception_ptr exception) {
  try {
    std::rethrow_exception(std::move(exception));
  } catch (const MissingFile& error) {
    return {GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND, error.what()};
  } catch (const FileError& error) {
    return {GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_READ, error.what()};
  } catch (const BackendUnavailable& error) {
    return {GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND, error.what()};
  } catch (const WrongBuffer& error) {
    return {GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT, error.what()};
  } catch (const InvalidArgument& error) {
    return {GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS, error.what()};
  } catch (const Unsupported& error) {
    return {GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS, error.what()};
  } catch (const std::bad_alloc&) {
    return {GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED, "out of memory"};
  } catch (const std::exception& error) {
    return {GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_FAILED, error.what()};
  }
}

void post(GstElement* element, GstMessageType type, const Trouble& trouble) {
  gst_element_message_full(element, type, trouble.domain, trouble.code,
                           g_strdup(trouble.text.c_str()), nullptr, __FILE__, __func__, __LINE__);
}

void post_exception(GstElement* element, RepeatedError* errors) noexcept {
  Trouble trouble{GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED, "out of memory"};
  try {
    trouble = describe(std::current_exception());
  } catch (const std::bad_alloc&) {
  }
  if (errors != nullptr)
    errors->post(element, std::move(trouble));
  else
    post(element, GST_MESSAGE_ERROR, trouble);
}

void RepeatedError::post(GstElement* element, Trouble trouble) noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (trouble == last_) return;
  }
  gst::post(element, GST_MESSAGE_ERROR, trouble);
  const std::lock_guard lock(mutex_);
  last_ = std::move(trouble);
}

void RepeatedError::forget() noexcept {
  const std::lock_guard lock(mutex_);
  last_ = {};
}

void RepeatedWarning::post(GstElement* element, const Trouble& trouble) {
  if (trouble == last_) return;
  gst::post(element, GST_MESSAGE_WARNING, trouble);
  last_ = trouble;
}

}  // namespace fftcore::gst
