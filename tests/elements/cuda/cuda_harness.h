// SPDX-License-Identifier: LGPL-2.1-or-later
// Elements between two pads of the test's own, with frames in CUDA memory. A driver that only
// pretends (tests/unit/cuda) will do.
#pragma once

#define GST_USE_UNSTABLE_API
#include <gst/cuda/gstcudabufferpool.h>
#include <gst/cuda/gstcudaloader.h>
#include <gst/cuda/gstcudautils.h>

#include <memory>
#include <string>
#include <vector>

#include "filter_harness.h"

namespace fftcore::test {

struct UnrefObject {
  void operator()(void* object) const { gst_object_unref(object); }
};
using Context = std::unique_ptr<GstCudaContext, UnrefObject>;
using Pool = std::unique_ptr<GstBufferPool, UnrefObject>;

const std::vector<GstVideoFormat>& cuda_formats();
/// Whose brightness is gathered from three planes by the processor.
bool has_planar_colours(GstVideoFormat format);

/// `feature` null: system memory. At 25 frames/s; the caller's.
GstCaps* caps_in(const char* feature, GstVideoFormat format, Size size);

/// Gives pools in `context`, none: in system memory.
Pool pool_in(GstCudaContext* context, GstVideoFormat format, Size size);

class CudaHarness {
 public:
  /// `line` as in a pipeline: "fftfilter name=f ! ...". The frames that go in are in a context of
  /// their own on device 0 until a test says otherwise; nobody tells the elements of it.
  explicit CudaHarness(const std::string& line);
  ~CudaHarness();
  CudaHarness(const CudaHarness&) = delete;
  CudaHarness& operator=(const CudaHarness&) = delete;

  GstHarness* get() const { return harness_; }
  Owned<GstElement> element(const std::string& name) const;

  /// As an application does.
  void offer_context(GstCudaContext* context);
  /// Elements' pads are asked for it, as a neighbour does; null where none has one.
  Context context_of(const std::string& name) const;

  /// Whether they arrive behind the elements.
  bool set_caps(GstVideoFormat format, Size size, const char* feature = "memory:CUDAMemory");

  GstBuffer* frame_in(GstCudaContext* context, const Picture& picture);
  GstBuffer* frame(const Picture& picture) { return frame_in(context_.get(), picture); }
  GstCudaContext* context() const { return context_.get(); }

  /// Takes `input`; null where nothing comes out.
  Owned<GstBuffer> push(GstBuffer* input);

  std::vector<Report> errors() const { return reports(bus_.get(), GST_MESSAGE_ERROR); }
  std::vector<Report> warnings() const { return reports(bus_.get(), GST_MESSAGE_WARNING); }

 private:
  Context context_;
  Owned<GstBus> bus_;
  GstHarness* harness_ = nullptr;
  int index_ = 0;
};

/// The one thing that is wrong, perhaps said more than once (caps are sent again with what comes
/// next), in all these words.
void expect_error(CudaHarness& harness, const std::vector<std::string>& words);

}  // namespace fftcore::test
