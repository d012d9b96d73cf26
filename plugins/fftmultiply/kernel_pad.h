// SPDX-License-Identifier: LGPL-2.1-or-later
// The request pad `kernel`: a stream of spectra, the newest of which multiplies those of the pad
// `sink`, the main stream.
#pragma once

#include <gst/gst.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "../spectra/spectrum_info.h"
#include "fftcore/backend.h"

namespace fftcore::gst::multiply {

/// A spectrum that came, which stays as it is as long as somebody holds it.
class KernelSpectrum {
 public:
  KernelSpectrum(SpectrumInfo of, GstCaps* caps, GstBuffer* buffer)
      : info(std::move(of)), caps_(gst_caps_ref(caps)), buffer_(gst_buffer_ref(buffer)) {}
  ~KernelSpectrum() {
    gst_caps_unref(caps_);
    gst_buffer_unref(buffer_);
  }
  KernelSpectrum(const KernelSpectrum&) = delete;
  KernelSpectrum& operator=(const KernelSpectrum&) = delete;

  GstBuffer* buffer() const { return buffer_; }
  const GstCaps* caps() const { return caps_; }

  const SpectrumInfo info;

 private:
  GstCaps* caps_;
  GstBuffer* buffer_;
};

/// One kernel at most waits to be taken: a source that is not live gives one for each spectrum of
/// the main stream at most. The pad's stream is held back from its very beginning until the caps of
/// the main stream are known, so that a source that can choose its size asks when there is an
/// answer.
class KernelPad {
 public:
  static constexpr char kName[] = "kernel";
  static GstPadTemplate* pad_template();

  /// `answer_context`: to a question about devices; false where there is none.
  explicit KernelPad(std::function<bool(GstQuery*)> answer_context)
      : answer_context_(std::move(answer_context)) {}

  /// Adds the pad; null where there is one already.
  GstPad* add(GstElement* element, GstPadTemplate* pad_template);
  void remove(GstElement* element, GstPad* pad);
  bool exists() const;

  // -- of the main stream's thread

  /// Its caps. A kernel that came for other ones and does not fit is forgotten; its source is asked
  /// for one that does.
  void set_main(const SpectrumInfo& main, MemoryKind memory);
  /// Whether the main stream goes on; where it does not, no more kernels are wanted.
  void set_main_ended(bool has_ended);
  /// From any thread: ends the wait in newest().
  void set_main_flushing(bool is_flushing);
  /// Forgets what has come.
  void reset();

  /// The newest kernel that came; waits for the first one. Null where the wait was ended by
  /// flushing, or there is no pad any more. Throws InvalidArgument where none can come any more, or
  /// where it does not fit the main stream.
  std::shared_ptr<const KernelSpectrum> newest();

 private:
  static GstFlowReturn chain(GstPad* pad, GstObject* parent, GstBuffer* buffer);
  static gboolean event(GstPad* pad, GstObject* parent, GstEvent* event);
  static gboolean query(GstPad* pad, GstObject* parent, GstQuery* query);
  static gboolean activate(GstPad* pad, GstObject* parent, GstPadMode mode, gboolean active);

  GstFlowReturn put(GstBuffer* buffer);
  bool take_event(GstEvent* event);
  void set_caps(GstCaps* caps);
  void set_flushing(bool is_flushing);
  void wait_for_main();
  bool accept(const std::shared_ptr<const KernelSpectrum>& kernel);

  const std::function<bool(GstQuery*)> answer_context_;

  // All guarded by mutex_, but for `caps_` and `info_`, which are of the pad's streaming thread.
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  GstPad* pad_ = nullptr;  // the element's
  std::optional<SpectrumInfo> main_;
  MemoryKind main_memory_ = MemoryKind::host;
  std::shared_ptr<const KernelSpectrum> waiting_;
  std::shared_ptr<const KernelSpectrum> held_;
  // kernels that may have been under way when the main stream's caps changed
  int outdated_left_ = 0;
  std::string misfit_;       // why the last one did not fit
  bool has_failed_ = false;  // it was said, and will be again until something changes
  bool is_flushing_ = false;
  bool has_ended_ = false;
  bool is_main_flushing_ = false;
  bool has_main_ended_ = false;
  std::shared_ptr<GstCaps> caps_;
  std::optional<SpectrumInfo> info_;
};

}  // namespace fftcore::gst::multiply
