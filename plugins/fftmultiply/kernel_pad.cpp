// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kernel_pad.h"

#include <utility>

#include "../base/element.h"
#include "../gobject/errors.h"
#include "../spectra/spectrum_meta.h"
#include "negotiation.h"

namespace fftcore::gst::multiply {
namespace {

// One may wait to be taken, another one to be the next.
constexpr int kUnderWay = 2;

KernelPad& kernel_pad_of(GstPad* pad) {
  return *static_cast<KernelPad*>(gst_pad_get_element_private(pad));
}

std::string why_not(const SpectrumInfo& kernel, const SpectrumInfo& main) {
  try {
    require_fit(SpectrumFactor{kernel}, main);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return {};
}

}  // namespace

GstPadTemplate* KernelPad::pad_template() {
  GstCaps* const caps = all_spectrum_caps("rows-and-columns");
  GstPadTemplate* const result = gst_pad_template_new(kName, GST_PAD_SINK, GST_PAD_REQUEST, caps);
  gst_caps_unref(caps);
  return result;
}

GstPad* KernelPad::add(GstElement* element, GstPadTemplate* pad_template) {
  if (exists()) return nullptr;
  GstPad* const pad = gst_pad_new_from_template(pad_template, kName);
  gst_pad_set_element_private(pad, this);
  gst_pad_set_chain_function(pad, GST_DEBUG_FUNCPTR(chain));
  gst_pad_set_event_function(pad, GST_DEBUG_FUNCPTR(event));
  gst_pad_set_query_function(pad, GST_DEBUG_FUNCPTR(query));
  gst_pad_set_activatemode_function(pad, GST_DEBUG_FUNCPTR(activate));
  {
    const std::lock_guard lock(mutex_);
    pad_ = pad;
    has_ended_ = false;
  }
  // One that is added while the element runs must run too.
  if (GST_STATE(element) > GST_STATE_READY || GST_STATE_PENDING(element) > GST_STATE_READY)
    gst_pad_set_active(pad, TRUE);
  gst_element_add_pad(element, pad);
  return pad;
}

void KernelPad::remove(GstElement* element, GstPad* pad) {
  gst_pad_set_active(pad, FALSE);
  {
    const std::lock_guard lock(mutex_);
    pad_ = nullptr;
    held_.reset();
    changed_.notify_all();
  }
  gst_element_remove_pad(element, pad);
}

bool KernelPad::exists() const {
  const std::lock_guard lock(mutex_);
  return pad_ != nullptr;
}

// The main stream's side.

void KernelPad::set_main(const SpectrumInfo& main, MemoryKind memory) {
  GstPad* asked = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (main_ != main) has_failed_ = false;
    main_ = main;
    main_memory_ = memory;
    changed_.notify_all();
    if (pad_ == nullptr) return;
    const auto fits = [&](const auto& kernel) {
      return kernel == nullptr || why_not(kernel->info, main).empty();
    };
    if (fits(held_) && fits(waiting_)) return;
    for (const auto& kernel : {held_, waiting_})
      if (kernel != nullptr) misfit_ = why_not(kernel->info, main);
    held_.reset();
    waiting_.reset();
    outdated_left_ = kUnderWay;
    asked = GST_PAD(gst_object_ref(pad_));
  }
  gst_pad_push_event(asked, gst_event_new_reconfigure());
  gst_object_unref(asked);
}

void KernelPad::set_main_ended(bool has_ended) {
  const std::lock_guard lock(mutex_);
  has_main_ended_ = has_ended;
  changed_.notify_all();
}

void KernelPad::set_main_flushing(bool is_flushing) {
  const std::lock_guard lock(mutex_);
  is_main_flushing_ = is_flushing;
  changed_.notify_all();
}

void KernelPad::reset() {
  const std::lock_guard lock(mutex_);
  main_.reset();
  waiting_.reset();
  held_.reset();
  outdated_left_ = 0;
  has_failed_ = false;
  misfit_.clear();
  has_ended_ = false;
  has_main_ended_ = false;
}

// False for one that was under way before its source could know the main stream. Throws where it
// never fits. Holds mutex_.
bool KernelPad::accept(const std::shared_ptr<const KernelSpectrum>& kernel) {
  misfit_ = main_ ? why_not(kernel->info, *main_) : "";
  if (misfit_.empty()) {
    outdated_left_ = 0;
    return true;
  }
  if (outdated_left_-- > 0) return false;
  has_failed_ = true;
  throw InvalidArgument(misfit_);
}

std::shared_ptr<const KernelSpectrum> KernelPad::newest() {
  std::unique_lock lock(mutex_);
  while (pad_ != nullptr && !is_main_flushing_) {
    if (auto kernel = std::exchange(waiting_, nullptr)) {
      changed_.notify_all();
      if (accept(kernel)) held_ = std::move(kernel);
    }
    if (held_ != nullptr) return held_;
    if (has_failed_) throw InvalidArgument(misfit_);
    if (has_ended_) {
      throw InvalidArgument(misfit_.empty()
                                ? "no kernel came on pad kernel: its stream ended without a "
                                  "spectrum; link one that has at least one, or release "
                                  "the pad"
                                : "no kernel came on pad kernel that fits: " + misfit_);
    }
    changed_.wait(lock, [this] {
      return waiting_ != nullptr || has_ended_ || is_main_flushing_ || pad_ == nullptr;
    });
  }
  return nullptr;
}

// The kernel's side.

// What waits is dropped.
void KernelPad::set_flushing(bool is_flushing) {
  const std::lock_guard lock(mutex_);
  if (is_flushing) waiting_.reset();
  is_flushing_ = is_flushing;
  has_ended_ = false;
  changed_.notify_all();
}

void KernelPad::wait_for_main() {
  std::unique_lock lock(mutex_);
  has_ended_ = false;
  changed_.wait(lock, [this] { return main_.has_value() || is_flushing_ || has_main_ended_; });
}

GstFlowReturn KernelPad::put(GstBuffer* buffer) {
  if (!info_) return GST_FLOW_NOT_NEGOTIATED;
  wait_for_writer(buffer);  // here, and not where the main stream would wait
  auto kernel = std::make_shared<const KernelSpectrum>(*info_, caps_.get(), buffer);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_ == nullptr || is_flushing_ || has_main_ended_; });
  if (is_flushing_) return GST_FLOW_FLUSHING;
  if (has_main_ended_) return GST_FLOW_EOS;
  waiting_ = std::move(kernel);
  changed_.notify_all();
  return GST_FLOW_OK;
}

