// SPDX-License-Identifier: LGPL-2.1-or-later
// A libcuda.so.1 that does nothing on memory of the host, for what must be tested where there is no
// GPU: errors, lifetimes, arguments. FFTCORE_FAKE_CUDA tells what it pretends, for instance
// "devices=1 major=7 minor=0 driver=12040 free=1000", and which call fails from now on:
// "launch=719". The program that loads it finds what was not given back by fakeCudaLeft(), and how
// often something was done by fakeCudaCount(). Kernels do nothing; a copy must keep to what was
// allocated.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace {

enum : int {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNoDevice = 100,
  kInvalidImage = 200,
  kInvalidContext = 201,
  kNotFound = 500,
  kNotReady = 600
};

long setting(const char* name, long otherwise) {
  const char* const all = std::getenv("FFTCORE_FAKE_CUDA");
  if (all == nullptr) return otherwise;
  const std::string text = std::string(" ") + all;
  const std::size_t at = text.find(std::string(" ") + name + "=");
  return at == std::string::npos ? otherwise : std::atol(text.c_str() + at + std::strlen(name) + 2);
}

std::atomic<int> left = 0;  // objects that live

struct Context {
  int device;
};
thread_local std::vector<const Context*> stack;  // of contexts, the current one last

struct Counter {
  const char* name;
  std::atomic<int> count = 0;
};
// Waits end by a question that is answered with yes, or by sleeping.
Counter contexts{"contexts"}, launches{"launches"}, waits{"waits"}, questions{"questions"},
    sleeps{"sleeps"};
Counter launches_on[] = {{"launches on 0"}, {"launches on 1"}};
std::atomic<long> asked = 0;  // since the last yes
Counter copies[] = {{"host to host"}, {"host to device"}, {"device to host"}, {"device to device"}};

std::mutex memory_mutex;
using Sizes = std::map<std::uint64_t, std::size_t>;  // by address
Sizes memory, pinned;                                // of the device, of the host

bool is_allocated(std::uint64_t address, std::size_t size, const Sizes& sizes = memory) {
  const std::lock_guard lock(memory_mutex);
  const auto after = sizes.upper_bound(address);
  if (after == sizes.begin()) return false;
  const auto& [start, bytes] = *std::prev(after);
  return address + size <= start + bytes;
}

int made(void** handle) {
  if (stack.empty()) return kInvalidContext;
  ++left;
  *handle = &left;
  return kSuccess;
}
int gone() {
  if (stack.empty()) return kInvalidContext;
  --left;
  return kSuccess;
}
int in_context() {
  return stack.empty() ? kInvalidContext : kSuccess;
}

}  // namespace

#pragma GCC diagnostic ignored "-Wmissing-declarations"
#define FAKE extern "C" __attribute__((visibility("default"))) int
FAKE fakeCudaLeft() {
  return left;
}
FAKE fakeCudaCount(const char* what) {
  for (const Counter* counter :
       {&contexts, &launches, &waits, &questions, &sleeps, &copies[0], &copies[1], &copies[2],
        &copies[3], &launches_on[0], &launches_on[1]})
    if (std::strcmp(counter->name, what) == 0) return counter->count;
  return -1;
}

