// SPDX-License-Identifier: LGPL-2.1-or-later
// How an element comes to the CUDA context that its neighbours work in.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "gst_cuda.h"

namespace fftcore::gst {

using CudaContext = std::shared_ptr<GstCudaContext>;

/// A reference of our own.
CudaContext share(GstCudaContext* context);

/// The device's number, as CUDA counts.
int device_id_of(GstCudaContext* context);

/// Makes a context the thread's current one for as long as this lives. Throws Error.
class CurrentContext {
 public:
  explicit CurrentContext(GstCudaContext* context);
  ~CurrentContext() { gst_cuda_context_pop(nullptr); }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;
};

/// Throws Error with the call's name and CUDA's own words where it failed.
void check_cuda(CUresult result, const char* call);

/// The context of one element. `device_id` is the property's: -1 for any.
class ContextLink {
 public:
  explicit ContextLink(GstElement* element) : element_(element) {}
  ~ContextLink() { forget(); }
  ContextLink(const ContextLink&) = delete;
  ContextLink& operator=(const ContextLink&) = delete;

  /// From any thread: what the application or a bin offers, and a neighbour's question.
  void set_context(GstContext* context, int device_id);
  bool answer(GstQuery* query);

  /// The one in use, or the neighbours', or the application's, or a new one, which they are told
  /// of. Throws BackendUnavailable or InvalidArgument, with the devices that there are.
  CudaContext find(int device_id);
  /// Uses this one from now on, if `device_id` allows.
  bool adopt(GstCudaContext* context, int device_id);
  void forget();

 private:
  CudaContext in_use();

  GstElement* element_;
  // of the two below; not held while neighbours are asked, who may be asking us
  std::mutex mutex_;
  GstCudaContext* context_ = nullptr;    // ours
  std::thread::id searcher_;             // the thread that asks around
  GstCudaContext* candidate_ = nullptr;  // of that thread alone: what it has been given meanwhile
};

}  // namespace fftcore::gst
