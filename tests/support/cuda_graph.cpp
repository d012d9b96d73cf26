// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_graph.h"

#include "shared_library.h"

namespace fftcore::test {
namespace {

using cuda::check;
using cuda::Result;
using cuda::StreamHandle;

struct EventTag;
constexpr int kCaptureModeGlobal = 0;

struct GraphApi {
  Result (*StreamBeginCapture)(StreamHandle, int);
  Result (*StreamEndCapture)(StreamHandle, CudaGraphTag**);
  Result (*GraphInstantiate)(CudaGraphExecTag**, CudaGraphTag*, unsigned long long);
  Result (*GraphGetNodes)(CudaGraphTag*, void**, std::size_t*);
  Result (*GraphLaunch)(CudaGraphExecTag*, StreamHandle);
  Result (*GraphExecDestroy)(CudaGraphExecTag*);
  Result (*GraphDestroy)(CudaGraphTag*);
  Result (*EventCreate)(EventTag**, unsigned);
  Result (*EventRecord)(EventTag*, StreamHandle);
  Result (*EventSynchronize)(EventTag*);
  Result (*EventElapsedTime)(float*, EventTag*, EventTag*);
  Result (*EventDestroy)(EventTag*);
};

const GraphApi& graph_api() {
  static const GraphApi loaded = [] {
    const SharedLibrary library("CUDA's driver", {"libcuda.so.1"}, "CUDA 11.4 or later is needed");
    GraphApi api{};
    library.find("cuStreamBeginCapture_v2", api.StreamBeginCapture);
    library.find("cuStreamEndCapture", api.StreamEndCapture);
    library.find("cuGraphInstantiateWithFlags", api.GraphInstantiate);
    library.find("cuGraphGetNodes", api.GraphGetNodes);
    library.find("cuGraphLaunch", api.GraphLaunch);
    library.find("cuGraphExecDestroy", api.GraphExecDestroy);
    library.find("cuGraphDestroy", api.GraphDestroy);
    library.find("cuEventCreate", api.EventCreate);
    library.find("cuEventRecord", api.EventRecord);
    library.find("cuEventSynchronize", api.EventSynchronize);
    library.find("cuEventElapsedTime", api.EventElapsedTime);
    library.find("cuEventDestroy_v2", api.EventDestroy);
    return api;
  }();
  return loaded;
}

class Event {
 public:
  Event() { check(graph_api().EventCreate(&handle_, 0), "cuEventCreate"); }
  ~Event() { graph_api().EventDestroy(handle_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record(StreamHandle stream) const {
    check(graph_api().EventRecord(handle_, stream), "cuEventRecord");
  }
  double ms_since(const Event& earlier) const {
    check(graph_api().EventSynchronize(handle_), "cuEventSynchronize");
    float ms = 0;
    check(graph_api().EventElapsedTime(&ms, earlier.handle_, handle_), "cuEventElapsedTime");
    return ms;
  }

 private:
  EventTag* handle_ = nullptr;
};

}  // namespace

CudaSession::CudaSession(int index) {
  const cuda::Api& api = cuda::api();
  check(api.DeviceGet(&device_, index), "cuDeviceGet");
  check(api.DevicePrimaryCtxRetain(&context_, device_), "cuDevicePrimaryCtxRetain");
  check(api.CtxPushCurrent(context_), "cuCtxPushCurrent");
  check(api.StreamCreate(&stream_, cuda::kStreamNonBlocking), "cuStreamCreate");
}

CudaSession::~CudaSession() {
  const cuda::Api& api = cuda::api();
  api.StreamDestroy(stream_);
  api.CtxPopCurrent(&context_);
  api.DevicePrimaryCtxRelease(device_);
}

double CudaSession::elapsed_ms(const std::function<void()>& enqueue) const {
  const Event begin;
  const Event end;
  begin.record(stream_);
  enqueue();
  end.record(stream_);
  return end.ms_since(begin);
}

CudaGraph::CudaGraph(const CudaSession& session, const std::function<void()>& enqueue)
    : session_(session) {
  check(graph_api().StreamBeginCapture(session.stream(), kCaptureModeGlobal),
        "cuStreamBeginCapture");
  try {
    enqueue();
  } catch (...) {
    graph_api().StreamEndCapture(session.stream(), &graph_);
    throw;
  }
  check(graph_api().StreamEndCapture(session.stream(), &graph_), "cuStreamEndCapture");
  check(graph_api().GraphInstantiate(&exec_, graph_, 0), "cuGraphInstantiate");
}

CudaGraph::~CudaGraph() {
  graph_api().GraphExecDestroy(exec_);
  graph_api().GraphDestroy(graph_);
}

std::size_t CudaGraph::nodes() const {
  std::size_t count = 0;
  check(graph_api().GraphGetNodes(graph_, nullptr, &count), "cuGraphGetNodes");
  return count;
}

void CudaGraph::launch() const {
  check(graph_api().GraphLaunch(exec_, session_.stream()), "cuGraphLaunch");
}

}  // namespace fftcore::test
