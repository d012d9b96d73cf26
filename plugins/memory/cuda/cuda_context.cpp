// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_context.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>
#include <vector>

#include "fftcore/error.h"

namespace fftcore::gst {
namespace {

std::string text_of(CUresult result) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (CuGetErrorName(result, &name) != CUDA_SUCCESS ||
      CuGetErrorString(result, &text) != CUDA_SUCCESS) {
    return fmt::format("CUDA error {}", static_cast<int>(result));
  }
  return fmt::format("{} ({})", name, text);
}

// GStreamer's library says in its log only why there is no context.
void require_device(int device_id) {
  if (const CUresult result = CuInit(0); result != CUDA_SUCCESS) {
    throw BackendUnavailable(
        fmt::format("frames in CUDA memory are asked for, but CUDA does not start: {}. Is there an "
                    "NVIDIA GPU, and its driver loaded?",
                    text_of(result)));
  }
  int count = 0;
  check_cuda(CuDeviceGetCount(&count), "cuDeviceGetCount");
  if (device_id < count) return;
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    std::array<char, 256> name{};
    CUdevice device = 0;
    if (CuDeviceGet(&device, i) == CUDA_SUCCESS)
      CuDeviceGetName(name.data(), static_cast<int>(name.size()), device);
    names.push_back(fmt::format("{} ({})", i, name.data()));
  }
  throw InvalidArgument(
      fmt::format("cuda-device-id={}: there is no such CUDA device; there are {}", device_id,
                  names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
}

bool allows(int device_id, GstCudaContext* context) {
  return device_id < 0 || device_id == device_id_of(context);
}

}  // namespace

CudaContext share(GstCudaContext* context) {
  return {GST_CUDA_CONTEXT(gst_object_ref(context)),
          [](GstCudaContext* held) { gst_object_unref(held); }};
}

int device_id_of(GstCudaContext* context) {
  guint id = 0;
  g_object_get(context, "cuda-device-id", &id, nullptr);
  return static_cast<int>(id);
}

CurrentContext::CurrentContext(GstCudaContext* context) {
  if (!gst_cuda_context_push(context))
    throw Error("the CUDA context cannot be used any more: start the pipeline anew");
}

void check_cuda(CUresult result, const char* call) {
  if (result != CUDA_SUCCESS) throw Error(fmt::format("{}: {}", call, text_of(result)));
}

CudaContext ContextLink::in_use() {
  const std::lock_guard lock(mutex_);
  return context_ == nullptr ? nullptr : share(context_);
}

void ContextLink::set_context(GstContext* context, int device_id) {
  const std::lock_guard lock(mutex_);
  const bool is_answer = searcher_ == std::this_thread::get_id();
  gst_cuda_handle_set_context(element_, context, device_id, is_answer ? &candidate_ : &context_);
}

bool ContextLink::answer(GstQuery* query) {
  const CudaContext context = in_use();
  return context != nullptr && gst_cuda_handle_context_query(element_, query, context.get());
}

CudaContext ContextLink::find(int device_id) {
  if (CudaContext context = in_use(); context != nullptr && allows(device_id, context.get()))
    return context;
  require_device(device_id);
  {
    const std::lock_guard lock(mutex_);
    searcher_ = std::this_thread::get_id();
  }
  gst_cuda_ensure_element_context(element_, device_id, &candidate_);
  const std::lock_guard lock(mutex_);
  searcher_ = {};
  GstCudaContext* const found = std::exchange(candidate_, nullptr);
  if (found == nullptr) {
    throw BackendUnavailable(fmt::format(
        "CUDA device {} gives no context: is its memory used up by other programs (nvidia-smi)?",
        std::max(device_id, 0)));
  }
  gst_clear_object(&context_);
  context_ = found;
  return share(context_);
}

bool ContextLink::adopt(GstCudaContext* context, int device_id) {
  if (!allows(device_id, context)) return false;
  const std::lock_guard lock(mutex_);
  gst_object_replace(reinterpret_cast<GstObject**>(&context_), GST_OBJECT(context));
  return true;
}

void ContextLink::forget() {
  const std::lock_guard lock(mutex_);
  gst_clear_object(&context_);
}

}  // namespace fftcore::gst