FAKE cuInit(unsigned) {
  return static_cast<int>(setting("init", kSuccess));
}
FAKE cuGetExportTable(const void**, const void*) {
  return kNotFound;
}  // NVRTC asks
FAKE cuDriverGetVersion(int* version) {
  *version = static_cast<int>(setting("driver", 13000));
  return kSuccess;
}
FAKE cuGetErrorName(int code, const char** name) {
  static const std::map<int, const char*> names = {{kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
                                                   {kNoDevice, "CUDA_ERROR_NO_DEVICE"},
                                                   {999, "CUDA_ERROR_UNKNOWN"}};
  const auto found = names.find(code);
  *name = found == names.end() ? "CUDA_ERROR_OF_THE_FAKE" : found->second;
  return kSuccess;
}
FAKE cuGetErrorString(int, const char** text) {
  *text = "text of the fake";
  return kSuccess;
}
FAKE cuDeviceGetCount(int* count) {
  *count = static_cast<int>(setting("devices", 1));
  return kSuccess;
}
FAKE cuDeviceGet(int* device, int index) {
  *device = index;
  return kSuccess;
}
FAKE cuDeviceGetName(char* name, int size, int device) {
  std::snprintf(name, static_cast<std::size_t>(size), "Fake %d", device);
  return kSuccess;
}
FAKE cuDeviceGetAttribute(int* value, int what, int) {
  static const std::map<int, int> values = {{1, 1024},     {10, 32},   {14, 512},     {16, 132},
                                            {36, 2619000}, {37, 5120}, {38, 1 << 20}, {97, 232448}};
  *value = static_cast<int>(what == 75   ? setting("major", 9)
                            : what == 76 ? setting("minor", 0)
                                         : values.at(what));
  return kSuccess;
}
FAKE cuDevicePrimaryCtxRetain(void** context, int device) {
  static Context primary[] = {{0}, {1}, {2}, {3}};
  ++left;
  *context = &primary[device];
  return kSuccess;
}
FAKE cuDevicePrimaryCtxRelease_v2(int) {
  --left;
  return kSuccess;
}
FAKE cuCtxCreate_v2(void** context, unsigned, int device) {
  if (const long code = setting("context", kSuccess); code != kSuccess)
    return static_cast<int>(code);
  ++left;
  ++contexts.count;
  auto* const created = new Context{device};
  stack.push_back(created);
  *context = created;
  return kSuccess;
}
FAKE cuCtxDestroy_v2(void* context) {
  --left;
  delete static_cast<Context*>(context);
  return kSuccess;
}
FAKE cuCtxPushCurrent_v2(void* context) {
  stack.push_back(static_cast<const Context*>(context));
  return context == nullptr ? kInvalidContext : kSuccess;
}
FAKE cuCtxPopCurrent_v2(void**) {
  if (stack.empty()) return kInvalidContext;
  stack.pop_back();
  return kSuccess;
}
FAKE cuCtxGetDevice(int* device) {
  *device = stack.empty() ? 0 : stack.back()->device;
  return in_context();
}
FAKE cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  *free = static_cast<std::size_t>(setting("free", 1L << 40));
  *total = 2 * *free;
  return in_context();
}
FAKE cuMemAlloc_v2(std::uint64_t* address, std::size_t size) {
  if (size > static_cast<std::size_t>(setting("free", 1L << 40))) return kOutOfMemory;
  constexpr std::size_t kAlignment = 256;  // the real one's
  void* const data =
      std::aligned_alloc(kAlignment, (size + kAlignment - 1) / kAlignment * kAlignment);
  if (data == nullptr) return kOutOfMemory;
  std::memset(data, 0, size);
  ++left;
  *address = reinterpret_cast<std::uint64_t>(data);
  const std::lock_guard lock(memory_mutex);
  memory[*address] = size;
  return in_context();
}
FAKE cuMemFree_v2(std::uint64_t address) {
  {
    const std::lock_guard lock(memory_mutex);
    memory.erase(address);
  }
  std::free(reinterpret_cast<void*>(address));
  return gone();
}
FAKE cuMemHostAlloc(void** data, std::size_t size, unsigned) {
  if (size > static_cast<std::size_t>(setting("pinned", 1L << 40))) return kOutOfMemory;
  ++left;
  *data = std::calloc(size, 1);
  const std::lock_guard lock(memory_mutex);
  pinned[reinterpret_cast<std::uint64_t>(*data)] = size;
  return in_context();
}
FAKE cuMemFreeHost(void* data) {
  {
    const std::lock_guard lock(memory_mutex);
    pinned.erase(reinterpret_cast<std::uint64_t>(data));
  }
  std::free(data);
  return gone();
}
FAKE cuPointerGetAttributes(unsigned count, const int* what, void** values, std::uint64_t address) {
  constexpr int kMemoryType = 2;
  if (count != 1 || *what != kMemoryType) return kInvalidValue;
  *static_cast<unsigned*>(*values) =
      is_allocated(address, 1, pinned) ? 1 : (is_allocated(address, 1) ? 2 : 0);
  return in_context();
}
FAKE cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t size, void*) {
  if (!is_allocated(to, size)) return kInvalidValue;
  ++copies[1].count;
  std::memcpy(reinterpret_cast<void*>(to), from, size);
  return in_context();
}
FAKE cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t size, void*) {
  if (!is_allocated(from, size)) return kInvalidValue;
  ++copies[2].count;
  std::memcpy(to, reinterpret_cast<const void*>(from), size);
  return in_context();
}
struct Copy2D {
  struct Side {
    std::size_t x, y;
    unsigned type;
    char* host;
    char* device;
    void* array;
    std::size_t pitch;
    bool is_host() const { return type == 1; }
    char* address() const { return is_host() ? host : device; }
    bool reaches(std::size_t width, std::size_t height) const {
      return pitch >= width && (is_host() || is_allocated(reinterpret_cast<std::uint64_t>(device),
                                                          (height - 1) * pitch + width));
    }
  } from, to;
  std::size_t width, height;
};
FAKE cuMemcpy2DAsync_v2(const Copy2D* copy, void*) {
  if (!copy->from.reaches(copy->width, copy->height) ||
      !copy->to.reaches(copy->width, copy->height))
    return kInvalidValue;
  ++copies[(copy->from.is_host() ? 0 : 2) + (copy->to.is_host() ? 0 : 1)].count;
  for (std::size_t row = 0; row < copy->height; ++row)
    std::memcpy(copy->to.address() + row * copy->to.pitch,
                copy->from.address() + row * copy->from.pitch, copy->width);
  return in_context();
}
FAKE cuStreamCreate(void** stream, unsigned) {
  return made(stream);
}
FAKE cuStreamDestroy_v2(void*) {
  return gone();
}
FAKE cuStreamSynchronize(void*) {
  ++waits.count;
  return in_context();
}
FAKE cuStreamQuery(void*) {
  ++questions.count;
  if (asked++ < setting("busy", 0)) return kNotReady;  // for so many questions
  asked = 0;
  ++waits.count;
  return static_cast<int>(setting("wait", in_context()));
}
FAKE cuModuleLoadData(void** module, const void* image) {
  return std::memcmp(image, "\177ELF", 4) == 0 || *static_cast<const char*>(image) == '/'
             ? made(module)
             : kInvalidImage;
}
FAKE cuModuleUnload(void*) {
  return gone();
}
FAKE cuModuleGetFunction(void** function, void*, const char*) {
  *function = &left;
  return in_context();
}
FAKE cuFuncGetAttribute(int* value, int, void*) {
  *value = 0;
  return in_context();
}
FAKE cuFuncSetAttribute(void*, int, int) {
  return static_cast<int>(setting("attribute", in_context()));
}
// GStreamer's library looks for it.
FAKE cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                    void*, void**, void**) {
  return in_context();
}
FAKE cuLaunchKernelEx(const void*, void*, void**, void**) {
  ++launches.count;
  if (!stack.empty() && stack.back()->device < 2) ++launches_on[stack.back()->device].count;
  return static_cast<int>(setting("launch", in_context()));
}
// What the timing tool takes besides.
FAKE cuStreamBeginCapture_v2(void*, int) {
  return in_context();
}
FAKE cuStreamEndCapture(void*, void** graph) {
  return made(graph);
}
FAKE cuGraphInstantiateWithFlags(void** exec, void*, unsigned long long) {
  return made(exec);
}
FAKE cuGraphGetNodes(void*, void**, std::size_t* count) {
  *count = 0;
  return kSuccess;
}
FAKE cuGraphLaunch(void*, void*) {
  return in_context();
}
FAKE cuGraphExecDestroy(void*) {
  return gone();
}
FAKE cuGraphDestroy(void*) {
  return gone();
}
FAKE cuEventCreate(void** event, unsigned) {
  return made(event);
}
FAKE cuEventRecord(void*, void*) {
  return in_context();
}
FAKE cuEventSynchronize(void*) {
  asked = 0;
  ++waits.count;
  ++sleeps.count;
  return static_cast<int>(setting("wait", in_context()));
}
FAKE cuEventElapsedTime(float* ms, void*, void*) {
  *ms = 1;
  return in_context();
}
FAKE cuEventDestroy_v2(void*) {
  return gone();
}