void KernelPad::set_caps(GstCaps* caps) {
  info_.reset();
  SpectrumInfo info = spectrum_info(caps);
  caps_ = {gst_caps_ref(caps), [](GstCaps* held) { gst_caps_unref(held); }};
  info_ = std::move(info);
  const std::lock_guard lock(mutex_);
  has_failed_ = false;
  // made for the main stream, or in spite of it
  if (main_ && waiting_ == nullptr) outdated_left_ = 0;
}

GstFlowReturn KernelPad::chain(GstPad* pad, GstObject* /*parent*/, GstBuffer* buffer) {
  const GstFlowReturn result = kernel_pad_of(pad).put(buffer);
  gst_buffer_unref(buffer);
  return result;
}

// Nothing of this goes downstream: the main stream has its own.
gboolean KernelPad::event(GstPad* pad, GstObject* parent, GstEvent* event) {
  KernelPad& self = kernel_pad_of(pad);
  bool is_good = true;
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_STREAM_START: self.wait_for_main(); break;
    case GST_EVENT_CAPS: {
      GstCaps* caps = nullptr;
      gst_event_parse_caps(event, &caps);
      is_good = guarded(GST_ELEMENT(parent), [&] { self.set_caps(caps); });
      break;
    }
    case GST_EVENT_EOS: {
      const std::lock_guard lock(self.mutex_);
      self.has_ended_ = true;
      self.changed_.notify_all();
      break;
    }
    case GST_EVENT_FLUSH_START: self.set_flushing(true); break;
    case GST_EVENT_FLUSH_STOP: self.set_flushing(false); break;
    default: break;
  }
  gst_event_unref(event);
  return static_cast<gboolean>(is_good);
}

gboolean KernelPad::query(GstPad* pad, GstObject* parent, GstQuery* query) {
  KernelPad& self = kernel_pad_of(pad);
  if (self.answer_context_(query)) return TRUE;
  if (GST_QUERY_TYPE(query) == GST_QUERY_ACCEPT_CAPS) {  // what does not fit is told why
    GstCaps* caps = nullptr;
    gst_query_parse_accept_caps(query, &caps);
    GstCaps* const all = gst_pad_get_pad_template_caps(pad);
    gst_query_set_accept_caps_result(query, gst_caps_is_subset(caps, all));
    gst_caps_unref(all);
    return TRUE;
  }
  if (GST_QUERY_TYPE(query) != GST_QUERY_CAPS) return gst_pad_query_default(pad, parent, query);
  std::unique_lock lock(self.mutex_);
  const std::optional<SpectrumInfo> main = self.main_;
  const MemoryKind memory = self.main_memory_;
  lock.unlock();
  GstCaps* filter = nullptr;
  gst_query_parse_caps(query, &filter);
  GstCaps* const caps = filtered_caps(
      main ? kernel_caps_for(*main, memory) : gst_pad_get_pad_template_caps(pad), filter);
  gst_query_set_caps_result(query, caps);
  gst_caps_unref(caps);
  return TRUE;
}

gboolean KernelPad::activate(GstPad* pad, GstObject* /*parent*/, GstPadMode /*mode*/,
                             gboolean active) {
  kernel_pad_of(pad).set_flushing(active == FALSE);
  return TRUE;
}

}  // namespace fftcore::gst::multiply
